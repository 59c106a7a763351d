import { speechSurface } from '../../commands/speak/index.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { assertNothingOdd } from '../../sandbox/test/support/nothing-odd.ts';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
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

/** The commands of reading aloud through the real dispatcher and discord.js; voice and the service are faked. */
export interface SpeechBot extends AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly desk: SpeechDesk;
  readonly rooms: FakeVoiceRooms;
  readonly synthesis: FakeSynthesis;
  readonly recorded: RecordingLog;
  person(name?: 'owner' | 'moderator' | 'member' | 'newcomer'): Promise<SandboxPerson>;
  /** Puts somebody into the lounge. */
  join(name: 'owner' | 'moderator' | 'member' | 'newcomer'): void;
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
  return {
    discord,
    desk,
    rooms,
    synthesis,
    recorded,
    join: (name) => rooms.put(discord.guildId, discord.people[name].id, lounge),
    person: async (name = 'member') => {
      const person = await SandboxPerson.connect(discord, discord.people[name]);
      people.push(person);
      return person;
    },
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
