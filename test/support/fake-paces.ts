import type { Pace, Paces, Turn } from '../../src/operations/paces.ts';

/** Turns among processes that aren't there: each is so far away. */
export class FakePaces implements Paces {
  readonly booked: Pace[] = [];
  readonly spares: number[] = [];
  givenBack = 0;
  waitMs: number;

  constructor({ waitMs }: { readonly waitMs: number }) {
    this.waitMs = waitMs;
  }

  async book(pace: Pace): Promise<Turn> {
    this.booked.push(pace);
    return {
      waitMs: this.waitMs,
      giveBack: async () => {
        this.givenBack += 1;
      },
    };
  }

  async bookNow(_: Pace, spare: number): Promise<number> {
    this.spares.push(spare);
    return this.waitMs;
  }
}
