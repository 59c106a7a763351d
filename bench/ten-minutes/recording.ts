import type { Heard } from './page-ear.ts';

const rateHz = 48_000;
const pieceMs = 100;
/** How far around a piece the least delayed arrival is looked for. */
const around = 50;

/** What a page played, as one sound, with the time of each of its moments. */
export class Recording {
  readonly samples: Int16Array;
  /** Epoch milliseconds of the end of each 100 ms: arrivals without what the page's own business delayed them by. */
  readonly endsAtMs: readonly number[];

  constructor(heard: readonly Heard[]) {
    this.samples = new Int16Array(heard.length * (rateHz / 1_000) * pieceMs);
    for (const [index, { samples }] of heard.entries())
      this.samples.set(samples, index * (rateHz / 1_000) * pieceMs);
    const late = heard.map(({ atMs }, index) => atMs - index * pieceMs);
    this.endsAtMs = heard.map((_, index) => {
      const least = Math.min(...late.slice(Math.max(0, index - around), index + around));
      return least + index * pieceMs;
    });
  }
}
