import type { Clock } from '../../operations/clock.ts';
import { patienceMs } from './session-limits.ts';

/**
 * Whether an open session is still alive. After a turn, the service should send something. It sends nothing if it heard
 * no speech, so it's sent a request that it always answers before it counts as mute.
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #tell: (is: 'probe' | 'mute') => void;
  #waiting: AbortController | undefined;

  /** @param signal aborts when the call is over */
  constructor(clock: Clock, signal: AbortSignal, tell: (is: 'probe' | 'mute') => void) {
    this.#clock = clock;
    this.#signal = signal;
    this.#tell = tell;
  }

  /** A turn is over. */
  expectReaction(): void {
    if (this.#waiting) return;
    this.#waiting = new AbortController();
    void this.#watch(AbortSignal.any([this.#waiting.signal, this.#signal]));
  }

  /** The service sent something, or there's no session to send anything. */
  noteReaction(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    try {
      await this.#clock.sleep(patienceMs, signal);
      this.#tell('probe');
      await this.#clock.sleep(patienceMs, signal);
    } catch {
      return;
    }
    this.#waiting = undefined;
    this.#tell('mute');
  }
}
