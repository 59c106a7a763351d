import { forEverybody, forNames, moderators, plain, type Row } from '../../support/authority-facts.ts';
import { type AuthorityStage, type Name, names, type Outcome } from '../../support/authority-stage.ts';
import { eventually } from '../../support/eventually.ts';

/** `lounge`: for everybody. `backroom`: for the owner and the moderator. */
type Room = 'lounge' | 'backroom';

interface Conversing {
  readonly who: Name;
  /** Who started it. */
  readonly owner: Name;
  readonly room: Room;
  /** Is `who` in that voice channel? */
  readonly there: boolean;
  /** Does `who` take part? */
  readonly heard: boolean;
}

const cases: readonly Conversing[] = names.flatMap((who) =>
  (['lounge', 'backroom'] as const).flatMap((room) => [
    { who, owner: who, room, there: true, heard: false },
    ...[
      [true, true],
      [true, false],
      [false, false],
    ].map(([there = false, heard = false]) => ({
      who,
      owner: who === 'member' ? ('owner' as const) : ('member' as const),
      room,
      there,
      heard,
    })),
  ]),
);

const isKnown = ({ who, room, there }: Conversing) => there || room === 'lounge' || moderators.includes(who);
const mayStop = ({ who, there }: Conversing) => there || moderators.includes(who);

/** A conversation of `owner`, for as long as `use` takes. */
async function whileConversing<Result>(
  stage: AuthorityStage,
  { who, owner, room, there: isThere, heard }: Conversing,
  use: (id: string) => Promise<Result>,
): Promise<Result> {
  const { rooms, discord, calls } = stage;
  const { guildId, channels } = discord;
  const channelId = room === 'lounge' ? channels.voice : channels.workshop;
  rooms.put(guildId, stage.personId(owner), channelId);
  const { id } = await stage.command(owner, 'open', 'converse start', { turns: 'push-to-talk' });
  rooms.put(guildId, stage.personId(who), isThere ? channelId : undefined);
  const call = calls.of(guildId);
  if (heard) call?.join(stage.personId(who));
  try {
    return await use(id);
  } finally {
    await call?.stop();
    for (const name of names) rooms.put(guildId, stage.personId(name), undefined);
  }
}

const never = '1300000000000999999';

/** Of whom is it taken? To those who know nothing of the room it's answered as if there were no conversation. */
function aboutCall(
  may: (each: Conversing) => boolean,
  attempt: (stage: AuthorityStage, who: Name, id: string) => Promise<Outcome>,
  why = /./,
): Row {
  return async (stage) => {
    const wrong: string[] = [];
    for (const each of cases) {
      const silence = plain(await attempt(stage, each.who, never));
      await whileConversing(stage, each, async (id) => {
        const outcome = await attempt(stage, each.who, id);
        const name = `${JSON.stringify(each)}: ${plain(outcome)}`;
        if (!isKnown(each)) {
          if (plain(outcome) !== silence) wrong.push(name);
          return;
        }
        if (outcome.refused === may(each)) wrong.push(name);
        if (outcome.refused && !why.test(outcome.text)) wrong.push(`${name} (why?)`);
      });
    }
    return wrong;
  };
}

/** Starts a conversation as that person would, and ends it again. */
async function start(
  stage: AuthorityStage,
  who: Name,
  values: Readonly<Record<string, string | boolean>> = {},
): Promise<Outcome> {
  const { rooms, discord, calls } = stage;
  rooms.put(discord.guildId, stage.personId(who), discord.channels.voice);
  const outcome = await stage.command(who, 'open', 'converse start', values);
  await calls.of(discord.guildId)?.stop();
  rooms.put(discord.guildId, stage.personId(who), undefined);
  return outcome;
}

const show = async (stage: AuthorityStage, who: Name): Promise<Outcome> =>
  await stage.send({
    userId: stage.personId(who),
    channelId: stage.placeId('open'),
    data: {
      name: 'converse',
      options: [{ name: 'show', type: 1, options: [{ name: 'image', type: 11, value: never }] }],
      resolved: {
        attachments: {
          [never]: {
            id: never,
            filename: 'a.png',
            size: 3,
            url: 'http://127.0.0.1/a',
            proxy_url: 'http://127.0.0.1/a',
          },
        },
      },
    },
  });

/** A question to one person is that person's, whoever moderates. */
function aboutQuestion(action: 'allow' | 'deny'): Row {
  return async (stage) => {
    const wrong: string[] = [];
    for (const who of names) {
      const asked = stage.questions.ask(
        {
          channelId: stage.placeId('open'),
          userId: stage.personId('member'),
          locale: 'en-US',
          sentence: `May I? ${action} ${who}`,
        },
        AbortSignal.timeout(20_000),
      );
      const open = stage.placeId('open');
      const find = () =>
        stage.discord.state
          .messages(open)
          .map(({ components }) => JSON.stringify(components ?? []))
          .find((text) => text.includes(`May I? ${action} ${who}"`));
      await eventually(() => find() !== undefined, 'the question');
      const [, id = ''] = new RegExp(`converse:${action}:([^"]+)`).exec(find() ?? '') ?? [];
      const outcome = await stage.press(who, 'open', `converse:${action}:${id}`);
      if (outcome.refused === (who === 'member')) wrong.push(`${who}: ${plain(outcome)}`);
      if (outcome.refused) await stage.press('member', 'open', `converse:deny:${id}`);
      await asked;
    }
    return wrong;
  };
}

const theirs = /press \*\*Join\*\* first|Press \*\*Join\*\* first/i;
const isHeard = ({ heard }: Conversing) => heard;

export const conversationRows: Readonly<Record<string, Row>> = {
  'command converse start': async (stage) => [
    ...(await forEverybody((_, who) => start(stage, who))(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      'Manage Messages',
      (_, who) => start(stage, who, { answers: 'always' }),
    )(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      'Manage Messages',
      (_, who) => start(stage, who, { transcript: true }),
    )(stage)),
  ],
  'suggest converse start voice': forEverybody((stage, who) =>
    stage.suggest(who, 'open', 'converse start', 'voice'),
  ),
  'command converse stop': aboutCall(
    mayStop,
    (stage, who) => stage.command(who, 'open', 'converse stop'),
    /Manage Messages.*Manage Server/,
  ),
  'button converse:stop': aboutCall(
    mayStop,
    (stage, who, id) => stage.press(who, 'open', `converse:stop:${id}`),
    /Manage Messages.*Manage Server/,
  ),
  'command converse status': aboutCall(
    () => true,
    (stage, who) => stage.command(who, 'open', 'converse status'),
  ),
  'command converse join': aboutCall(
    ({ there }) => there,
    (stage, who) => stage.command(who, 'open', 'converse join'),
    /Hop in there/,
  ),
  'button converse:join': aboutCall(
    ({ there }) => there,
    (stage, who, id) => stage.press(who, 'open', `converse:join:${id}`),
    /Hop in there/,
  ),
  'command converse leave': aboutCall(
    () => true,
    (stage, who) => stage.command(who, 'open', 'converse leave'),
  ),
  'button converse:leave': aboutCall(
    () => true,
    (stage, who, id) => stage.press(who, 'open', `converse:leave:${id}`),
  ),
  'command converse say': aboutCall(
    isHeard,
    (stage, who) => stage.command(who, 'open', 'converse say', { text: 'hi' }),
    theirs,
  ),
  'command converse show': aboutCall(isHeard, show, theirs),
  'button converse:hold': aboutCall(
    isHeard,
    (stage, who, id) => stage.press(who, 'open', `converse:hold:${id}`),
    theirs,
  ),
  'button converse:done': aboutCall(
    isHeard,
    (stage, who, id) => stage.press(who, 'open', `converse:done:${id}`),
    theirs,
  ),
  'button converse:remember': forEverybody((stage, who) => stage.press(who, 'open', 'converse:remember:me')),
  'button converse:forget': forEverybody((stage, who) => stage.press(who, 'open', 'converse:forget:me')),
  'button converse:allow': aboutQuestion('allow'),
  'button converse:deny': aboutQuestion('deny'),
  'command converse tools': forNames(
    (who) => moderators.includes(who),
    'Manage Server',
    (stage, who) => stage.command(who, 'tended', 'converse tools'),
  ),
};
