import type { Clock } from '../../operations/clock.ts';

export interface SignsOfLifeOptions {
  readonly clock: Clock;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
  /** The service had time to react: sends a request that it always answers. */
  readonly onProbe: () => void;
  /** It didn't even answer that. */
  readonly onMute: () => void;
}

const patienceMs = 10_000;

/**
 * Whether an open session is still alive. After a turn, the service should send something. It sends nothing if it heard
 * no speech, so it's probed before it counts as mute.
 */
export class SignsOfLife {
  readonly #options: SignsOfLifeOptions;
  #waiting: AbortController | undefined;

  constructor(options: SignsOfLifeOptions) {
    this.#options = options;
  }

  /** A turn is over. */
  expect(): void {
    if (this.#waiting) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    void this.#watch(AbortSignal.any([waiting.signal, this.#options.signal]));
  }

  /** The service sent something, or there's no session to send anything. */
  heard(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { clock, onProbe, onMute } = this.#options;
    try {
      await clock.sleep(patienceMs, signal);
      onProbe();
      await clock.sleep(patienceMs, signal);
    } catch {
      return;
    }
    this.#waiting = undefined;
    onMute();
  }
}
