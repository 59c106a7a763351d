import type { VideoJob } from '../../../src/video/job.ts';
import {
  type Case,
  caseName,
  cases,
  command,
  forEverybody,
  isModerated,
  isOwn,
  menu,
  plain,
  press,
  type Row,
  type Rule,
  rules,
  suggest,
} from '../../support/authority-facts.ts';
import type { SeededState } from '../../support/authority-jobs.ts';
import {
  type AuthorityStage,
  type Name,
  names,
  type Outcome,
  places,
} from '../../support/authority-stage.ts';

const never = '1300000000000999999';

/** A row about videos: one of its own for each case, because it may be gone afterwards. */
interface Seeded {
  readonly row: Row;
  seed(stage: AuthorityStage): void;
}

type AboutVideo = (stage: AuthorityStage, each: Pick<Case, 'who' | 'from'>, id: string) => Promise<Outcome>;

function aboutVideos(rule: Rule, state: SeededState, attempt: AboutVideo): Seeded {
  const jobs = new Map<Case, VideoJob>();
  return {
    seed: (stage) => {
      for (const each of cases) jobs.set(each, stage.job(each.owner, each.place, state));
    },
    row: async function* (stage) {
      for (const [each, job] of jobs) {
        const outcome = await attempt(stage, each, job.id);
        const isRight = rules.knows(each)
          ? isAnswered(outcome, rules[rule](each))
          : isSilent(outcome, job) && plain(outcome) === (await unknownTo(stage, each, attempt));
        if (!isRight) yield `${caseName(each)}: ${plain(outcome)}`;
      }
      unknown.clear();
    },
  };
}

/** What one that never was is answered with. */
const unknown = new Map<string, string>();

async function unknownTo(stage: AuthorityStage, { who, from }: Case, attempt: AboutVideo): Promise<string> {
  const asker = `${who} ${from}`;
  const known = unknown.get(asker) ?? plain(await attempt(stage, { who, from }, never));
  unknown.set(asker, known);
  return known;
}

/** Done, or refused with the permissions that would help. */
const isAnswered = ({ refused, text }: Outcome, isAllowed: boolean) =>
  refused !== isAllowed && (!refused || /管理消息.*管理服务器/.test(text));

const isSilent = ({ refused, text }: Outcome, { request }: VideoJob) =>
  refused && !text.includes(request.prompt);

const button =
  (action: string): AboutVideo =>
  (stage, { who, from }, id) =>
    stage.press(who, from, `video:${action}:${id}`);
const use =
  (subcommand: string): AboutVideo =>
  (stage, { who, from }, task) =>
    stage.command(who, from, `video ${subcommand}`, { task });

const fields = { prompt: 'a kite', negative_prompt: '', seed: '' };

/** `<id>.<user>.<guild>`: a form that somebody opened. */
const formId = (stage: AuthorityStage, action: string, id: string, opener: Name) =>
  `video:${action}:${id}.${stage.personId(opener)}.${stage.discord.guildId}`;

const bound: Readonly<Record<string, Seeded>> = {
  'command video status': aboutVideos('knows', 'delivered', use('status')),
  'command video show': aboutVideos('brings', 'delivered', use('show')),
  'command video cancel': aboutVideos('decides', 'accepted', use('cancel')),
  'button video:details': aboutVideos('knows', 'delivered', button('details')),
  'button video:again': aboutVideos('brings', 'delivered', button('again')),
  'button video:edit': aboutVideos('brings', 'delivered', button('edit')),
  'modal video:edited': aboutVideos('brings', 'delivered', (stage, { who, from }, id) =>
    stage.submit(who, from, formId(stage, 'edited', id, who), fields),
  ),
  'button video:send-file': aboutVideos('brings', 'delivered', button('send-file')),
  'button video:repost': aboutVideos('brings', 'delivered', button('repost')),
  'select video:open': aboutVideos('knows', 'delivered', (stage, { who, from }, id) =>
    stage.choose(who, from, 'video:open:mine.all.1', [id]),
  ),
  'button video:withdraw': aboutVideos('decides', 'accepted', (stage, { who, from }, id) =>
    stage.press(who, from, `video:withdraw:${id}.mine.all.1`),
  ),
  'button video:cancel': aboutVideos('decides', 'accepted', button('cancel')),
  'button video:resubmit': aboutVideos('decides', 'undecided', button('resubmit')),
  'button video:resume': aboutVideos('decides', 'set-aside', button('resume')),
  'button video:give-up': aboutVideos('decides', 'undecided', button('give-up')),
  'button video:delete': aboutVideos('decides', 'delivered', button('delete')),
  'button video:delete-surely': aboutVideos('decides', 'delivered', button('delete-surely')),
};

const inFuture = -3_600_000;
/** One page full, and newer than everything that ends meanwhile. */
const inLists: VideoJob[] = [];

/** Everything in a list is theirs, or theirs to decide about; and all of that is in it. */
const list = (use: (stage: AuthorityStage, who: Name, whose: string) => Promise<Outcome>): Row =>
  async function* (stage) {
    for (const who of names)
      for (const whose of ['mine', 'everybody'])
        yield* wrongInList(stage, who, whose, await use(stage, who, whose));
  };

function wrongInList(stage: AuthorityStage, who: Name, whose: string, outcome: Outcome): string[] {
  const mayList = whose === 'mine' || isModerated({ who, place: 'tended', owner: who, from: 'tended' });
  const isListed = (each: Case) => mayList && (isOwn(each) || (whose === 'everybody' && isModerated(each)));
  const isHelped = !outcome.refused || /管理消息.*管理服务器/.test(outcome.text);
  return [
    ...(outcome.refused === mayList || !isHelped ? [`${who} ${whose}: ${plain(outcome)}`] : []),
    ...listedJobs(stage)
      .filter(({ owner, place, prompt }) => {
        return outcome.text.includes(prompt) !== isListed({ who, owner, place, from: place });
      })
      .map(({ prompt }) => `${who} ${whose}: ${prompt}`),
  ];
}

function listedJobs(stage: AuthorityStage) {
  return inLists.map(({ requester, place: { channelId }, request }) => ({
    prompt: request.prompt,
    owner: names.find((name) => stage.personId(name) === requester.userId) ?? 'owner',
    place: places.find((place) => stage.placeId(place) === channelId) ?? 'open',
  }));
}

/** Suggestions are of one's own videos, wherever they are. */
const suggestTasks = (subcommand: string): Row =>
  async function* (stage) {
    for (const who of names) {
      const { choices = [] } = await stage.suggest(who, 'open', `video ${subcommand}`, 'task');
      const labels = choices.map(({ name }) => name);
      for (const other of names.filter((name) => name !== who))
        yield* labels.filter((label) => label.includes(`what ${other} wants`));
      if (labels.length === 0) yield `${who}: nothing`;
    }
  };

/** A form is sent by the one who opened it, in the server in which they did. */
const ofOpener = (attempt: (stage: AuthorityStage, who: Name, opener: Name) => Promise<Outcome>): Row =>
  async function* (stage) {
    for (const opener of names)
      for (const who of names) {
        const outcome = await attempt(stage, who, opener);
        if (outcome.refused === (who === opener)) yield `${who} for ${opener}: ${plain(outcome)}`;
      }
  };

async function draftOf(stage: AuthorityStage, opener: Name, sender: Name): Promise<string> {
  const id = String(1_310_000_000_000_000_000n + BigInt(names.indexOf(opener)));
  const place = { guildId: stage.discord.guildId, channelId: stage.placeId('open') };
  const url = 'http://127.0.0.1/picture.png';
  const sources = [{ url, attachment: false }];
  await stage.studio.drafts.keep(id, { userId: stage.personId(opener), ...place }, { sources });
  return formId(stage, 'referred', id, sender);
}

/** A form that was refused, with what its opener typed. */
async function refusedOf(stage: AuthorityStage, opener: Name): Promise<string> {
  const id = String(1_320_000_000_000_000_000n + BigInt(names.indexOf(opener)));
  const place = { guildId: stage.discord.guildId, channelId: stage.placeId('open') };
  const ask = { of: 'text', prompt: 'what they typed' } as const;
  const refused = { action: 'made', id: '1300000000000000001' };
  const userId = stage.personId(opener);
  await stage.studio.drafts.keep(id, { userId, ...place }, { sources: [], ask, refused });
  return id;
}

const suggestSize = (path: string, option: string): Row => forEverybody(suggest(path, option));

const savePreset = async (stage: AuthorityStage, who: Name, name: string) =>
  await stage.command(who, 'open', 'video preset-save', { name, style: 'in watercolour' });

/** Whatever id somebody sends, only presets of their own are there. */
const ofOwnPreset = (attempt: (stage: AuthorityStage, who: Name, id: string) => Promise<Outcome>): Row =>
  ofOpener(async (stage, who, opener) => {
    const { id } = await savePreset(stage, opener, 'once');
    return await attempt(stage, who, id);
  });

const suggestOwnPresets = (path: string, option: string): Row =>
  async function* (stage) {
    for (const who of names) await savePreset(stage, who, `wood of ${who}`);
    for (const who of names) {
      const { choices = [] } = await stage.suggest(who, 'open', path, option, 'WOOD');
      const values = choices.map(({ value }) => value);
      if (values.join() !== `wood of ${who}`) yield `${who}: ${values.join()}`;
    }
  };

export const videoRows: Readonly<Record<string, Row>> = {
  'command video text': forEverybody(command('video text', { prompt: 'a kite' })),
  'command video reference': forEverybody(
    command('video reference', { prompt: 'a kite', url1: 'http://127.0.0.1/picture.png' }),
  ),
  'command video list': list((stage, who, whose) =>
    stage.command(who, 'tended', 'video list', { whose, state: 'failed' }),
  ),
  'button video:list': list(async (stage, who, whose) => {
    const { messages } = await stage.command(who, 'tended', 'video list', { state: 'open' });
    return await stage.press(who, 'tended', `video:list:${whose}.failed.1`, messages[0]?.id);
  }),
  // Changes nothing: the question goes away.
  'button video:keep': forEverybody(press(`video:keep:${never}`)),
  'command video preset-save': forEverybody((stage, who) => savePreset(stage, who, 'sea')),
  'command video presets': async function* (stage) {
    for (const who of names) await savePreset(stage, who, `sea of ${who}`);
    for (const who of names) {
      const { text } = await stage.command(who, 'open', 'video presets');
      for (const other of names)
        if (text.includes(`sea of ${other}`) !== (other === who)) yield `${who} sees ${other}`;
    }
  },
  'select video:preset': ofOwnPreset((stage, who, id) =>
    stage.choose(who, 'open', 'video:preset:open', [id]),
  ),
  'button video:preset-delete': ofOwnPreset((stage, who, id) =>
    stage.press(who, 'open', `video:preset-delete:${id}`),
  ),
  'button video:presets': forEverybody(press('video:presets:all')),
  'suggest video preset-save name': suggestOwnPresets('video preset-save', 'name'),
  'suggest video text preset': suggestOwnPresets('video text', 'preset'),
  'suggest video reference preset': suggestOwnPresets('video reference', 'preset'),
  'suggest video preset-save size': suggestSize('video preset-save', 'size'),
  'suggest video preset-save duration': suggestSize('video preset-save', 'duration'),
  'suggest video status task': suggestTasks('status'),
  'suggest video show task': suggestTasks('show'),
  'suggest video cancel task': suggestTasks('cancel'),
  'suggest video text size': suggestSize('video text', 'size'),
  'suggest video text duration': suggestSize('video text', 'duration'),
  'suggest video reference size': suggestSize('video reference', 'size'),
  'suggest video reference duration': suggestSize('video reference', 'duration'),
  'menu Make a video of this': forEverybody(menu('Make a video of this')),
  'menu Use as reference': forEverybody(menu('Use as reference')),
  'modal video:made': ofOpener((stage, who, opener) =>
    stage.submit(who, 'open', formId(stage, 'made', '1300000000000000001', opener), {
      ...fields,
      model: 'gen2.7-t2v',
    }),
  ),
  'modal video:referred': async function* (stage) {
    for (const opener of names)
      for (const who of names) {
        // By hand, under one's own name: the files are still another's.
        const formed = await draftOf(stage, opener, who);
        const sent = { ...fields, model: 'gen2.6-r2v' };
        const outcome = await stage.submit(who, 'open', formed, sent);
        if (outcome.refused === (who === opener)) yield `${who} for ${opener}: ${plain(outcome)}`;
        const moved = await stage.submit(who, 'tended', formed, sent);
        if (!moved.refused) yield `${who} elsewhere: ${plain(moved)}`;
      }
  },
  'button video:reopen': async function* (stage) {
    for (const opener of names)
      for (const who of names) {
        const id = await refusedOf(stage, opener);
        const outcome = await stage.press(who, 'open', `video:reopen:${id}`);
        const isShown = outcome.text.includes('what they typed');
        if (isShown !== (who === opener) || outcome.refused === isShown)
          yield `${who} for ${opener}: ${plain(outcome)}`;
        const moved = await stage.press(who, 'tended', `video:reopen:${id}`);
        if (!moved.refused) yield `${who} elsewhere: ${plain(moved)}`;
      }
  },
  // Last: they make videos with the words of others.
  ...Object.fromEntries(Object.entries(bound).map(([route, { row }]) => [route, row])),
};

/** Before the stage opens: what the rows are about. */
export function seedVideos(stage: AuthorityStage): void {
  for (const { seed } of Object.values(bound)) seed(stage);
  for (const who of ['owner', 'member'] as const)
    for (const place of places) inLists.push(stage.job(who, place, 'failed', { agoMs: inFuture }));
}
