import type { Actor } from '../../src/authority/actor.ts';
import { CallSeats } from '../../src/call/call-seats.ts';
import type { RunningCallRecord } from '../../src/call/running-calls.ts';
import type { ConsentRecord } from '../../src/community/consent.ts';
import {
  type GuildConversation,
  GuildConversationSettings,
} from '../../src/community/conversation-settings.ts';
import type { AllowanceLeft } from '../../src/community/words/spending-words.ts';
import type { CallAsk } from '../../src/conversation/call-ask.ts';
import { settingsOf } from '../../src/conversation/call-ask.ts';
import type { CallLine, CallRequest } from '../../src/conversation/call-types.ts';
import { ConversationDesk } from '../../src/conversation/desk.ts';
import { Questions } from '../../src/conversation/tools/questions.ts';
import type { Order } from '../../src/discord/order.ts';
import { fakeActor } from './fake-actor.ts';
import { FakeCalls } from './fake-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { recordingLog } from './fake-log.ts';
import { FakeVoiceRooms } from './fake-voice.ts';
import { FakeVoicePeople } from './fake-voice-people.ts';
import { FakeMessenger, Lifeline, MemoryShelf } from './video-world.ts';

export const guildId = '400000000000000001';
export const textChannel = '300000000000000001';
export const voiceChannel = '300000000000000009';
export const ada = '200000000000000001';
export const ben = '200000000000000002';

/** Conversations as people see them, with calls, rooms and Discord faked. */
export class ConversationWorld {
  readonly clock = new FakeClock();
  readonly #line = new Lifeline();
  readonly consents = new MemoryShelf<ConsentRecord>(() => this.#line);
  readonly running = new MemoryShelf<RunningCallRecord>(() => this.#line);
  readonly guilds = new GuildConversationSettings(new MemoryShelf<GuildConversation>(() => this.#line));
  readonly messenger = new FakeMessenger(this.clock, () => this.#line);
  readonly rooms = new FakeVoiceRooms();
  readonly people = new FakeVoicePeople(this.rooms);
  readonly calls = new FakeCalls();
  readonly recorded = recordingLog();
  readonly prepared: string[] = [];
  readonly forgotten: string[] = [];
  readonly questions = new Questions({
    messenger: this.messenger,
    clock: this.clock,
    log: this.recorded.log,
  });
  allowance: AllowanceLeft | undefined;
  exposed = false;
  jpeg: (url: string) => Promise<Uint8Array> = async () => new Uint8Array([0xff, 0xd8, 0xff]);
  readonly seats = new CallSeats();
  readonly desk = new ConversationDesk({
    calls: this.calls,
    seats: this.seats,
    tools: {
      prepare: async ({ id }) => void this.prepared.push(id),
      forget: (id) => void this.forgotten.push(id),
    },
    questions: this.questions,
    guilds: this.guilds,
    consents: this.consents,
    running: this.running,
    rooms: this.rooms,
    people: this.people,
    jpegOf: async (url) => await this.jpeg(url),
    exposes: () => this.exposed,
    allowanceOf: async () => this.allowance,
    region: 'singapore',
    model: 'xq3.5-omni-realtime',
    messenger: this.messenger,
    clock: this.clock,
    log: this.recorded.log,
  });
  #orders = 0;

  order(userId = ada, changes: Partial<Order> = {}): Order {
    this.#orders += 1;
    return {
      id: String(1_000_000_000_000_000_000n + BigInt(this.#orders)),
      reference: `TEST-000${this.#orders}`,
      guildId,
      channelId: textChannel,
      userId,
      locale: 'en-US',
      publicLocale: 'en-US',
      panel: {
        channelId: textChannel,
        applicationId: '500000000000000001',
        token: 'token',
        tokenExpiresAt: this.clock.now() + 15 * 60_000,
      },
      attachmentLimitBytes: 10 * 1024 * 1024,
      ...changes,
    };
  }

  arrive(...userIds: readonly string[]): void {
    for (const userId of userIds) this.people.arrive({ guildId, channelId: voiceChannel, userId });
  }

  /** Begins a call of somebody who is in the voice channel. */
  async start(ask: CallAsk = {}, actor: Actor = actorOf(ada)) {
    if (!this.rooms.whereIs(guildId, actor.userId)) this.arrive(actor.userId);
    await this.desk.start(this.order(actor.userId), actor, ask, 'Emcee');
    const call = this.calls.of(guildId);
    if (!call) throw new Error('no call');
    await this.clock.advance(0);
    return call;
  }

  /** What the panel shows by now. */
  async panel(): Promise<string> {
    await this.clock.advance(2_000);
    return FakeMessenger.textOf(this.messenger.panels.at(-1));
  }

  posts(channelId = textChannel): readonly string[] {
    return this.messenger.posted
      .filter((message) => message.channelId === channelId)
      .map(({ body }) => FakeMessenger.textOf(body));
  }
}

/** Somebody who sees every channel. */
export function actorOf(userId: string, facts: Partial<Parameters<typeof fakeActor>[0]> = {}): Actor {
  return fakeActor({ userId, guildId, ...facts });
}

export function callRequest(ask: CallAsk = {}, changes: Partial<CallRequest> = {}): CallRequest {
  return {
    id: '1000000000000000077',
    reference: 'TEST-0077',
    guildId,
    voiceChannelId: voiceChannel,
    textChannelId: textChannel,
    startedBy: ada,
    locale: 'en-US',
    publicLocale: 'en-US',
    settings: settingsOf(ask, { model: 'xq3.5-omni-realtime', name: 'Emcee' }),
    ...changes,
  };
}

export function callLine(changes: Partial<CallLine> = {}): CallLine {
  return {
    id: 'line-1',
    by: { is: 'person', userId: ada },
    sure: 'hello',
    unsure: '',
    final: true,
    cut: false,
    sources: [],
    at: Date.UTC(2026, 0, 15, 12, 3, 5),
    ...changes,
  };
}
