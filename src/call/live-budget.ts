import type { Allowance, Spending, SpendingEntry } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';

export interface LiveBudgetOptions {
  readonly spending: Pick<Spending, 'reserve' | 'finish'>;
  readonly clock: Clock;
  /** The person who started the call pays. `id` is the call's. */
  readonly owner: Pick<SpendingEntry, 'guildId' | 'userId' | 'id'>;
  /** How much is reserved at a time. If the process dies, no more than that is lost. */
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

/**
 * Reserves live time a minute at a time, and settles what was really used. Several sessions use it up several times as
 * fast, because the service charges each one.
 */
export class LiveBudget {
  readonly #options: LiveBudgetOptions;
  #slices = 0;
  #slice: Slice | undefined;
  #settledMs = 0;
  #running: { readonly sinceMs: number; readonly rate: number; readonly stop: AbortController } | undefined;
  /** Until the next minute is reserved. Changing the rate waits for it. */
  #renewing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: LiveBudgetOptions) {
    this.#options = options;
  }

  get livedMs(): number {
    return this.#settledMs + (this.#slice?.usedMs ?? 0) + this.#sinceMs;
  }

  /** Reserves the first minute, before anything is opened. Resolves to the allowance that's in the way. */
  async reserve(): Promise<Allowance | undefined> {
    return await this.#reserve();
  }

  /** From now on, time is charged this many times, once per session. 0: nothing is charged. */
  run(rate: number): void {
    if (this.#closed || rate === (this.#running?.rate ?? 0)) return;
    this.#rest();
    if (rate === 0) return;
    const stop = new AbortController();
    this.#running = { sinceMs: this.#options.clock.now(), rate, stop };
    this.#count(rate, stop).catch((error: unknown) => {
      if (!stop.signal.aborted) this.#options.onFault(error);
    });
  }

  /** Gives back what wasn't used. Idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#rest();
    this.#closed = true;
    await this.#renewing.catch(() => undefined);
    const slice = this.#slice;
    this.#slice = undefined;
    if (slice) await this.#finish(slice);
  }

  get #sinceMs(): number {
    const running = this.#running;
    return running ? (this.#options.clock.now() - running.sinceMs) * running.rate : 0;
  }

  #rest(): void {
    const running = this.#running;
    if (!running) return;
    const usedMs = this.#sinceMs;
    this.#running = undefined;
    if (this.#slice) this.#slice.usedMs += usedMs;
    running.stop.abort();
  }

  async #count(rate: number, stop: AbortController): Promise<void> {
    const { clock, onSpent } = this.#options;
    while (!stop.signal.aborted) {
      await this.#renewing;
      if (stop.signal.aborted) return;
      const slice = this.#slice;
      if (!slice) {
        onSpent();
        return;
      }
      await clock.sleep(Math.max(0, slice.seconds * 1_000 - slice.usedMs) / rate, stop.signal);
      if (stop.signal.aborted) return;
      this.#running = { sinceMs: clock.now(), rate, stop };
      slice.usedMs = slice.seconds * 1_000;
      this.#renewing = this.#renew(slice);
    }
  }

  async #renew(used: Slice): Promise<void> {
    this.#slice = undefined;
    await this.#reserve();
    await this.#finish(used);
  }

  /** Reserves a whole slice, or what's left of the day. */
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

  /** Ending a call, or going on, doesn't depend on the store. */
  async #finish({ entry, seconds, usedMs }: Slice): Promise<void> {
    this.#settledMs += usedMs;
    // If a timer is a moment late, that's not a second more.
    const used = Math.min(Math.ceil(usedMs / 1_000), seconds);
    await this.#options.spending.finish(entry, used);
  }
}
