import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { Actor } from '../../src/authority/actor.ts';
import { CallLocks } from '../../src/call/call-locks.ts';
import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import type { RunningCallRecord } from '../../src/call/running-calls.ts';
import { SwitchedTools } from '../../src/community/switched-tools.ts';
import { openCalls } from '../../src/conversation/call.ts';
import { ConversationDesk } from '../../src/conversation/desk.ts';
import { Questions } from '../../src/conversation/tools/questions.ts';
import type { Order } from '../../src/discord/order.ts';
import { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { Glossary } from '../../src/interpreter/glossary.ts';
import { openInterpretations } from '../../src/interpreter/interpretation.ts';
import { usualInterpreter } from '../../src/interpreter/settings.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { SpeechDesk } from '../../src/speech/desk.ts';
import { speechFeature } from '../../src/speech/room-speech.ts';
import { fakeActor } from './fake-actor.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeConversations } from './fake-conversation.ts';
import { FakeMessenger } from './fake-messenger.ts';
import { FakeMoney } from './fake-money.ts';
import { memorySettings } from './fake-settings.ts';
import { FakeSynthesis } from './fake-synthesis.ts';
import { FakeTranslations } from './fake-translation.ts';
import { FakeVoicePeople } from './fake-voice-people.ts';
import { Lifeline } from './lifeline.ts';
import { MemoryShelf } from './memory-shelf.ts';
import { type RoomStage, startRoomStage } from './room-stage.ts';
import { voices } from './speech-world.ts';

const noNames = { user: () => undefined, role: () => undefined, channel: () => undefined };
const unlimited = {
  reserve: async () => undefined,
  finish: async () => undefined,
  left: async () => undefined,
};

/** Reading aloud, conversations and interpreters as they're wired, in real rooms of a real client; services are faked. */
export class RoomsAndFeatures implements AsyncDisposable {
  readonly stage: RoomStage;
  readonly messenger = new FakeMessenger(new FakeClock(Date.now()), () => new Lifeline());
  readonly synthesis = new FakeSynthesis();
  readonly translations = new FakeTranslations();
  readonly conversationRecords = new MemoryShelf<RunningCallRecord>(() => new Lifeline());
  readonly interpreterRecords = new MemoryShelf<RunningCallRecord>(() => new Lifeline());
  readonly calls;
  readonly interpretations;
  readonly speech: SpeechDesk;
  readonly conversation: ConversationDesk;
  readonly interpreter: InterpreterDesk;
  #orders = 0;

  private constructor(stage: RoomStage) {
    this.stage = stage;
    const { rooms, bot } = stage;
    const { log } = bot.recorded;
    const { messenger, synthesis } = this;
    const clock = systemClock;
    const shelf = <Value>() => new MemoryShelf<Value>(() => new Lifeline());
    const people = new FakeVoicePeople();
    people.in = (guildId, channelId) =>
      Object.values(stage.discord.people)
        .filter(({ id }) => rooms.whereIs(guildId, id)?.channelId === channelId)
        .map(({ id }) => ({ userId: id, name: id }));
    const locks = new CallLocks();
    const heard = { rooms, spending: unlimited, endpointing: usualEndpointing, echo: usualEcho, clock, log };
    this.speech = new SpeechDesk({
      settings: {
        model: 'tts-v3-flash',
        voice: 'harbour',
        voices,
        format: 'opus',
        longestText: 2_000,
        charactersPerPersonPerDay: 0,
        charactersPerGuildPerDay: 0,
        charactersPerBotPerDay: 0,
      },
      rooms,
      synthesis,
      packetsOf: (audio) => audio,
      people: shelf(),
      guilds: memorySettings().page('speech'),
      spent: new FakeMoney().held(),
      unfinished: shelf(),
      panels: shelf(),
      exposes: () => false,
      messenger,
      clock,
      log,
    });
    this.calls = openCalls({
      ...heard,
      client: new FakeConversations(),
      tools: () => [],
      toolRounds: 4,
      hasAnyRole: () => false,
    });
    const shared = {
      locks,
      consents: shelf<{ at: number }>(),
      unheard: new Set<string>(),
      rooms,
      people,
      exposes: () => false,
      sees: () => true,
      mayWrite: () => false,
      jpegOf: async () => new Uint8Array(),
      region: 'singapore',
      messenger,
      clock,
      log,
    } as const;
    this.conversation = new ConversationDesk({
      ...shared,
      calls: this.calls,
      running: this.conversationRecords,
      tools: { prepare: async () => undefined, forget: () => undefined },
      questions: new Questions({ messenger, clock, log }),
      guilds: new SwitchedTools(memorySettings().page('conversation')),
      model: 'xq3.5-omni-realtime',
      botName: () => 'Emcee',
    });
    this.interpretations = openInterpretations({
      ...heard,
      client: this.translations,
      peopleIn: () => [],
      settings: usualInterpreter,
    });
    this.interpreter = new InterpreterDesk({
      ...shared,
      calls: this.interpretations,
      running: this.interpreterRecords,
      glossary: new Glossary({ page: memorySettings().page('interpreter'), pronunciations: async () => [] }),
      languages: shelf(),
      detectsLanguage: false,
    });
    this.speech.open();
    this.conversation.open();
    this.interpreter.open();
  }

  static async start(): Promise<RoomsAndFeatures> {
    const stage = await startRoomStage();
    await stage.sit('member');
    return new RoomsAndFeatures(stage);
  }

  get guildId(): string {
    return this.stage.discord.guildId;
  }

  get call() {
    return this.calls.of(this.guildId);
  }

  get interpretation() {
    return this.interpretations.of(this.guildId);
  }

  /** Of reading aloud. */
  get reading() {
    return this.stage.rooms.of(this.guildId, speechFeature);
  }

  actor(name: 'member' | 'moderator' = 'member'): Actor {
    const userId = this.stage.discord.people[name].id;
    const isModerator = name === 'moderator';
    return fakeActor({ userId, guildId: this.guildId, everywhere: isModerator ? ['ManageMessages'] : [] });
  }

  order(actor: Actor): Order {
    this.#orders += 1;
    const channelId = this.stage.discord.channels.general;
    return {
      id: String(1_200_000_000_000_000_000n + BigInt(this.#orders)),
      reference: `TEST-${this.#orders}`,
      guildId: this.guildId,
      channelId,
      userId: actor.userId,
      locale: 'en-US',
      publicLocale: 'en-US',
      panel: { channelId, applicationId: 'app', token: 'token', tokenExpiresAt: Date.now() + 15 * 60_000 },
      attachmentLimitBytes: 10 * 1024 * 1024,
    };
  }

  /** @param seconds how long it takes to say */
  async say(actor = this.actor(), seconds = 0.1): Promise<void> {
    this.synthesis.scripts.push({ chunks: seconds * 50 });
    await this.speech.say(this.order(actor), { text: 'Good evening, everybody.', names: noNames });
  }

  async converse(actor = this.actor()): Promise<void> {
    await this.conversation.start(this.order(actor), actor, {});
  }

  async interpret(actor = this.actor()): Promise<void> {
    await this.interpreter.start(this.order(actor), actor, { languages: 'en, de', captions: 'off' });
  }

  /** As Discord sees the bot: does it hear anybody? */
  get isDeaf(): boolean | undefined {
    const { discord } = this.stage;
    return discord.voiceStates.find(this.guildId, discord.botUserId)?.selfDeaf;
  }

  get textsInLine(): number {
    return this.speech.list(this.actor('moderator')).length;
  }

  /** Whatever is there ends, and the room is left. */
  async clear(): Promise<void> {
    await this.call?.stop();
    await this.interpretation?.stop();
    if (this.reading) await this.speech.stop(this.actor('moderator'));
    await eventually(() => this.reading === undefined && !this.call && !this.interpretation, 'an empty room');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.speech.close();
    await this.conversation.close();
    await this.interpreter.close();
    await this.stage[Symbol.asyncDispose]();
  }
}
