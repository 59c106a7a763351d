import {
  type Attempt,
  command,
  forEverybody,
  moderators,
  plain,
  press,
  type Row,
} from '../../support/authority-facts.ts';
import { type AuthorityStage, type Name, names, type Outcome } from '../../support/authority-stage.ts';

/** `lounge`: for everybody. `backroom`: for the owner and the moderator. */
type Room = 'lounge' | 'backroom';

interface InCall {
  readonly who: Name;
  /** Who started it. */
  readonly owner: Name;
  readonly room: Room;
  /** Is `who` in that voice channel? */
  readonly there: boolean;
  /** Does `who` take part? */
  readonly heard: boolean;
}

const callCases: readonly InCall[] = names.flatMap((who) =>
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

const isKnown = ({ who, room, there }: InCall) => there || room === 'lounge' || moderators.includes(who);
const mayStop = ({ who, there }: InCall) => there || moderators.includes(who);
export const isHeard = ({ heard }: InCall) => heard;

/** How one kind of call is begun, and found on the stage. */
export interface CallOnStage {
  /** `converse` or `interpret`: of its commands and its controls. */
  readonly command: string;
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Whose cases are tried: the rules are those of every call, so one kind tries them all. */
  readonly people: readonly Name[];
  /** Who may have what's said written in the text channel when its thread is closed. */
  readonly mayBringCaptions: (each: InCall) => boolean;
  /** Who may have a page of what's said for themselves. */
  readonly mayReadAlong: (each: InCall) => boolean;
  readonly of: (
    stage: AuthorityStage,
  ) => { stop(): Promise<void>; join(userId: string): void | Promise<void> } | undefined;
}

const casesOf = ({ people }: CallOnStage) => callCases.filter(({ who }) => people.includes(who));

export const never = '1300000000000999999';

/** A call of `owner`, for as long as `use` takes. */
async function whileCalling<Result>(
  stage: AuthorityStage,
  kind: CallOnStage,
  { who, owner, room, there: isThere, heard }: InCall,
  use: (id: string) => Promise<Result>,
): Promise<Result> {
  const { rooms, discord } = stage;
  const { guildId, channels } = discord;
  const channelId = room === 'lounge' ? channels.voice : channels.workshop;
  rooms.put(guildId, stage.personId(owner), channelId);
  const { id } = await stage.command(owner, 'open', `${kind.command} start`, kind.options);
  rooms.put(guildId, stage.personId(who), isThere ? channelId : undefined);
  const call = kind.of(stage);
  if (heard) await call?.join(stage.personId(who));
  try {
    return await use(id);
  } finally {
    await call?.stop();
    for (const name of names) rooms.put(guildId, stage.personId(name), undefined);
  }
}

/** Of whom is it taken? To those who know nothing of the room it's answered as if there were no call. */
export function aboutCall(
  kind: CallOnStage,
  may: (each: InCall) => boolean,
  attempt: (stage: AuthorityStage, who: Name, id: string) => Promise<Outcome>,
  why = /./,
): Row {
  return async function* (stage) {
    for (const each of casesOf(kind)) {
      const silence = isKnown(each) ? undefined : plain(await attempt(stage, each.who, never));
      const outcome = await whileCalling(stage, kind, each, (id) => attempt(stage, each.who, id));
      const name = `${JSON.stringify(each)}: ${plain(outcome)}`;
      if (silence !== undefined) {
        if (plain(outcome) !== silence) yield name;
        continue;
      }
      if (outcome.refused === may(each)) yield name;
      if (outcome.refused && !why.test(outcome.text)) yield `${name} (why?)`;
    }
  };
}

/** Starts a call as that person would, and ends it again. */
export function startAndEnd(
  kind: CallOnStage,
  values: Readonly<Record<string, string | boolean>> = {},
): Attempt {
  return async (stage, who) => {
    const { rooms, discord } = stage;
    rooms.put(discord.guildId, stage.personId(who), discord.channels.voice);
    const outcome = await stage.command(who, 'open', `${kind.command} start`, { ...kind.options, ...values });
    await kind.of(stage)?.stop();
    rooms.put(discord.guildId, stage.personId(who), undefined);
    return outcome;
  };
}

export const theirs = /先按\*\*加入\*\*/;

/** *Come here*, offered where nobody is left in the voice channel of a call, to those who may know of it; pressed by nobody else. */
function comeRow(kind: CallOnStage): Row {
  return async function* (stage) {
    for (const who of kind.people)
      for (const room of ['lounge', 'backroom'] as const) {
        const owner = who === 'member' ? 'owner' : 'member';
        const each = { who, owner, room, there: false, heard: false } as const;
        const found = await whileCalling(stage, kind, each, async () => {
          stage.rooms.put(stage.discord.guildId, stage.personId(owner), undefined);
          stage.rooms.put(stage.discord.guildId, stage.personId(who), stage.discord.channels.locked);
          const asked = await stage.command(who, 'open', `${kind.command} start`, kind.options);
          const [button] = new RegExp(`${kind.command}:come:\\d+`).exec(asked.text) ?? [];
          if (button === undefined) return 'not offered';
          const stranger = await stage.press(owner, 'open', button);
          const own = await stage.press(who, 'open', button);
          const isDone = stranger.refused && !own.refused && kind.of(stage) !== undefined;
          await kind.of(stage)?.stop();
          return isDone ? 'comes' : `${plain(stranger)} / ${plain(own)}`;
        });
        const right = isKnown(each) ? 'comes' : 'not offered';
        if (found !== right) yield `${JSON.stringify(each)}: ${found}`;
      }
  };
}

/** A button of one call. */
export const pressOf =
  ({ command: name }: CallOnStage, action: string) =>
  (stage: AuthorityStage, who: Name, id: string) =>
    stage.press(who, 'open', `${name}:${action}:${id}`);

/** Every way to a call that both kinds have. */
export function callRows(kind: CallOnStage): Readonly<Record<string, Row>> {
  const { command: name, mayBringCaptions, mayReadAlong } = kind;
  const permissions = /管理消息.*管理服务器/;
  const enter = /先进那个语音频道/;
  const isThere = ({ there }: InCall) => there;
  const use = (subcommand: string) => command(`${name} ${subcommand}`);
  const button = (action: string) => pressOf(kind, action);
  return {
    [`command ${name} stop`]: aboutCall(kind, mayStop, use('stop'), permissions),
    [`button ${name}:stop`]: aboutCall(kind, mayStop, button('stop'), permissions),
    [`command ${name} status`]: aboutCall(kind, () => true, use('status')),
    [`button ${name}:details`]: aboutCall(kind, () => true, button('details')),
    [`button ${name}:mine`]: aboutCall(kind, mayReadAlong, button('mine')),
    [`button ${name}:mine-on`]: aboutCall(kind, mayReadAlong, button('mine-on')),
    [`button ${name}:here`]: aboutCall(kind, mayBringCaptions, button('here'), /先进那个语音频道|管理消息/),
    [`command ${name} join`]: aboutCall(kind, isThere, use('join'), enter),
    [`button ${name}:join`]: aboutCall(kind, isThere, button('join'), enter),
    [`button ${name}:continue`]: aboutCall(kind, isThere, button('continue'), enter),
    [`button ${name}:come`]: comeRow(kind),
    [`command ${name} leave`]: aboutCall(kind, () => true, use('leave')),
    [`button ${name}:leave`]: aboutCall(kind, () => true, button('leave')),
    [`command ${name} show`]: aboutCall(kind, isHeard, showPicture(name), theirs),
    [`button ${name}:remember`]: forEverybody(press(`${name}:remember:me`)),
    [`button ${name}:forget`]: forEverybody(press(`${name}:forget:me`)),
  };
}

const showPicture =
  (command: string) =>
  async (stage: AuthorityStage, who: Name): Promise<Outcome> =>
    await stage.send({
      userId: stage.personId(who),
      channelId: stage.placeId('open'),
      data: {
        name: command,
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

/**
 * *Switch*, offered while a call of another kind is running: to those who may end that one, and pressed by nobody else.
 * To those who know nothing of the other call's room no channel is named.
 */
export function switchRow(kind: CallOnStage, other: CallOnStage): Row {
  return async function* (stage) {
    for (const each of casesOf(kind)) {
      const found = await whileCalling(stage, other, each, () => whatSwitches(stage, kind, other, each));
      const may = isKnown(each) && mayStop(each);
      const right = { refused: true, offered: may, toldWhere: isKnown(each), pressed: may ? well : [] };
      if (JSON.stringify(found) !== JSON.stringify(right))
        yield `${JSON.stringify(each)}: ${JSON.stringify(found)}`;
    }
  };
}

const well = ['not by a stranger', 'by the one who asked', 'once'];

/** What comes of asking for a call of one kind while another is running, and of pressing the button that's offered. */
async function whatSwitches(
  stage: AuthorityStage,
  kind: CallOnStage,
  other: CallOnStage,
  { who, room, there: isThere }: InCall,
) {
  const { guildId, channels } = stage.discord;
  // Whoever asks is in a voice channel: in that of the call, or in one of their own.
  if (!isThere) stage.rooms.put(guildId, stage.personId(who), channels.locked);
  const asked = await stage.command(who, 'open', `${kind.command} start`, kind.options);
  const [button] = new RegExp(`${kind.command}:switch:\\d+`).exec(asked.text) ?? [];
  return {
    refused: asked.refused,
    offered: button !== undefined,
    toldWhere: asked.text.includes(room === 'lounge' ? channels.voice : channels.workshop),
    pressed: button === undefined ? [] : await pressing(stage, kind, other, { who, button }),
  };
}

async function pressing(
  stage: AuthorityStage,
  kind: CallOnStage,
  other: CallOnStage,
  { who, button }: { readonly who: Name; readonly button: string },
): Promise<readonly string[]> {
  const stranger = await stage.press(who === 'owner' ? 'member' : 'owner', 'open', button);
  const isNobodyElses = stranger.refused && kind.of(stage) === undefined;
  const own = await stage.press(who, 'open', button);
  const isDone = !own.refused && kind.of(stage) !== undefined && other.of(stage) === undefined;
  await kind.of(stage)?.stop();
  const again = await stage.press(who, 'open', button);
  return well.filter((_, index) => [isNobodyElses, isDone, again.refused][index]);
}
