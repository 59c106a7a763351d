import {
  type Attempt,
  command,
  eachOf,
  forEverybody,
  forModerators,
  menu,
  moderators,
  plain,
  press,
  type Row,
  suggest,
} from '../../support/authority-facts.ts';
import { type AuthorityStage, type Name, names, type Outcome } from '../../support/authority-stage.ts';

/** `lounge`: for everybody. `backroom`: for the owner and the moderator. */
type Room = 'lounge' | 'backroom';

interface Spoken {
  readonly who: Name;
  /** Whose text is heard. */
  readonly owner: Name;
  readonly room: Room;
  /** Is `who` in that voice channel? */
  readonly there: boolean;
}

const spokenCases: readonly Spoken[] = names.flatMap((who) =>
  (['lounge', 'backroom'] as const).flatMap((room) => [
    { who, owner: who, room, there: true },
    ...[true, false].map((there) => ({
      who,
      owner: who === 'member' ? ('owner' as const) : ('member' as const),
      room,
      there,
    })),
  ]),
);

const isKnown = ({ who, room, there }: Spoken) => there || room === 'lounge' || moderators.includes(who);
const maySkip = ({ who, owner }: Spoken) => who === owner || moderators.includes(who);
const mayStop = ({ who, there }: Spoken) => there || moderators.includes(who);

const secretText = 'nobody outside may read this';

/** Has somebody say a text that never ends, for as long as `use` takes. */
async function whileSpeaking<Result>(
  stage: AuthorityStage,
  { who, owner, room, there: isThere }: Spoken,
  use: (id: string) => Promise<Result>,
): Promise<Result> {
  const { rooms, discord } = stage;
  const { guildId } = discord;
  const channelId = room === 'lounge' ? discord.channels.voice : discord.channels.workshop;
  rooms.put(guildId, stage.personId(owner), channelId);
  const lease = await stage.enterRoom(channelId);
  lease.mouth.holding = true;
  const { id } = await stage.command(owner, 'open', 'speak say', { text: secretText });
  rooms.put(guildId, stage.personId(who), isThere ? channelId : undefined);
  try {
    return await use(id);
  } finally {
    await lease.end('asked');
    for (const name of names) rooms.put(guildId, stage.personId(name), undefined);
  }
}

/** Of whom is it taken? To those who know nothing of the room it is answered like silence. */
function aboutSpeech(
  may: (each: Spoken) => boolean,
  attempt: (stage: AuthorityStage, who: Name, id: string) => Promise<Outcome>,
): Row {
  return async function* (stage) {
    for (const each of spokenCases) {
      const silence = plain(await attempt(stage, each.who, '1300000000000999999'));
      const outcome = await whileSpeaking(stage, each, (id) => attempt(stage, each.who, id));
      const name = `${JSON.stringify(each)}: ${plain(outcome)}`;
      if (!isKnown(each)) {
        if (plain(outcome) !== silence) yield name;
        continue;
      }
      if (outcome.refused === may(each)) yield name;
      if (outcome.refused && !/管理消息.*管理服务器/.test(outcome.text)) yield name;
    }
  };
}

const settings = (attempt: Attempt): Row => forModerators('管理服务器', attempt);

export const speechRows: Readonly<Record<string, Row>> = {
  'command speak say': forEverybody(command('speak say', { text: 'hi' })),
  'command speak file': forEverybody(command('speak file', { text: 'hi' })),
  'command speak skip': aboutSpeech(maySkip, command('speak skip')),
  'command speak stop': aboutSpeech(mayStop, command('speak stop')),
  'button speak:skip': aboutSpeech(maySkip, (stage, who, id) => stage.press(who, 'open', `speak:skip:${id}`)),
  'button speak:stop': aboutSpeech(mayStop, (stage, who, id) => stage.press(who, 'open', `speak:stop:${id}`)),
  'command speak queue': async function* (stage) {
    for (const each of spokenCases) {
      const empty = plain(await stage.command(each.who, 'open', 'speak queue'));
      const shown = await whileSpeaking(stage, each, () => stage.command(each.who, 'open', 'speak queue'));
      if (shown.text.includes(secretText) !== isKnown(each)) yield `${JSON.stringify(each)}: ${shown.text}`;
      if (!isKnown(each) && plain(shown) !== empty) yield `${JSON.stringify(each)} differs: ${shown.text}`;
    }
  },
  'command speak voice': eachOf(
    forEverybody(command('speak voice', { rate: 1.5 })),
    forEverybody(command('speak voice', { scope: 'server' })),
    settings((stage, who) => stage.command(who, 'tended', 'speak voice', { scope: 'server', rate: 1.5 })),
  ),
  'command speak channel': eachOf(
    forEverybody(command('speak channel')),
    settings((stage, who) => stage.command(who, 'tended', 'speak channel', { emoji: false })),
  ),
  ...Object.fromEntries(
    ['start', 'stop', 'reset'].map((action) => [
      `button speak:read-${action}`,
      settings((stage, who) => stage.press(who, 'tended', `speak:read-${action}:${stage.placeId('tended')}`)),
    ]),
  ),
  ...Object.fromEntries(
    ['which', 'into', 'role', 'names', 'seconds', 'more', 'voice', 'language'].map((menu) => [
      `select speak:read-${menu}`,
      settings((stage, who) =>
        stage.choose(who, 'tended', `speak:read-${menu}:${stage.placeId('tended')}`, []),
      ),
    ]),
  ),
  'command speak pronounce': eachOf(
    forEverybody(command('speak pronounce')),
    settings((stage, who) =>
      stage.command(who, 'tended', 'speak pronounce', { word: 'Emcee', as: 'em see' }),
    ),
  ),
  'menu Speak this': forEverybody(menu('Speak this')),
  'button speak:preview': forEverybody(press('speak:preview:me')),
  'suggest speak voice voice': forEverybody(suggest('speak voice', 'voice')),
  'suggest speak voice instruction': forEverybody(suggest('speak voice', 'instruction')),
};
