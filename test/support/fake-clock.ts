import type { Clock } from '../../src/operations/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it. Sleepers wake in the order of their times. */
export class FakeClock implements Clock {
  #now: number;
  #order = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor(now = Date.UTC(2026, 0, 15, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#order += 1;
      const sleeper: Sleeper = { at: this.#now + Math.max(0, durationMs), order: this.#order, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Moves on, waking whoever is due on the way, and lets them do what follows from it before going further. */
  async advance(durationMs: number): Promise<void> {
    const until = this.#now + durationMs;
    await settle();
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#now = Math.max(this.#now, next.at);
      this.#sleepers.delete(next);
      next.wake();
      await settle();
    }
    this.#now = until;
  }

  /** Moves on in steps until the condition holds. Fails after `limitMs` of its own time. */
  async until(condition: () => boolean | Promise<boolean>, limitMs = 48 * 3_600_000): Promise<void> {
    const end = this.#now + limitMs;
    await settle();
    while (!(await condition())) {
      const next = this.#next(end);
      if (!next && this.#now >= end) throw new Error('the condition did not come true in time');
      await this.advance(next ? Math.max(0, next.at - this.#now) : 1_000);
    }
  }

  #next(until: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (sleeper.at > until) continue;
      if (!first || sleeper.at < first.at || (sleeper.at === first.at && sleeper.order < first.order))
        first = sleeper;
    }
    return first;
  }
}

/** Lets everything that can happen without time passing happen: promises, and work on files however long it takes. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; ) {
    // Asking takes longer than a turn, and whoever works on files does so for more than a few.
    for (let turn = 0; turn < turnsAtOnce; turn += 1) await new Promise(setImmediate);
    const busy = process.getActiveResourcesInfo().some(isFileWork);
    quiet = busy ? 0 : quiet + turnsAtOnce;
  }
}

const quietTurns = 12;
const turnsAtOnce = 3;

/** Closing a file is work of its own kind. */
function isFileWork(resource: string): boolean {
  return resource.startsWith('FSReq') || resource === 'CloseReq';
}
