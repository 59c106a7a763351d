import { eventually } from '../../../sandbox/test/support/eventually.ts';
import type { Actor } from '../../../src/authority/actor.ts';
import { CallLocks } from '../../../src/call/call-locks.ts';
import { usualEcho } from '../../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../../src/call/hearing/endpointing.ts';
import type { RunningCallRecord } from '../../../src/call/running-calls.ts';
import type { ConsentRecord } from '../../../src/community/consent.ts';
import { openCalls } from '../../../src/conversation/call.ts';
import type { ConversationDesk } from '../../../src/conversation/desk.ts';
import type { Order } from '../../../src/discord/order.ts';
import type { InterpreterDesk } from '../../../src/interpreter/desk.ts';
import { openInterpretations } from '../../../src/interpreter/interpretation.ts';
import { usualInterpreter } from '../../../src/interpreter/settings.ts';
import { systemClock } from '../../../src/operations/clock.ts';
import type { SpeechDesk } from '../../../src/speech/desk.ts';
import { speechFeature } from '../../../src/speech/room-speech.ts';
import { anyShelf, conversationDesk, interpreterDesk, orderOf, speechDesk } from '../../support/desks.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeConversations } from '../../support/fake-conversation.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { FakeSynthesis } from '../../support/fake-synthesis.ts';
import { FakeTranslations } from '../../support/fake-translation.ts';
import { FakeVoicePeople } from '../../support/fake-voice-people.ts';
import { type RoomStage, startRoomStage } from '../../support/room-stage.ts';

const noNames = { user: () => undefined, role: () => undefined, channel: () => undefined };
const unlimited = {
  reserve: async () => undefined,
  finish: async () => undefined,
  left: async () => undefined,
};

/** Reading aloud, conversations and interpreters as they're wired, in real rooms of a real client; services are faked. */
export class RoomsAndFeatures implements AsyncDisposable {
  readonly stage: RoomStage;
  readonly messenger = new FakeMessenger(new FakeClock(Date.now()));
  readonly synthesis = new FakeSynthesis();
  readonly translations = new FakeTranslations();
  readonly conversationRecords = anyShelf<RunningCallRecord>();
  readonly interpreterRecords = anyShelf<RunningCallRecord>();
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
    const people = new FakeVoicePeople();
    people.in = (guildId, channelId) =>
      Object.values(stage.discord.people)
        .filter(({ id }) => rooms.whereIs(guildId, id)?.channelId === channelId)
        .map(({ id }) => ({ userId: id, name: id }));
    const heard = { rooms, spending: unlimited, endpointing: usualEndpointing, echo: usualEcho, clock, log };
    this.speech = speechDesk({ rooms, synthesis, messenger, clock, log });
    this.calls = openCalls({
      ...heard,
      client: new FakeConversations(),
      tools: () => [],
      toolRounds: 4,
      hasAnyRole: () => false,
    });
    const shared = {
      locks: new CallLocks(),
      consents: anyShelf<ConsentRecord>(),
      rooms,
      people,
      messenger,
      clock,
      log,
    };
    this.conversation = conversationDesk({
      ...shared,
      calls: this.calls,
      running: this.conversationRecords,
    });
    this.interpretations = openInterpretations({
      ...heard,
      client: this.translations,
      peopleIn: () => [],
      settings: usualInterpreter,
    });
    this.interpreter = interpreterDesk({
      ...shared,
      calls: this.interpretations,
      running: this.interpreterRecords,
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
    return orderOf({
      id: String(1_200_000_000_000_000_000n + BigInt(this.#orders)),
      reference: `TEST-${this.#orders}`,
      guildId: this.guildId,
      channelId: this.stage.discord.channels.general,
      userId: actor.userId,
      now: Date.now(),
    });
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
    return this.speech.line.list(this.actor('moderator')).length;
  }

  /** Whatever is there ends, and the room is left. */
  async clear(): Promise<void> {
    await this.call?.stop();
    await this.interpretation?.stop();
    if (this.reading) await this.speech.line.stop(this.actor('moderator'));
    await eventually(() => this.reading === undefined && !this.call && !this.interpretation, 'an empty room');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.speech.close();
    await this.conversation.close();
    await this.interpreter.close();
    await this.stage[Symbol.asyncDispose]();
  }
}
