import type { EchoSettings } from '../settings/echo.ts';

/** One point of an envelope: 5 ms. */
const pointMs = 5;
const leastPoints = 24;

/** The loudness of a sound in steps of 5 ms, for as long as it is remembered. */
class Envelope {
  readonly #points: Float32Array;
  #end = 0;

  constructor(points: number) {
    this.#points = new Float32Array(points);
  }

  get length(): number {
    return Math.min(this.#end, this.#points.length);
  }

  add(samples: Int16Array, rateHz: number): void {
    const size = Math.round((rateHz * pointMs) / 1000);
    for (let at = 0; at + size <= samples.length; at += size) {
      let sum = 0;
      for (let index = at; index < at + size; index += 1) sum += Math.abs(samples[index] ?? 0);
      this.#points[this.#end % this.#points.length] = Math.log1p(sum / size);
      this.#end += 1;
    }
  }

  /** The last `count` points that ended `back` points ago, oldest first. */
  point(index: number, back: number, count: number): number {
    return this.#points[(this.#end - back - count + index) % this.#points.length] ?? 0;
  }
}

/**
 * Tells a member who speaks from one whose microphone picks the bot up: the envelope of what is heard of them is compared
 * with that of what was played in the last two seconds. It works across codecs and loudness, and needs no reference clock.
 */
export class EchoGuard {
  readonly #settings: EchoSettings;
  readonly #played: Envelope;
  readonly #heard = new Map<string, Envelope>();

  constructor(settings: EchoSettings) {
    this.#settings = settings;
    this.#played = new Envelope(settings.memoryMs / pointMs);
  }

  /** 20 ms that went out, or silence while nothing did: time goes on either way. */
  played(samples: Int16Array, rateHz: number): void {
    this.#played.add(samples, rateHz);
  }

  heard(userId: string, samples: Int16Array, rateHz: number): void {
    const envelope = this.#heard.get(userId) ?? new Envelope(this.#settings.windowMs / pointMs);
    this.#heard.set(userId, envelope);
    envelope.add(samples, rateHz);
  }

  /** Whether what was heard of them lately is the bot itself. */
  isEcho(userId: string): boolean {
    const heard = this.#heard.get(userId);
    if (!this.#settings.enabled || !heard || heard.length < leastPoints) return false;
    const count = heard.length;
    const furthest = this.#played.length - count;
    for (let back = 0; back <= furthest; back += 1)
      if (correlation(heard, this.#played, back, count) >= this.#settings.threshold) return true;
    return false;
  }

  forget(userId: string): void {
    this.#heard.delete(userId);
  }
}

/** Pearson's, over the last points of one and the points of the other that ended `back` points ago. */
function correlation(heard: Envelope, played: Envelope, back: number, count: number): number {
  let sumX = 0;
  let sumY = 0;
  let sumXX = 0;
  let sumYY = 0;
  let sumXY = 0;
  for (let index = 0; index < count; index += 1) {
    const x = heard.point(index, 0, count);
    const y = played.point(index, back, count);
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumYY += y * y;
    sumXY += x * y;
  }
  const spread = (sumXX - (sumX * sumX) / count) * (sumYY - (sumY * sumY) / count);
  return spread <= 1e-6 ? 0 : (sumXY - (sumX * sumY) / count) / Math.sqrt(spread);
}

const letters = /[\p{L}\p{N}]+/gu;

/** Whether somebody's words are covered by what the bot has just said: then a recogniser heard the bot. */
export function isCovered(transcript: string, said: string, share: number): boolean {
  const words = transcript.toLowerCase().match(letters) ?? [];
  if (words.length < 2) return false;
  const own = new Set(said.toLowerCase().match(letters) ?? []);
  return words.filter((word) => own.has(word)).length / words.length >= share;
}
