import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { SlotHolder, Slots } from '../operations/slots.ts';

interface SharedSlotsParts {
  readonly name: string;
  readonly slots: Slots;
  readonly most: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** What has one by now, also without having been asked. */
  readonly holders: () => readonly SlotHolder[];
}

const restoredEveryMs = 30_000;

/**
 * A line's part of the slots that all processes share. One question at a time, so that none overtakes what it's about, and from time to
 * time what's written down is put right: a slot that couldn't be freed while the store was away would be nobody's.
 */
export class SharedSlots {
  readonly #parts: SharedSlotsParts;
  readonly #stop = new AbortController();
  /** Taken, and not yet among the holders. */
  readonly #taken = new Map<string, SlotHolder>();
  #last: Promise<unknown> = Promise.resolve();
  #restoring: Promise<void> = Promise.resolve();

  constructor(parts: SharedSlotsParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#restoring = this.#restoreAgainAndAgain();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#restoring;
    await this.#last;
  }

  /** False if all are taken. @throws StoreError */
  async take(holder: SlotHolder): Promise<boolean> {
    const { slots, name, most } = this.#parts;
    return await this.#inTurn(async () => {
      const isTaken = await slots.take(name, holder, most);
      if (isTaken) this.#taken.set(holder.id, holder);
      return isTaken;
    });
  }

  /** It's among the holders now. */
  noteHeld(id: string): void {
    this.#taken.delete(id);
  }

  /** Never rejects. */
  free(id: string): void {
    const { slots, name, log } = this.#parts;
    this.#taken.delete(id);
    void this.#inTurn(async () => await slots.free(name, id)).catch((error: unknown) => {
      log.warn(
        { err: error, job: id },
        "couldn't say that a place at the video service is free; it's said again",
      );
    });
  }

  async #restoreAgainAndAgain(): Promise<void> {
    const { slots, name, clock, log, holders } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const restore = async () => await slots.restore(name, [...holders(), ...this.#taken.values()]);
      await this.#inTurn(restore).catch((error: unknown) => {
        log.warn({ err: error }, "couldn't put right which videos are being made; trying again");
      });
      await clock.sleep(restoredEveryMs, signal).catch(() => undefined);
    }
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return await turn;
  }
}
