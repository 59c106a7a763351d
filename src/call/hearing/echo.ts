import { outputRateHz } from '../../service/realtime/audio.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';
import type { EchoSettings } from './echo-settings.ts';
import { bands, Envelope, pointMs } from './envelope.ts';

/** How much the delay from the bot to a microphone may vary: 100 ms, also from one pause to the next. */
const lagTolerance = 100 / pointMs;
/** If it comes back this much louder than before, it isn't only the bot: 8 dB, as a logarithm. */
const louderTolerance = 0.9;
const mostWays = 3;

/** The bot's echo from a person: how many points later, and how loud (a logarithm). */
interface EchoWay {
  readonly lag: number;
  readonly gain: number;
}

/**
 * `suspect`: it looks like an echo, but this person never had one. Other people's words look like that once in a
 * hundred times, but hardly twice in a row.
 */
export type EchoVerdict = 'echo' | 'suspect' | 'other';

/**
 * Tells a member who speaks from one whose microphone picks up the bot, by comparing the envelope of their audio with
 * what was played in the last two seconds. It works across codecs and loudness, and needs no reference clock.
 */
export class EchoGuard {
  readonly #settings: EchoSettings;
  /** One for each room. */
  readonly #played: readonly Envelope[];
  readonly #window: number;
  readonly #heard = new Map<string, Envelope>();
  readonly #ways = new Map<string, readonly EchoWay[]>();
  readonly #suspected = new Map<string, EchoWay>();

  constructor(settings: EchoSettings) {
    this.#settings = settings;
    this.#window = settings.windowMs / pointMs;
    this.#played = settings.roomsMs.map(
      (roomMs) => new Envelope(settings.memoryMs / pointMs, outputRateHz, roomMs),
    );
  }

  /** 20 ms that were played, or silence: time passes either way. */
  played(samples: Int16Array): void {
    for (const room of this.#played) room.add(samples);
  }

  /** 20 ms of a speaker, as the ears deliver it. */
  heard(userId: string, samples: Int16Array): void {
    const envelope = this.#heard.get(userId) ?? new Envelope(this.#window, heardRateHz);
    this.#heard.set(userId, envelope);
    envelope.add(samples);
  }

  /**
   * Whether their recent audio is the bot itself: then its delay and loudness are the same as before. Takes a
   * millisecond, so only ask when something depends on it.
   */
  judge(userId: string): EchoVerdict {
    const way = this.#wayOf(userId);
    const known = this.#ways.get(userId) ?? [];
    const suspected = this.#suspected.get(userId);
    this.#suspected.delete(userId);
    if (!way) return 'other';
    if (known.some((each) => isSame(each, way))) return 'echo';
    if (suspected && isSame(suspected, way)) {
      this.#ways.set(userId, [...known.slice(1 - mostWays), way]);
      return 'echo';
    }
    this.#suspected.set(userId, way);
    return known.length === 0 ? 'suspect' : 'other';
  }

  forget(userId: string): void {
    this.#heard.delete(userId);
    this.#ways.delete(userId);
    this.#suspected.delete(userId);
  }

  /** The likeliest match, or any that's known. */
  #wayOf(userId: string): EchoWay | undefined {
    const heard = this.#heard.get(userId);
    const count = this.#window;
    if (!this.#settings.enabled || !heard || heard.length < count) return undefined;
    const known = this.#ways.get(userId) ?? [];
    const { threshold, knownThreshold } = this.#settings;
    let other: EchoWay | undefined;
    let likeness = threshold;
    for (const played of this.#played)
      for (let lag = 0; lag <= played.length - count; lag += 1) {
        const isKnown = known.some((each) => Math.abs(each.lag - lag) <= lagTolerance);
        const found = correlation(heard, played, lag, count);
        if (found < (isKnown ? knownThreshold : likeness)) continue;
        const way = { lag, gain: heard.mean(0, count) - played.mean(lag, count) };
        if (known.some((each) => isSame(each, way))) return way;
        if (found < likeness) continue;
        likeness = found;
        other = way;
      }
    return other;
  }
}

function isSame(known: EchoWay, way: EchoWay): boolean {
  return Math.abs(known.lag - way.lag) <= lagTolerance && way.gain - known.gain <= louderTolerance;
}

/**
 * Pearson's, band by band, between the last points of one and the points of the other that ended `back` points ago.
 */
function correlation(heard: Envelope, played: Envelope, back: number, count: number): number {
  let together = 0;
  let ofHeard = 0;
  let ofPlayed = 0;
  for (const band of bands) {
    let sumX = 0;
    let sumY = 0;
    let sumXX = 0;
    let sumYY = 0;
    let sumXY = 0;
    let used = 0;
    for (let index = 0; index < count; index += 1) {
      const x = heard.point(band, index, 0, count);
      // Their client sent nothing there, and the edge of a pause is like any other edge.
      if (x === 0) continue;
      const y = played.point(band, index, back, count);
      used += 1;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
    }
    if (used < count / 2) return 0;
    together += sumXY - (sumX * sumY) / used;
    ofHeard += sumXX - (sumX * sumX) / used;
    ofPlayed += sumYY - (sumY * sumY) / used;
  }
  const spread = ofHeard * ofPlayed;
  return spread <= 1e-6 ? 0 : together / Math.sqrt(spread);
}

const letters = /[\p{L}\p{N}]+/gu;

/** Whether the bot has just said all of these words, which means that the recogniser heard the bot. */
export function isCovered(transcript: string, said: string, share: number): boolean {
  const words = transcript.toLowerCase().match(letters) ?? [];
  if (words.length < 2) return false;
  const own = new Set(said.toLowerCase().match(letters) ?? []);
  return words.filter((word) => own.has(word)).length / words.length >= share;
}
