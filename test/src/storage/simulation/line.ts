import { forever, type SimulatedClock, type SimulatedTime } from './time.ts';

/** What becomes of one call: nothing in particular, or the connection is lost before the store has it, or before its answer arrives. */
export type Fate = 'arrives' | 'lost-before' | 'lost-after';

/** A process's way to the store: slow at times, cut at times, and lossy. */
export class Line {
  readonly #time: SimulatedTime;
  readonly #clock: SimulatedClock;
  readonly draw: (below: number) => number;
  /** The store itself is away for everybody. */
  readonly #storeAwayUntil: () => number;
  #cutUntil = 0;
  #slowUntil = 0;
  isCalm = false;

  constructor(parts: {
    time: SimulatedTime;
    clock: SimulatedClock;
    draw: (below: number) => number;
    storeAwayUntil: () => number;
  }) {
    this.#time = parts.time;
    this.#clock = parts.clock;
    this.draw = parts.draw;
    this.#storeAwayUntil = parts.storeAwayUntil;
  }

  get isDown(): boolean {
    return !this.isCalm && this.#time.now < Math.max(this.#cutUntil, this.#storeAwayUntil());
  }

  cutFor(ms: number): void {
    this.#cutUntil = Math.max(this.#cutUntil, this.#time.now + ms);
  }

  slowFor(ms: number): void {
    this.#slowUntil = this.#time.now + ms;
  }

  /** One way. Never resolves once the process is dead. */
  async travel(): Promise<void> {
    if (this.#clock.isDead) await forever();
    const isSlow = !this.isCalm && this.#time.now < this.#slowUntil;
    await this.#time.sleep(isSlow ? this.draw(2_000) : 1 + this.draw(4));
    if (this.#clock.isDead) await forever();
  }

  async pause(ms: number): Promise<void> {
    await this.#clock.sleep(ms);
  }

  /** Drawn for each call. Of those that are lost, every other one takes the whole line with it for a while. */
  drawFate(): Fate {
    if (this.isCalm) return 'arrives';
    const drawn = this.draw(1_000);
    if (drawn > 3) return 'arrives';
    if (drawn % 2 === 0) this.cutFor(500 + this.draw(10_000));
    return drawn < 2 ? 'lost-before' : 'lost-after';
  }
}
