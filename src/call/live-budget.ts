import type { Allowance, Spending, SpendingEntry } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';

export interface LiveBudgetOptions {
  readonly spending: Pick<Spending, 'reserve' | 'finish'>;
  readonly clock: Clock;
  /** Who pays: the person who started the call. `id` is the call's. */
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

/**
 * Live time as it goes by, reserved a minute at a time and settled to what was really used. Several sessions at once use it
 * up several times as fast, because the service charges each.
 */
export class LiveBudget {
  readonly #options: LiveBudgetOptions;
  #slices = 0;
  #slice: Slice | undefined;
  #settledMs = 0;
  #running: { readonly sinceMs: number; readonly rate: number; readonly stop: AbortController } | undefined;
  /** Until the next minute is reserved; who runs faster or slower meanwhile waits for it. */
  #renewing: Promise<void> = Promise.resolve();
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

  /** From now on, time is charged this many times over, once for each session. 0: nothing is charged. */
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

  /** A call ends, and goes on, while the store fails. */
  async #finish({ entry, seconds, usedMs }: Slice): Promise<void> {
    this.#settledMs += usedMs;
    // A timer that's a moment late isn't a second more.
    const used = Math.min(Math.ceil(usedMs / 1_000), seconds);
    await this.#options.spending.finish(entry, used);
  }
}
