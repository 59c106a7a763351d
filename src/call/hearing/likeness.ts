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
  readonly #spread: number;
  readonly #sums = new Float64Array(bandCount);

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
  }

  /** The likeliest of these lags, in any of the rooms; undefined if there's too little to compare. */
  best(other: Envelope, { from, to }: Lags): Match | undefined {
    const count = this.#count;
    const last = Math.min(to, other.length - count);
    if (last < from || this.#used.length < count / 2) return undefined;
    let best: Match | undefined;
    for (let room = 0; room < other.rooms; room += 1) {
      const points = other.lastPoints(count + last, room);
      for (let lag = from; lag <= last; lag += 1) {
        const likeness = this.#compare(points, (last - lag) * bandCount);
        if (!best || likeness > best.likeness) best = { lag, room, likeness, points: this.#used.length };
      }
    }
    return best;
  }

  #compare(points: Float32Array, offset: number): number {
    const heard = this.#heard;
    const sums = this.#sums.fill(0);
    let together = 0;
    let squares = 0;
    for (const index of this.#used)
      for (let band = 0, at = index * bandCount; band < bandCount; band += 1, at += 1) {
        const point = points[offset + at] ?? 0;
        together += (heard[at] ?? 0) * point;
        squares += point * point;
        sums[band] = (sums[band] ?? 0) + point;
      }
    for (const sum of sums) squares -= (sum * sum) / this.#used.length;
    const spread = this.#spread * squares;
    return spread <= 1e-6 ? 0 : together / Math.sqrt(spread);
  }
}
