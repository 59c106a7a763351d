import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Clock, withTimeout } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';

/** `unwritable`: the last write failed. `disk-full`: less is free than the writes that are under way may need. */
export type StoreAilment = 'unwritable' | 'disk-full';

export const leastFreeBytes = 100 * 1024 * 1024;
const everyMs = 10_000;
const probeWithinMs = 5_000;

/**
 * Whether the store can be relied on. Nothing new is paid while it can't: what's paid has to be written down first, and what comes of
 * it afterwards.
 */
export class StoreHealth {
  readonly #parts;
  readonly #stop = new AbortController();
  #writes = true;
  #freeBytes: number | undefined;
  #ailment: StoreAilment | undefined;
  #told: StoreAilment | undefined;
  #looking = false;
  #listener: (ailment: StoreAilment | undefined) => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly dataDir: string;
    /** A write that changes nothing. */
    readonly probe: () => Promise<unknown>;
    readonly clock: Clock;
    readonly log: Logger;
    readonly freeBytes?: (folder: string) => Promise<number>;
  }) {
    this.#parts = parts;
  }

  get ailment(): StoreAilment | undefined {
    return this.#ailment;
  }

  /** As of the last look; undefined before the first, and where the system doesn't say. */
  get freeBytes(): number | undefined {
    return this.#freeBytes;
  }

  /** Called when something begins to ail it, once for whatever that becomes, and with undefined when the store is well again. */
  onChange(listener: (ailment: StoreAilment | undefined) => void): void {
    this.#listener = listener;
    if (this.#told) listener(this.#told);
  }

  /** @throws Refusal `store-failing` */
  assertMayPay(): void {
    if (this.#ailment) throw new Refusal({ code: 'store-failing' });
  }

  /**
   * A write to the store succeeded, or failed because of the store. Nothing more is paid at once; why it failed is told once the disk was
   * looked at, because a full one is the usual reason.
   */
  noteWrite(succeeded: boolean): void {
    this.#writes = succeeded;
    this.#judge();
    if (this.#ailment && !this.#told && !this.#looking) void this.look();
  }

  /** Looks once before anything is paid, and then every few seconds. */
  async open(): Promise<void> {
    await this.look();
    this.#running = this.#run().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async look(): Promise<void> {
    this.#looking = true;
    await this.#look();
    this.#looking = false;
    this.#tell();
  }

  async #look(): Promise<void> {
    const { dataDir, probe, clock, freeBytes = freeOnDisk } = this.#parts;
    this.#freeBytes = await freeBytes(dataDir).catch(() => undefined);
    // Its outcome is noted like any other write's.
    if (!this.#writes)
      await withTimeout(
        probe().catch(() => undefined),
        probeWithinMs,
        clock,
      );
    this.#judge();
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#parts.clock.sleep(everyMs, this.#stop.signal);
      await this.look();
    }
  }

  #judge(): void {
    const isFull = this.#freeBytes !== undefined && this.#freeBytes < leastFreeBytes;
    const ailment = isFull ? 'disk-full' : this.#writes ? undefined : 'unwritable';
    if (ailment === this.#ailment) return;
    this.#ailment = ailment;
    const { log } = this.#parts;
    if (ailment)
      log.error({ ailment, freeBytes: this.#freeBytes }, 'the store is failing, so nothing new is paid');
    else {
      log.info('the store is well again');
      this.#tell();
    }
  }

  /** One trouble is told once, also where an unwritable store turns out to be a full disk. */
  #tell(): void {
    if ((this.#ailment === undefined) === (this.#told === undefined)) return;
    this.#told = this.#ailment;
    this.#listener(this.#told);
  }
}

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
