import { speechSurface } from '../../commands/speak/index.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { assertNothingOdd } from '../../sandbox/test/support/nothing-odd.ts';
import { type PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { createClient } from '../../src/discord/client.ts';
import { Dispatcher } from '../../src/discord/dispatcher.ts';
import { logIn } from '../../src/discord/login.ts';
import { ClientMessageFeed } from '../../src/discord/message-feed.ts';
import { registerCommands } from '../../src/discord/registration.ts';
import { RestMessenger } from '../../src/discord/rest-messenger.ts';
import { systemClock } from '../../src/operations/clock.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import type { SpeechSettings } from '../../src/speech/desk-parts.ts';
import { wordsFor } from '../../src/words/index.ts';
import { limitedSpeech, speechDesk } from './desks.ts';
import { type RecordingLog, recordingLog } from './fake-log.ts';
import { FakeSynthesis } from './fake-synthesis.ts';
import { FakeVoiceRooms } from './fake-voice.ts';

type PersonName = 'owner' | 'moderator' | 'member' | 'newcomer';
type Given = Readonly<Record<string, string | number | boolean>>;
type Shown = PersonEvents['MESSAGE_CREATE'];

/** All that a message says, controls included. */
export const textOf = ({ components, content }: Pick<Shown, 'components' | 'content'>) =>
  `${content}${JSON.stringify(components ?? [])}`;
export const shows = (text: string) => (message: Shown) => textOf(message).includes(text);

/** The commands of reading aloud through the real dispatcher and discord.js; voice and the service are faked. */
export interface SpeechBot extends AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly desk: SpeechDesk;
  readonly rooms: FakeVoiceRooms;
  readonly synthesis: FakeSynthesis;
  readonly recorded: RecordingLog;
  /** The channel in which commands are used. */
  readonly general: string;
  /** Somebody else. */
  person(name: PersonName): Promise<SandboxPerson>;
  /** Puts somebody into the lounge. */
  join(name: PersonName): void;
  readonly member: SandboxPerson;
  /** The member, or somebody else, uses a command of `/speak`; resolves to the answer once it shows so. */
  use(command: string, options: Given, sign: string, by?: SandboxPerson): Promise<Shown>;
}

/** Everybody sees it. */
export const lounge = '1324000000000000120';

export async function startSpeechBot(
  settings: Partial<SpeechSettings> & { readonly messageContent?: boolean } = {},
): Promise<SpeechBot> {
  const { messageContent = false, ...changes } = settings;
  const discord = await startDiscordSandbox(messageContent ? { privilegedIntents: ['MessageContent'] } : {});
  const recorded = recordingLog();
  const { log } = recorded;
  const client = createClient({ apiUrl: discord.apiUrl, log, messageContent });
  const rooms = new FakeVoiceRooms();
  const synthesis = new FakeSynthesis();
  const desk = speechDesk({
    settings: { ...limitedSpeech, ...changes },
    rooms,
    synthesis,
    messenger: new RestMessenger(client, Date.now),
    feed: messageContent ? new ClientMessageFeed(client, log) : undefined,
    clock: systemClock,
    log,
  });
  const surface = speechSurface(desk);
  const dispatcher = new Dispatcher({ features: [surface], wordsFor, log, now: Date.now });
  dispatcher.attach(client);
  desk.open();
  const ready = await logIn(client, { token: discord.botToken, apiUrl: discord.apiUrl });
  await registerCommands({
    rest: client.rest,
    applicationId: ready.application.id,
    commands: surface.commands,
    messageCommands: surface.messageCommands ?? [],
    languages: [wordsFor('en-US'), wordsFor('zh-CN')],
    log,
  });
  const people: SandboxPerson[] = [];
  const connect = async (name: PersonName) => {
    const person = await SandboxPerson.connect(discord, discord.people[name]);
    people.push(person);
    return person;
  };
  const member = await connect('member');
  const { general } = discord.channels;
  return {
    discord,
    general,
    desk,
    rooms,
    synthesis,
    recorded,
    join: (name) => rooms.put(discord.guildId, discord.people[name].id, lounge),
    person: connect,
    member,
    use: async (command, options, sign, by = member) =>
      await by.answerTo(await by.invoke(general, ['speak', command], options), shows(sign)),
    [Symbol.asyncDispose]: async () => {
      await dispatcher.close();
      await desk.close();
      for (const person of people) person.disconnect();
      await client.destroy();
      await discord.close();
      assertNothingOdd(discord);
    },
  };
}
