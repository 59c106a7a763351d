import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Sample } from './measurement.ts';

const resolutionMs = 10;

/** How late the event loop is with a timer of 10 ms, beyond these 10 ms. */
export class LoopWatch {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    this.#histogram.enable();
  }

  /** Begins again. */
  reset(): void {
    this.#histogram.reset();
  }

  read(): Sample {
    const late = (ns: number) => Math.max(0, ns / 1e6 - resolutionMs);
    const { max } = this.#histogram;
    return {
      loopP50Ms: late(this.#histogram.percentile(50)),
      loopP99Ms: late(this.#histogram.percentile(99)),
      loopMaxMs: late(max),
    };
  }
}
