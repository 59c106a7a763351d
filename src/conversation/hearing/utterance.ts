import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';

/** A syllable begins where the voice gets this much louder than just before, */
const riseDb = 6;
/** and comes this close to the loudest so far. */
const nearLoudestDb = 12;

/** What the sound alone tells about an utterance while it's spoken. */
export class Utterance {
  #loudestDb = 0;
  #dipDb = Number.POSITIVE_INFINITY;
  #syllableMs = 0;
  #passedMs = 0;

  /** The next samples, including short pauses. */
  add({ samples, level }: SpeechFrame): void {
    this.#passedMs += (samples.length * 1_000) / heardRateHz;
    const levelDb = 20 * Math.log10(level + 1);
    this.#loudestDb = Math.max(this.#loudestDb, levelDb);
    if (levelDb - this.#dipDb >= riseDb && levelDb > this.#loudestDb - nearLoudestDb) {
      this.#syllableMs = this.#passedMs;
      this.#dipDb = levelDb;
    }
    this.#dipDb = Math.min(this.#dipDb, levelDb);
  }

  /** Milliseconds since its last syllable began. People who go on speaking begin one every 200 to 250. */
  get sinceSyllableMs(): number {
    return this.#passedMs - this.#syllableMs;
  }
}
