import { Refusal } from '../../refusal/refusal.ts';
import type { Ears, HeardFrame } from '../ears/types.ts';
import type { Mouth, MouthSeat } from '../mouth/types.ts';
import type { RoomFeature } from './feature.ts';
import type { EnterRequest, NoticePlace, RoomEnd, RoomLease, RoomState } from './types.ts';

/** What a lease needs from its room. */
export interface LeaseHost {
  readonly guildId: string;
  readonly state: RoomState;
  touch(): void;
  /** The people who may be heard by a lease changed. */
  hearingChanged(): void;
  statusChanged(): Promise<void>;
  release(lease: Lease): Promise<void>;
  failed(error: unknown): void;
}

/** A feature's part of a room; the feature itself sees a `RoomLease`. */
export class Lease implements RoomLease {
  readonly feature: RoomFeature;
  readonly mouth: Mouth;
  readonly ears: Ears;
  readonly ended: Promise<RoomEnd>;
  readonly waiters = new RoomWaiters();
  notices: NoticePlace;
  /** People could hear it at least once, so its feature knows about it. */
  isTaken = false;
  readonly #host: LeaseHost;
  readonly #seat: MouthSeat;
  readonly #stateListeners = new Set<(state: RoomState) => void>();
  readonly #frameListeners = new Set<(frame: HeardFrame) => void>();
  readonly #onEnded: (end: RoomEnd) => void;
  #allowed: ReadonlySet<string>;
  #status: string | undefined;
  #over: RoomState | undefined;

  constructor(host: LeaseHost, { feature, notices, allowed = new Set() }: EnterRequest, seat: MouthSeat) {
    const { promise, resolve } = Promise.withResolvers<RoomEnd>();
    this.feature = feature;
    this.notices = notices;
    this.ended = promise;
    this.#onEnded = resolve;
    this.#host = host;
    this.#seat = seat;
    this.#allowed = new Set(allowed);
    this.mouth = seat;
    this.ears = {
      allow: (userIds) => this.#allow(userIds),
      onFrame: (listener) => {
        this.#frameListeners.add(listener);
        return () => this.#frameListeners.delete(listener);
      },
    };
  }

  get guildId(): string {
    return this.#host.guildId;
  }

  get state(): RoomState {
    return this.#over ?? this.#host.state;
  }

  /** People who agreed to be heard by this feature. */
  get allowed(): ReadonlySet<string> {
    return this.#allowed;
  }

  get status(): string | undefined {
    return this.#status;
  }

  onChange(listener: (state: RoomState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  touch(): void {
    if (!this.#over) this.#host.touch();
  }

  async setStatus(text: string | undefined): Promise<void> {
    if (this.#over) return;
    this.#status = text;
    await this.#host.statusChanged();
  }

  async release(): Promise<void> {
    if (!this.#over) await this.#host.release(this);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  /** Passes on what its feature may hear. */
  hearFrame(frame: HeardFrame): void {
    if (!this.#allowed.has(frame.userId)) return;
    for (const listener of this.#frameListeners) this.#guarded(() => listener(frame));
  }

  /** The room changed. */
  tellState(): void {
    if (!this.#over) this.#tell(this.state);
  }

  #tell(state: RoomState): void {
    for (const listener of [...this.#stateListeners]) this.#guarded(() => listener(state));
  }

  /** The lease is over, because it was released or the room is gone: it can't hear or speak any more. */
  end(end: RoomEnd): void {
    if (this.#over) return;
    const { channelId } = this.state;
    this.#over = { is: 'left', channelId, end };
    this.#allowed = new Set();
    this.#status = undefined;
    this.#seat.close();
    this.waiters.settle(answerOf(this.#over, []));
    this.#tell(this.#over);
    this.#onEnded(end);
  }

  #allow(userIds: ReadonlySet<string>): void {
    if (this.#over) return;
    this.#allowed = new Set(userIds);
    this.#host.hearingChanged();
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#host.failed(error);
    }
  }
}

/** What waiting callers are told; undefined: nothing yet. */
export type Answer = 'heard' | Refusal | undefined;

/** Callers who wait until people can hear a room, each with a signal. */
export class RoomWaiters {
  readonly #waiting = new Set<(answer: 'heard' | Refusal) => void>();
  #answer: Answer;

  /** Nobody is waiting any more. */
  get empty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Answers the callers who wait now, and later ones; undefined: later ones have to wait. */
  settle(answer: Answer): void {
    this.#answer = answer;
    if (answer === undefined) return;
    for (const done of [...this.#waiting]) done(answer);
  }

  /**
   * Resolves when people can hear the room.
   * @throws {Refusal} or the signal's reason
   */
  wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (answer: 'heard' | Refusal) => {
        forget();
        if (answer === 'heard') resolve();
        else reject(answer);
      };
      const onAbort = () => {
        forget();
        reject(signal?.reason);
      };
      const forget = () => {
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', onAbort);
      };
      if (signal?.aborted) onAbort();
      else if (this.#answer !== undefined) done(this.#answer);
      else {
        this.#waiting.add(done);
        signal?.addEventListener('abort', onAbort, { once: true });
      }
    });
  }
}

/** What a state means for waiting callers; undefined: keep waiting. */
export function answerOf(state: RoomState, missing: readonly string[]): Answer {
  const { channelId } = state;
  switch (state.is) {
    case 'ready':
      return 'heard';
    case 'muted':
      return missing.length > 0
        ? new Refusal({ code: 'bot-lacks-permissions', permissions: missing, channelId })
        : new Refusal({ code: 'voice-muted', channelId });
    case 'suppressed':
      return new Refusal({ code: 'voice-audience', channelId });
    case 'leaving':
    case 'left':
      if (state.end === 'shutting-down') return new Refusal({ code: 'shutting-down' });
      if (state.end === 'alone') return new Refusal({ code: 'voice-nobody-there', channelId });
      if (state.end === 'not-permitted' && missing.length > 0)
        return new Refusal({ code: 'bot-lacks-permissions', permissions: missing, channelId });
      return new Refusal({ code: 'voice-unreachable', channelId });
    case 'joining':
    case 'moved':
    case 'lost':
      return undefined;
  }
}
