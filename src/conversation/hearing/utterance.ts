import { rootMeanSquare } from '../../call/hearing/voice-activity.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';

/** A syllable begins where the voice gets so much louder than it just was, */
const riseDb = 6;
/** and comes so near to the loudest so far. */
const nearLoudestDb = 12;
/** Energy of the differences between samples, as a share of that of the samples: a hiss is above, a voice below. */
const hissFrom = 1.2;
const voiceUpTo = 0.6;
/** An “s” or “sh” at the beginning; less is a click, more is a breath. */
const shortestHissMs = 60;
const longestHissMs = 200;
/** The voice that has to follow it, or it was a cough. */
const voiceAfterHissMs = 160;

/** What can be told of an utterance while it's spoken, from its sound alone. */
export class Utterance {
  #loudestDb = 0;
  #dipDb = Number.POSITIVE_INFINITY;
  #syllableMs = 0;
  #passedMs = 0;
  #hissMs = 0;
  #voiceMs = 0;
  #beginning = true;

  /** The next samples of it, its short pauses too. @param speaks not in a pause */
  add(samples: Int16Array, speaks: boolean): void {
    this.#passedMs += (samples.length * 1_000) / heardRateHz;
    const levelDb = 20 * Math.log10(rootMeanSquare(samples) + 1);
    this.#loudestDb = Math.max(this.#loudestDb, levelDb);
    if (levelDb - this.#dipDb >= riseDb && levelDb > this.#loudestDb - nearLoudestDb) {
      this.#syllableMs = this.#passedMs;
      this.#dipDb = levelDb;
    }
    this.#dipDb = Math.min(this.#dipDb, levelDb);
    if (speaks) this.#follow(hissOf(samples), (samples.length * 1_000) / heardRateHz);
  }

  /** Milliseconds since its last syllable began: who goes on speaking begins one every 200 to 250. */
  get sinceSyllableMs(): number {
    return this.#passedMs - this.#syllableMs;
  }

  /** “Sorry”, “stop”, “so”: what people say to show that they're listening seldom begins like that. */
  get beginsWithHiss(): boolean {
    const isHiss = this.#hissMs >= shortestHissMs && this.#hissMs <= longestHissMs;
    return isHiss && this.#voiceMs >= voiceAfterHissMs;
  }

  #follow(hiss: number, durationMs: number): void {
    this.#beginning &&= hiss > hissFrom;
    if (this.#beginning) this.#hissMs += durationMs;
    else if (hiss < voiceUpTo) this.#voiceMs += durationMs;
  }
}

/** 0 for what hardly moves, 4 for what changes its sign with every sample. */
function hissOf(samples: Int16Array): number {
  let moved = 0;
  let sum = 1;
  for (let index = 1; index < samples.length; index += 1) {
    const sample = samples[index] ?? 0;
    moved += (sample - (samples[index - 1] ?? 0)) ** 2;
    sum += sample * sample;
  }
  return moved / sum;
}
