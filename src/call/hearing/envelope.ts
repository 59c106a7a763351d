import { bandCount, pointMs, Spectrum } from './spectrum.ts';

export { bandCount, pointMs };

/** Anything quieter is a microphone's own noise, as a power. */
const quietest = 100;
export const silentPoint = Math.log(quietest);

/**
 * The loudness of a sound in ten bands (logarithms of powers), every 10 ms, for as long as it's remembered, and as it
 * would be in rooms that go on sounding for so long.
 */
export class Envelope {
  readonly #spectrum: Spectrum;
  readonly #capacity: number;
  /** For each room, band after band of each point. */
  readonly #points: readonly Float32Array[];
  /** How much of a sound's power is left after 10 ms, and what of it still sounds. */
  readonly #left: readonly number[];
  readonly #sounds: readonly Float64Array[];
  /** Whether there was any sound. */
  readonly #hasSound: Uint8Array;
  /** What hasn't been looked at yet, which takes longer than keeping it. */
  #waiting: Int16Array[] = [];
  #end = 0;

  constructor(capacity: number, rateHz: number, roomsMs: readonly number[] = [0]) {
    this.#capacity = capacity;
    this.#spectrum = new Spectrum(rateHz);
    this.#points = roomsMs.map(() => new Float32Array(capacity * bandCount).fill(silentPoint));
    this.#left = roomsMs.map((roomMs) => (roomMs === 0 ? 0 : Math.exp((-2 * pointMs) / roomMs)));
    this.#sounds = roomsMs.map(() => new Float64Array(bandCount));
    this.#hasSound = new Uint8Array(capacity);
  }

  get rooms(): number {
    return this.#points.length;
  }

  /** How many points are remembered; it was silent before the first one. */
  get length(): number {
    return this.#capacity;
  }

  /** Whole points of 10 ms; the samples are kept until they're needed. */
  add(samples: Int16Array): void {
    this.#waiting.push(samples);
    const most = this.#capacity + 2;
    const perPiece = Math.max(1, samples.length / this.#spectrum.pointSamples);
    if (this.#waiting.length * perPiece > most + perPiece) {
      // What falls out of the memory is only counted.
      const oldest = this.#waiting.shift();
      this.#end += (oldest?.length ?? 0) / this.#spectrum.pointSamples;
    }
  }

  /** A band of the point `back` points ago; 0 is the last one. */
  point(band: number, back: number, room = 0): number {
    return this.#points[room]?.[this.#at(back) * bandCount + band] ?? 0;
  }

  /** Whether anything was sent in the point `back` points ago. */
  hasSound(back: number): boolean {
    return this.#hasSound[this.#at(back)] === 1;
  }

  /** All bands of the last points of a room, oldest first. */
  lastPoints(count: number, room = 0): Float32Array {
    const points = this.#points[room];
    const last = new Float32Array(count * bandCount);
    const from = this.#at(count - 1);
    const first = Math.min(count, this.#capacity - from);
    if (points) {
      last.set(points.subarray(from * bandCount, (from + first) * bandCount));
      last.set(points.subarray(0, (count - first) * bandCount), first * bandCount);
    }
    return last;
  }

  #at(back: number): number {
    this.#lookAtAll();
    return (((this.#end - 1 - back) % this.#capacity) + this.#capacity) % this.#capacity;
  }

  #lookAtAll(): void {
    if (this.#waiting.length === 0) return;
    const { pointSamples } = this.#spectrum;
    for (const samples of this.#waiting)
      for (let from = 0; from + pointSamples <= samples.length; from += pointSamples)
        this.#addPoint(samples, from);
    this.#waiting = [];
  }

  #addPoint(samples: Int16Array, from: number): void {
    const powers = this.#spectrum.addPoint(samples, from);
    const at = this.#end % this.#capacity;
    this.#points.forEach((points, room) => {
      const sounds = this.#sounds[room];
      const left = this.#left[room] ?? 0;
      for (let band = 0; band < bandCount; band += 1) {
        const power = (powers[band] ?? 0) + (sounds?.[band] ?? 0) * left;
        if (sounds) sounds[band] = power;
        points[at * bandCount + band] = Math.log(power + quietest);
      }
    });
    this.#hasSound[at] = isSound(samples, from, from + this.#spectrum.pointSamples) ? 1 : 0;
    this.#end += 1;
  }
}

function isSound(samples: Int16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (samples[at] !== 0) return true;
  return false;
}
