import type { Allowance, Spending, SpendingEntry } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';

export interface LiveBudgetOptions {
  readonly spending: Pick<Spending, 'reserve' | 'finish'>;
  readonly clock: Clock;
  /** Who pays: whoever started the call. `id` is the call's. */
  readonly owner: Pick<SpendingEntry, 'guildId' | 'userId' | 'id'>;
  /** What's reserved at once; a process that dies loses no more than that. */
  readonly sliceSeconds?: number;
  /** Nothing is left for today. */
  readonly onSpent: () => void;
  readonly onFault: (error: unknown) => void;
}

interface Slice {
  readonly entry: SpendingEntry;
  readonly seconds: number;
  usedMs: number;
}

/** Live time as it goes by, reserved a minute at a time and settled to what was really used. */
export class LiveBudget {
  readonly #options: LiveBudgetOptions;
  #slices = 0;
  #slice: Slice | undefined;
  #settledMs = 0;
  #running: { readonly sinceMs: number; readonly stop: AbortController } | undefined;
  #closed = false;

  constructor(options: LiveBudgetOptions) {
    this.#options = options;
  }

  get livedMs(): number {
    return this.#settledMs + (this.#slice?.usedMs ?? 0) + this.#sinceMs;
  }

  /** The first minute, before anything is opened; resolves to the allowance that forbids it. */
  async reserve(): Promise<Allowance | undefined> {
    return await this.#reserve();
  }

  /** Time is charged from now on. Idempotent. */
  resume(): void {
    if (this.#running || this.#closed) return;
    const stop = new AbortController();
    this.#running = { sinceMs: this.#options.clock.now(), stop };
    this.#count(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) this.#options.onFault(error);
    });
  }

  /** Nothing is charged until `resume`. Idempotent. */
  pause(): void {
    const running = this.#running;
    if (!running) return;
    const usedMs = this.#sinceMs;
    this.#running = undefined;
    if (this.#slice) this.#slice.usedMs += usedMs;
    running.stop.abort();
  }

  /** Gives back what wasn't used. Idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.pause();
    this.#closed = true;
    const slice = this.#slice;
    this.#slice = undefined;
    if (slice) await this.#finish(slice);
  }

  get #sinceMs(): number {
    return this.#running ? this.#options.clock.now() - this.#running.sinceMs : 0;
  }

  async #count(stopped: AbortSignal): Promise<void> {
    const { clock, onSpent } = this.#options;
    while (!stopped.aborted) {
      const slice = this.#slice;
      if (!slice) {
        onSpent();
        return;
      }
      await clock.sleep(Math.max(0, slice.seconds * 1_000 - slice.usedMs), stopped);
      this.#running = { sinceMs: clock.now(), stop: this.#running?.stop ?? new AbortController() };
      slice.usedMs = slice.seconds * 1_000;
      this.#slice = undefined;
      await this.#reserve();
      await this.#finish(slice);
    }
  }

  /** A whole slice, or what's left of the day. */
  async #reserve(): Promise<Allowance | undefined> {
    const { spending, clock, owner, sliceSeconds = 60 } = this.#options;
    this.#slices += 1;
    const entry = { ...owner, id: `${owner.id}/${this.#slices}`, at: clock.now() };
    let seconds = sliceSeconds;
    let exceeded = await spending.reserve(entry, seconds);
    if (exceeded && exceeded.left >= 1) {
      seconds = Math.floor(exceeded.left);
      exceeded = await spending.reserve(entry, seconds);
    }
    if (exceeded) return exceeded;
    const slice: Slice = { entry, seconds, usedMs: 0 };
    if (this.#closed) await this.#finish(slice);
    else this.#slice = slice;
    return undefined;
  }

  async #finish({ entry, usedMs }: Slice): Promise<void> {
    this.#settledMs += usedMs;
    await this.#options.spending.finish(entry, Math.ceil(usedMs / 1_000));
  }
}
