import type { Audience, ShownPage } from '../../../src/knowledge/shown-page.ts';
import {
  type Attempt,
  caseName,
  cases,
  eachOf,
  forModerators,
  isOwn,
  isSeen,
  moderators,
  plain,
  type Row,
} from '../../support/authority-facts.ts';
import { type AuthorityStage, type Name, names, type Outcome } from '../../support/authority-stage.ts';

const never = 'aaaaaaaaaaaa';
const secretQuestion = 'what do the founders hide';
const hiddenQuestion = 'who will be banned next';

/** A page that somebody was shown, or that stands in a channel for everybody there. */
async function pageFor(stage: AuthorityStage, is: ShownPage['is'], audience: Audience): Promise<string> {
  const { pages } = stage.knowledge;
  const id = pages.newId();
  const documents = [{ baseId: 'handbook', id: 'd0', name: 'Document 0.md' }];
  const shared = { guildId: stage.discord.guildId, audience, at: Date.now(), documents };
  const query = { baseId: 'handbook', match: 'part', order: 'newest' } as const;
  const answer = { question: secretQuestion, baseIds: ['handbook'], passages: [], unhelpfulTo: [] };
  if (is === 'list') await pages.keep(id, { is, ...shared });
  else if (is === 'answer') await pages.keep(id, { is, ...shared, ...answer });
  else await pages.keep(id, { is, ...shared, query, places: [{ read: 0, seen: 0 }], page: 0, seen: '' });
  return id;
}

/** What one person was shown is theirs; what stands in a channel is for those who see it. Others find nothing. */
function aboutPages(
  is: ShownPage['is'],
  attempt: (stage: AuthorityStage, who: Name, id: string) => Promise<Outcome>,
): Row {
  return async function* (stage) {
    stage.library.fill(3);
    for (const who of names) {
      const unknown = plain(await attempt(stage, who, never));
      for (const each of cases.filter((one) => one.who === who && one.from !== 'open')) {
        const { owner, place } = each;
        const audiences: readonly (readonly [boolean, Audience])[] = [
          [isOwn(each), { is: 'person', userId: stage.personId(owner) }],
          [isSeen(each), { is: 'channel', channelId: stage.placeId(place) }],
        ];
        for (const [isTheirs, audience] of audiences) {
          const outcome = await attempt(stage, who, await pageFor(stage, is, audience));
          const name = `${caseName(each)} ${audience.is}: ${plain(outcome)}`;
          if (outcome.refused === isTheirs) yield name;
          if (!isTheirs && plain(outcome) !== unknown) yield name;
        }
      }
    }
  };
}

const button =
  (action: string, suffix = '') =>
  (stage: AuthorityStage, who: Name, id: string) =>
    stage.press(who, 'open', `knowledge:${action}:${id}${suffix}`);

const forManagers = (attempt: Attempt): Row => forModerators('管理服务器', attempt);

/** Of the bases of this server, the inner one is for moderators. */
const innerBase = (path: string, values: Readonly<Record<string, string>>): Row =>
  async function* (stage) {
    for (const who of names) {
      const outcome = await stage.command(who, 'tended', path, { ...values, base: 'inner' });
      const unknown = await stage.command(who, 'tended', path, { ...values, base: 'no-such-base' });
      if (outcome.refused === moderators.includes(who)) yield `${who}: ${plain(outcome)}`;
      if (outcome.refused && plain(outcome) !== plain(unknown)) yield `${who}: ${plain(outcome)}`;
    }
  };

const suggestBases = (path: string): Row =>
  async function* (stage) {
    for (const who of names) {
      const { choices = [] } = await stage.suggest(who, 'tended', path, 'base');
      const offered = choices.map(({ value }) => value).join(' ');
      if (offered !== (moderators.includes(who) ? 'handbook inner' : 'handbook')) yield `${who}: ${offered}`;
    }
  };

/** Of a base or a command that they may not use, nothing is suggested to them. */
const suggestForModerators = (
  path: string,
  option: string,
  typed?: string,
  values?: Readonly<Record<string, string>>,
): Row =>
  async function* (stage) {
    stage.library.fill(3);
    for (const who of names) {
      const { choices = [] } = await stage.suggest(who, 'tended', path, option, typed, values);
      if (choices.length > 0 !== moderators.includes(who)) yield `${who}: ${choices.length}`;
    }
  };

/** Where a report goes, or what is watched, is in a channel: one that nobody can see is none. */
const ofChannel = (action: string): Row => {
  const press = (stage: AuthorityStage, who: Name, channelId: string) =>
    stage.press(who, 'open', `knowledge:${action}:handbook.${channelId}`);
  return eachOf(
    forManagers((stage, who) => press(stage, who, stage.placeId('open'))),
    async function* (stage) {
      const hidden = await press(stage, 'moderator', stage.placeId('secret'));
      const unknown = await press(stage, 'moderator', '1300000000000999999');
      if (plain(hidden) !== plain(unknown) || !hidden.refused) yield plain(hidden);
    },
  );
};

/** Questions of channels that they see, for moderators. */
const gaps = (use: Attempt): Row =>
  async function* (stage) {
    yield* forManagers(use)(stage);
    await stage.askUnhelpfully(hiddenQuestion, 'secret');
    await stage.askUnhelpfully('where is the map', 'staff');
    for (const who of moderators) {
      const { text } = await use(stage, who);
      if (text.includes(hiddenQuestion) !== (who === 'owner')) yield `${who}: ${text}`;
      if (!text.includes('where is the map')) yield `${who}: ${text}`;
    }
  };

export const knowledgeRows: Readonly<Record<string, Row>> = {
  'command knowledge search': innerBase('knowledge search', {}),
  'command knowledge ask': innerBase('knowledge ask', { question: 'where is the map' }),
  'command knowledge health': forManagers((stage, who) => stage.command(who, 'tended', 'knowledge health')),
  'command knowledge gaps': gaps((stage, who) => stage.command(who, 'tended', 'knowledge gaps')),
  'command knowledge use': forManagers((stage, who) => stage.command(who, 'tended', 'knowledge use')),
  'command knowledge export': forManagers((stage, who) => stage.command(who, 'tended', 'knowledge export')),
  'button knowledge:page': aboutPages('search', button('page', '.0')),
  'button knowledge:detail': aboutPages('answer', button('detail', '.0')),
  'button knowledge:share': aboutPages('answer', button('share')),
  'button knowledge:unhelpful': aboutPages('answer', button('unhelpful')),
  'select knowledge:details': aboutPages('list', (stage, who, id) =>
    stage.choose(who, 'open', `knowledge:details:${id}`, ['0']),
  ),
  'select knowledge:gaps-done': gaps(async (stage, who) => {
    const { messages, refused } = await stage.command(who, 'tended', 'knowledge gaps');
    const shown = refused ? undefined : messages[0]?.id;
    return await stage.choose(who, 'tended', 'knowledge:gaps-done:list', ['none'], shown);
  }),
  'button knowledge:health': ofChannel('health'),
  'button knowledge:watch': ofChannel('watch'),
  'button knowledge:unwatch': ofChannel('unwatch'),
  'suggest knowledge search base': suggestBases('knowledge search'),
  'suggest knowledge ask base': suggestBases('knowledge ask'),
  'suggest knowledge health base': suggestForModerators('knowledge health', 'base'),
  'suggest knowledge use base': suggestForModerators('knowledge use', 'base'),
  'suggest knowledge export base': suggestForModerators('knowledge export', 'base'),
  'suggest knowledge search name': suggestForModerators('knowledge search', 'name', 'Doc', { base: 'inner' }),
  'suggest knowledge export name': suggestForModerators('knowledge export', 'name'),
};
