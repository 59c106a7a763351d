import type { Allowance, SpendingEntry } from '../../src/community/spending.ts';
import type { Clock } from '../../src/operations/clock.ts';
import type { Ears, HeardFrame } from '../../src/voice/ears/types.ts';
import type { EnterRequest, PersonInVoice, RoomLease } from '../../src/voice/room/types.ts';
import { FakeClock } from './fake-clock.ts';
import { recordingLog } from './fake-log.ts';
import { ToldLease } from './fake-voice.ts';
import { Listeners } from './listeners.ts';
import { PacedMouth } from './paced-mouth.ts';
import { voiced } from './speech-frames.ts';

/** Ears that pass on everybody, so that whoever is not to be heard has to be left out by the call itself. */
class LeakyEars implements Ears {
  readonly allowed: ReadonlySet<string>[] = [];
  readonly #listeners = new Listeners<(frame: HeardFrame) => void>();
  readonly onFrame = this.#listeners.listen;

  allow(userIds: ReadonlySet<string>): void {
    this.allowed.push(userIds);
  }

  hear(frame: HeardFrame): void {
    this.#listeners.tell(frame);
  }
}

/** One whose ears leak, and whose mouth is as fast as the clock. */
export class SceneLease extends ToldLease implements RoomLease {
  readonly notices: EnterRequest['notices'];
  readonly ears = new LeakyEars();
  readonly mouth: PacedMouth;
  released = 0;

  constructor(request: EnterRequest, clock: Clock) {
    super(request);
    this.notices = request.notices;
    this.mouth = new PacedMouth(clock);
  }

  touch(): void {}

  async release(): Promise<void> {
    this.released += 1;
    this.leave('asked');
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
  isPaused = false;
  readonly finished: number[] = [];
  readonly #reserved = new Map<string, number>();

  async reserve(
    { id, scopes }: Pick<SpendingEntry, 'id' | 'scopes'>,
    amount: number,
  ): Promise<Allowance | undefined> {
    // A person's own day never ends here; see live-budget.test.ts.
    if (scopes?.includes('person')) return undefined;
    const none = { unit: 'live-seconds', scope: 'guild', limit: 0, left: 0, resetsAt: 0 } as const;
    if (this.isPaused) return { ...none, pausedBy: 'guild' };
    if (amount > this.leftSeconds)
      return { unit: 'live-seconds', scope: 'guild', limit: 3_600, left: this.leftSeconds, resetsAt: 0 };
    this.leftSeconds -= amount;
    this.#reserved.set(id, amount);
    return undefined;
  }

  async left(): Promise<undefined> {
    return undefined;
  }

  async finish({ id, scopes }: Pick<SpendingEntry, 'id' | 'scopes'>, amount: number): Promise<void> {
    if (scopes?.includes('person')) return;
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

/** A room in which a test speaks, whatever kind of call is in it. */
export class RoomScene {
  readonly clock: FakeClock;
  readonly rooms: SceneRooms;
  readonly spending = new SceneSpending();
  readonly log = recordingLog();
  readonly activities: string[] = [];
  readonly #rtp = new Map<string, number>();
  readonly #spoken = new Map<string, number>();

  constructor(clock = new FakeClock()) {
    this.clock = clock;
    this.rooms = new SceneRooms(clock);
  }

  get lease(): SceneLease {
    const lease = this.rooms.leases.at(-1);
    if (!lease) throw new Error('no room was entered');
    return lease;
  }

  arrive(userId: string, channelId = 'voice'): void {
    this.rooms.people.set(userId, { channelId, deafened: false, muted: false });
  }

  depart(userId: string): void {
    this.rooms.people.delete(userId);
  }

  /** So long does each of them speak, all at once, while time goes by. */
  async speak(durationMs: number, ...people: readonly string[]): Promise<void> {
    for (let passed = 0; passed < durationMs; passed += 20) {
      for (const userId of people) this.frame(userId);
      await this.clock.advance(20);
    }
  }

  frame(userId: string, samples?: Int16Array): void {
    // Somebody who was silent comes back where time has got to.
    const rtpTimestamp = Math.max(this.#rtp.get(userId) ?? 0, (this.clock.now() % 1_000_000) * 48);
    this.#rtp.set(userId, rtpTimestamp + 960);
    const spoken = this.#spoken.get(userId) ?? 0;
    this.#spoken.set(userId, spoken + 1);
    this.lease.ears.hear({ userId, samples: samples ?? voiced(spoken), rtpTimestamp, kind: 'spoken' });
  }

  /** What Discord sends behind a last word. */
  silence(userId: string): void {
    const rtpTimestamp = this.#rtp.get(userId) ?? 0;
    this.lease.ears.hear({ userId, samples: new Int16Array(320), rtpTimestamp, kind: 'silence' });
  }

  /** That of everybody who spoke. */
  fallSilent(): void {
    for (const userId of this.#rtp.keys()) this.silence(userId);
  }
}
