import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import type { Allowance } from '../../src/community/spending.ts';
import type { CallsParts } from '../../src/conversation/call-parts.ts';
import type {
  Call,
  CallLine,
  CallRequest,
  CallSettings,
  CallTool,
} from '../../src/conversation/call-types.ts';
import { openCalls } from '../../src/conversation/calls.ts';
import { usualAddressing } from '../../src/conversation/settings/addressing.ts';
import { usualInterruption } from '../../src/conversation/settings/interruption.ts';
import type { Clock } from '../../src/operations/clock.ts';
import type { ConversationEvent } from '../../src/service/realtime/conversation/conversation-types.ts';
import type { Ears, HeardFrame } from '../../src/voice/ears/types.ts';
import type {
  EnterRequest,
  PersonInVoice,
  RoomEnd,
  RoomLease,
  RoomState,
} from '../../src/voice/room/types.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeConversations, type FakeSession } from './fake-conversation.ts';
import { recordingLog } from './fake-log.ts';
import { PacedMouth } from './paced-mouth.ts';

/** Ears that pass on everybody, so that whoever is not to be heard has to be left out by the call itself. */
class LeakyEars implements Ears {
  readonly allowed: ReadonlySet<string>[] = [];
  readonly #listeners = new Set<(frame: HeardFrame) => void>();

  allow(userIds: ReadonlySet<string>): void {
    this.allowed.push(userIds);
  }

  onFrame(listener: (frame: HeardFrame) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  hear(frame: HeardFrame): void {
    for (const listener of [...this.#listeners]) listener(frame);
  }
}

/** A room of which a test says how it stands. */
export class SceneLease implements RoomLease {
  readonly guildId: string;
  readonly feature;
  readonly ears = new LeakyEars();
  readonly mouth: PacedMouth;
  readonly ended: Promise<RoomEnd>;
  readonly statuses: (string | undefined)[] = [];
  released = 0;
  state: RoomState;
  readonly #listeners = new Set<(state: RoomState) => void>();
  readonly #onEnded: (end: RoomEnd) => void;

  constructor({ guildId, channelId, feature }: EnterRequest, clock: Clock) {
    const { promise, resolve } = Promise.withResolvers<RoomEnd>();
    this.guildId = guildId;
    this.feature = feature;
    this.mouth = new PacedMouth(clock);
    this.state = { is: 'ready', channelId };
    this.ended = promise;
    this.#onEnded = resolve;
  }

  onChange(listener: (state: RoomState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  become(state: RoomState): void {
    this.state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }

  touch(): void {}

  async setStatus(text: string | undefined): Promise<void> {
    this.statuses.push(text);
  }

  async release(): Promise<void> {
    this.released += 1;
    this.leave('asked');
  }

  leave(end: RoomEnd): void {
    if (this.state.is === 'left') return;
    this.become({ is: 'left', channelId: this.state.channelId, end });
    this.#onEnded(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

export class SceneRooms {
  readonly leases: SceneLease[] = [];
  readonly people = new Map<string, PersonInVoice>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(): undefined {
    return undefined;
  }

  async enter(request: EnterRequest): Promise<RoomLease> {
    request.signal?.throwIfAborted();
    const lease = new SceneLease(request, this.#clock);
    this.leases.push(lease);
    return lease;
  }

  whereIs(_: string, userId: string): PersonInVoice | undefined {
    return this.people.get(userId);
  }

  async close(): Promise<void> {}
}

/** Seconds that a day has, for everybody together. */
export class SceneSpending {
  leftSeconds = 24 * 3_600;
  readonly finished: number[] = [];
  readonly #reserved = new Map<string, number>();

  async reserve({ id }: { readonly id: string }, amount: number): Promise<Allowance | undefined> {
    if (amount > this.leftSeconds)
      return { unit: 'live-seconds', scope: 'guild', limit: 3_600, left: this.leftSeconds, resetsAt: 0 };
    this.leftSeconds -= amount;
    this.#reserved.set(id, amount);
    return undefined;
  }

  async finish({ id }: { readonly id: string }, amount: number): Promise<void> {
    this.leftSeconds += (this.#reserved.get(id) ?? 0) - amount;
    this.#reserved.delete(id);
    this.finished.push(amount);
  }

  get spentSeconds(): number {
    return this.finished.reduce((sum, amount) => sum + amount, 0);
  }
}

export const voiceOf = (level: number) =>
  new Int16Array(320).map((_, index) => (index % 2 === 0 ? level : -level));
const speech = voiceOf(4_000);

export interface SceneOptions {
  readonly settings?: Partial<CallSettings>;
  readonly parts?: Partial<CallsParts>;
  readonly tools?: readonly CallTool[];
  /** Who takes part; `ann` alone when absent. She starts it. */
  readonly people?: readonly string[];
  readonly clock?: FakeClock;
}

/** A call in a room where a test speaks and says what the service does. */
export class CallScene {
  readonly clock: FakeClock;
  readonly service = new FakeConversations();
  readonly rooms: SceneRooms;
  readonly spending = new SceneSpending();
  readonly log = recordingLog();
  readonly lines: CallLine[] = [];
  readonly activities: string[] = [];
  readonly calls;
  readonly request: CallRequest;
  readonly #options: SceneOptions;
  readonly #rtp = new Map<string, number>();
  #call: Call | undefined;

  constructor(options: SceneOptions = {}) {
    const { settings, parts, tools = [], clock = new FakeClock() } = options;
    this.#options = options;
    this.clock = clock;
    this.rooms = new SceneRooms(clock);
    this.request = {
      id: 'call-1',
      reference: 'C1',
      guildId: 'guild',
      voiceChannelId: 'voice',
      textChannelId: 'text',
      startedBy: 'ann',
      locale: 'en-US',
      publicLocale: 'en-US',
      settings: {
        model: 'xq3.5-omni-realtime',
        speaks: true,
        turns: 'voice',
        search: 'off',
        addressing: { ...usualAddressing, names: ['Emcee'] },
        interruption: usualInterruption,
        transcript: true,
        ...settings,
      },
    };
    this.calls = openCalls({
      rooms: this.rooms,
      client: this.service,
      spending: this.spending,
      tools: () => tools,
      endpointing: usualEndpointing,
      echo: usualEcho,
      hasAnyRole: () => false,
      clock: this.clock,
      log: this.log.log,
      random: () => 0.5,
      ...parts,
    });
  }

  static async start(options: SceneOptions = {}): Promise<CallScene> {
    const scene = new CallScene(options);
    await scene.start();
    return scene;
  }

  async start(): Promise<void> {
    this.follow(await this.calls.start(this.request));
  }

  /** A call of these rooms that was begun in another way. */
  follow(call: Call): void {
    this.#call = call;
    call.onLine((line) => this.lines.push(line));
    call.onChange(() =>
      this.activities.push(call.state.is === 'running' ? call.state.activity : call.state.end),
    );
    for (const userId of this.#options.people ?? ['ann']) this.join(userId);
  }

  get call(): Call {
    if (!this.#call) throw new Error('the call was not started');
    return this.#call;
  }

  get session(): FakeSession {
    return this.service.current;
  }

  get lease(): SceneLease {
    const lease = this.rooms.leases.at(-1);
    if (!lease) throw new Error('no room was entered');
    return lease;
  }

  get playbacks() {
    return this.lease.mouth.playbacks;
  }

  /** Final lines, `who: what`, with a dash where it was cut. */
  get said(): readonly string[] {
    return this.lines
      .filter(({ final }) => final)
      .map(({ by, sure, cut }) => `${by.is === 'person' ? by.userId : 'bot'}: ${sure}${cut ? '–' : ''}`);
  }

  join(userId: string): void {
    this.rooms.people.set(userId, { channelId: 'voice', deafened: false });
    this.call.join(userId);
  }

  /** So long does each of them speak, all at once, while time goes by. */
  async speak(durationMs: number, ...people: readonly string[]): Promise<void> {
    for (let passed = 0; passed < durationMs; passed += 20) {
      for (const userId of people) this.frame(userId);
      await this.clock.advance(20);
    }
  }

  frame(userId: string, samples = speech): void {
    // Somebody who was silent comes back where time has got to.
    const rtpTimestamp = Math.max(this.#rtp.get(userId) ?? 0, (this.clock.now() % 1_000_000) * 48);
    this.#rtp.set(userId, rtpTimestamp + 960);
    this.lease.ears.hear({ userId, samples, rtpTimestamp, kind: 'spoken' });
  }

  /** Nobody speaks: those who did send the silence that ends speech. */
  async quiet(durationMs: number): Promise<void> {
    for (const [userId, rtpTimestamp] of this.#rtp)
      this.lease.ears.hear({ userId, samples: new Int16Array(320), rtpTimestamp, kind: 'silence' });
    await this.clock.advance(durationMs);
  }

  async tell(...events: readonly ConversationEvent[]): Promise<void> {
    this.session.tell(...events);
    await this.clock.advance(0);
  }

  /** The service takes somebody's turn; its transcript only when there's a text. */
  async turn(itemId: string, text?: string): Promise<void> {
    await this.tell(
      { is: 'speech-started', itemId, atMs: 0 },
      { is: 'speech-stopped', itemId, atMs: 0 },
      { is: 'committed', itemId },
      ...(text === undefined ? [] : [{ is: 'heard', itemId, text } as const]),
    );
  }

  /** The service answers, all of it at once. */
  async answer(responseId: string, text: string, audioMs: number): Promise<void> {
    await this.tell({ is: 'response-started', responseId }, ...this.spoken(responseId, text, audioMs));
    await this.finish(responseId);
  }

  spoken(responseId: string, text: string, audioMs: number): readonly ConversationEvent[] {
    const pcm = new Uint8Array(audioMs * 48).map((_, index) => (Math.floor(index / 960) % 250) + 1);
    return [
      { is: 'answer-text', responseId, delta: text },
      { is: 'answer-audio', responseId, pcm },
    ];
  }

  async finish(
    responseId: string,
    end: 'completed' | 'cancelled' | 'failed' | 'silent' = 'completed',
  ): Promise<void> {
    await this.tell({ is: 'response-ended', responseId, end, usage: undefined, sources: [] });
  }
}
