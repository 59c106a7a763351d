import type { Actor } from '../../src/authority/actor.ts';
import { CallLocks } from '../../src/call/call-locks.ts';
import type { RunningCallRecord } from '../../src/call/running-calls.ts';
import type { ConsentRecord } from '../../src/community/consent.ts';
import type { Order } from '../../src/discord/order.ts';
import { orderOf } from './desks.ts';
import { fakeActor } from './fake-actor.ts';
import { FakeClock } from './fake-clock.ts';
import { recordingLog } from './fake-log.ts';
import { FakeMessenger } from './fake-messenger.ts';
import { FakeVoiceRooms } from './fake-voice.ts';
import { FakeVoicePeople } from './fake-voice-people.ts';
import { Lifeline } from './lifeline.ts';
import { MemoryShelf, WriteFaults } from './memory-shelf.ts';

export const guildId = '400000000000000001';
export const textChannel = '300000000000000001';
export const voiceChannel = '300000000000000009';
export const ada = '200000000000000001';
export const ben = '200000000000000002';

/** A person who sees every channel. */
export function actorOf(userId: string, facts: Partial<Parameters<typeof fakeActor>[0]> = {}): Actor {
  return fakeActor({ userId, guildId, ...facts });
}

/** What Ada asked for. */
export const callBasics = {
  reference: 'TEST-0077',
  guildId,
  voiceChannelId: voiceChannel,
  textChannelId: textChannel,
  panelChannelId: textChannel,
  startedBy: ada,
  locale: 'en-US',
  publicLocale: 'en-US',
} as const;

/** What calls of every kind are shown in and asked for: rooms, people and Discord faked. */
export class CallWorld {
  readonly clock = new FakeClock();
  readonly line = new Lifeline();
  readonly writeFaults = new WriteFaults(() => this.clock.now());
  readonly consents = new MemoryShelf<ConsentRecord>(() => this.line, this.writeFaults);
  /** People who said *never listen to me*. */
  readonly unheard = new Set<string>();
  readonly running = new MemoryShelf<RunningCallRecord>(() => this.line, this.writeFaults);
  readonly messenger = new FakeMessenger(this.clock, () => this.line);
  readonly rooms = new FakeVoiceRooms();
  readonly people = new FakeVoicePeople(this.rooms);
  readonly locks = new CallLocks();
  readonly recorded = recordingLog();
  /** Whether the bot may write in the chat of the voice channel. */
  writesInVoiceChat = false;
  /** Whether people see the text channel who don't see the voice channel. */
  exposed = false;
  /** Whether people see a voice channel that they aren't in. */
  sees = true;
  jpeg: (url: string) => Promise<Uint8Array> = async () => new Uint8Array([0xff, 0xd8, 0xff]);
  readonly #firstOrder: bigint;
  #orders = 0;

  /** @param firstOrder ids of what's asked for count from there */
  constructor(firstOrder: bigint) {
    this.#firstOrder = firstOrder;
  }

  /** What every desk is made of, apart from its calls. */
  get deskParts() {
    return {
      locks: this.locks,
      consents: this.consents,
      unheard: this.unheard,
      running: this.running,
      rooms: this.rooms,
      people: this.people,
      jpegOf: async (url: string) => await this.jpeg(url),
      exposes: () => this.exposed,
      sees: () => this.sees,
      mayWrite: () => this.writesInVoiceChat,
      region: 'singapore',
      messenger: this.messenger,
      clock: this.clock,
      log: this.recorded.log,
    } as const;
  }

  order(userId = ada, changes: Partial<Order> = {}): Order {
    this.#orders += 1;
    const id = String(this.#firstOrder + BigInt(this.#orders));
    return orderOf(
      {
        id,
        reference: `TEST-${id.slice(1, 2)}00${this.#orders}`,
        guildId,
        channelId: textChannel,
        userId,
        now: this.clock.now(),
      },
      changes,
    );
  }

  arrive(...userIds: readonly string[]): void {
    for (const userId of userIds) this.people.arrive({ guildId, channelId: voiceChannel, userId });
  }

  /** Somebody arrives, and the desk has done what that leads to. */
  async come(userId: string): Promise<void> {
    this.arrive(userId);
    await this.clock.advance(0);
  }

  /** What the panel shows by now. */
  async panel(): Promise<string> {
    await this.clock.advance(2_000);
    // Messages that the bot only posted have no application.
    const edit = this.messenger.edits.findLast(({ panel }) => panel.applicationId !== '');
    return FakeMessenger.textOf(edit?.body);
  }

  posts(channelId = textChannel): readonly string[] {
    return this.messenger.posted
      .filter((message) => message.channelId === channelId)
      .map(({ body }) => FakeMessenger.textOf(body));
  }
}

/** One kind of call, as people see it. */
export abstract class CallKindWorld<Ask extends object, Call> extends CallWorld {
  abstract readonly desk: { start(order: Order, actor: Actor, ask: Ask): Promise<unknown> };
  abstract readonly calls: { of(guildId: string): Call | undefined };
  /** What has to be chosen. */
  protected abstract readonly asked: Ask;

  /** Begins a call of a person who is in the voice channel. */
  async start(ask: Partial<Ask> = {}, actor: Actor = actorOf(ada)): Promise<Call> {
    if (!this.rooms.whereIs(guildId, actor.userId)) this.arrive(actor.userId);
    await this.desk.start(this.order(actor.userId), actor, { ...this.asked, ...ask });
    const call = this.calls.of(guildId);
    if (!call) throw new Error('no call');
    await this.clock.advance(0);
    return call;
  }
}
