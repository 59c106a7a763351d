import type { Clock } from '../../operations/clock.ts';

export interface SignsOfLifeOptions {
  readonly clock: Clock;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
  /** The service has had time to say something: asks it for what it always answers. */
  readonly onProbe: () => void;
  /** Not even that was answered. */
  readonly onMute: () => void;
}

const patienceMs = 10_000;

/**
 * Whether a session that stands still lives. After a turn something should come; what the service took for no speech leads
 * to nothing, so it's asked before it counts as mute.
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

  /** The service said something, whatever it was; or there's none to say anything. */
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
