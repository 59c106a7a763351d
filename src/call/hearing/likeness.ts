import { bandCount, type Envelope } from './envelope.ts';

/** How many points later something comes back, in which room, and how much of it was like it: -1 to 1. */
export interface Match {
  readonly lag: number;
  readonly room: number;
  readonly likeness: number;
  /** How many points were compared. */
  readonly points: number;
}

export interface Lags {
  readonly from: number;
  readonly to: number;
}

/**
 * Compares the last points of a sound with what came before in another one: Pearson's correlation, band by band, so that
 * neither loudness nor the colour of a room counts. What wasn't sent isn't compared: the edge of a pause is like any
 * other edge.
 */
export class Likeness {
  readonly #count: number;
  /** Each point's distance from its band's mean; 0 where nothing was sent. */
  readonly #heard: Float64Array;
  readonly #used: number[] = [];
  /** The same points as stretches without a gap. */
  readonly #stretches: readonly Stretch[];
  readonly #spread: number;

  /** @param back how many points ago the last of them was */
  constructor(heard: Envelope, count: number, back = 0) {
    this.#count = count;
    this.#heard = new Float64Array(count * bandCount);
    for (let index = 0; index < count; index += 1)
      if (heard.hasSound(back + count - 1 - index)) this.#used.push(index);
    let spread = 0;
    for (let band = 0; band < bandCount; band += 1) {
      let sum = 0;
      for (const index of this.#used) sum += heard.point(band, back + count - 1 - index);
      const mean = sum / Math.max(1, this.#used.length);
      for (const index of this.#used) {
        const far = heard.point(band, back + count - 1 - index) - mean;
        this.#heard[index * bandCount + band] = far;
        spread += far * far;
      }
    }
    this.#spread = spread;
    this.#stretches = stretchesOf(this.#used);
  }

  /** The likeliest of these lags, in any of the rooms; undefined if there's too little to compare. */
  best(other: Envelope, { from, to }: Lags): Match | undefined {
    const count = this.#count;
    const last = Math.min(to, other.length - count);
    if (last < from || this.#used.length < count / 2) return undefined;
    let best: Match | undefined;
    for (let room = 0; room < other.rooms; room += 1) {
      const points = other.lastPoints(count + last, room);
      const sums = new RunningSums(points);
      for (let lag = from; lag <= last; lag += 1) {
        const likeness = this.#compare(points, sums, last - lag);
        if (!best || likeness > best.likeness) best = { lag, room, likeness, points: this.#used.length };
      }
    }
    return best;
  }

  #compare(points: Float32Array, sums: RunningSums, first: number): number {
    const heard = this.#heard;
    const offset = first * bandCount;
    let together = 0;
    for (let at = 0; at < heard.length; at += 1) together += (heard[at] ?? 0) * (points[offset + at] ?? 0);
    const spread = this.#spread * sums.spreadOf(this.#stretches, first, this.#used.length);
    return spread <= 1e-6 ? 0 : together / Math.sqrt(spread);
  }
}

/** Points from one up to another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

function stretchesOf(used: readonly number[]): readonly Stretch[] {
  const begins = used.filter((index, at) => used[at - 1] !== index - 1);
  const ends = used.filter((index, at) => used[at + 1] !== index + 1);
  return begins.map((from, at) => ({ from, to: (ends[at] ?? from) + 1 }));
}

/** What lies before each point, added up: how far points are spread is then known for every lag without adding again. */
class RunningSums {
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;

  constructor(points: Float32Array) {
    const bands = bandCount;
    const count = points.length / bands;
    this.#sums = new Float64Array(points.length + bands);
    this.#squares = new Float64Array(count + 1);
    for (let index = 0, at = 0; index < count; index += 1) {
      let squares = this.#squares[index] ?? 0;
      for (const end = at + bands; at < end; at += 1) {
        const point = points[at] ?? 0;
        squares += point * point;
        this.#sums[at + bands] = (this.#sums[at] ?? 0) + point;
      }
      this.#squares[index + 1] = squares;
    }
  }

  /** The squared distances from the means of their bands, of `used` points that begin at `first`. */
  spreadOf(stretches: readonly Stretch[], first: number, used: number): number {
    const bands = bandCount;
    let spread = 0;
    for (const { from, to } of stretches)
      spread += (this.#squares[first + to] ?? 0) - (this.#squares[first + from] ?? 0);
    for (let band = 0; band < bands; band += 1) {
      let sum = 0;
      for (const { from, to } of stretches)
        sum +=
          (this.#sums[(first + to) * bands + band] ?? 0) - (this.#sums[(first + from) * bands + band] ?? 0);
      spread -= (sum * sum) / used;
    }
    return spread;
  }
}
