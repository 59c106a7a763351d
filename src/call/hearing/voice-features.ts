/** 1.5 s of frames: longer than any word, shorter than anyone waits for a turn's end. */
const backgroundFrames = 75;
/** A tenth of the time even people who never pause are between two syllables. */
const rank = 7;

/**
 * How loud a microphone is while nobody speaks into it: the tenth of the last 1.5 s that was quietest. It's learnt during
 * speech, too, so a fan that starts in the middle of a sentence doesn't make it endless.
 */
export class Background {
  readonly #levels = new Float32Array(backgroundFrames);
  readonly #sorted = new Float32Array(backgroundFrames);
  #at = 0;

  get level(): number {
    return this.#sorted[rank] ?? 0;
  }

  add(level: number): void {
    const oldest = this.#levels[this.#at] ?? 0;
    this.#levels[this.#at] = level;
    this.#at = (this.#at + 1) % backgroundFrames;
    const sorted = this.#sorted;
    let index = sorted.indexOf(oldest);
    const value = Math.fround(level);
    for (; index + 1 < backgroundFrames && (sorted[index + 1] ?? 0) < value; index += 1)
      sorted[index] = sorted[index + 1] ?? 0;
    for (; index > 0 && (sorted[index - 1] ?? 0) > value; index -= 1) sorted[index] = sorted[index - 1] ?? 0;
    sorted[index] = value;
  }
}

/** Four samples become one: 4 kHz is enough for the pitch of a voice. */
const step = 4;
const rateHz = 4_000;
const perFrame = 80;
/** From 400 Hz, */
const shortestLag = 10;
/** down to 70 Hz. */
const longestLag = 57;
/** What repeats faster than that isn't a person's voice, though it also repeats more slowly. */
const tooShortLag = 4;
/** A shorter period that's nearly as clear is the real one. */
const nearlyAsClear = 0.9;
/** How much of the low rumble of engines and desks is taken out. */
const rumble = 0.8;

/** How fast 40 ms of sound repeat, and how clearly: 0 to 1. */
export interface Pitch {
  /** 0 if it's faster than any voice. */
  readonly hz: number;
  readonly clarity: number;
}

/** Finds the pitch of a voice, by comparing the sound with itself a period later. */
export class Voicing {
  /** The last 40 ms, with their low rumble taken out. */
  readonly #sound = new Float32Array(perFrame * 2);
  readonly #clarities = new Float32Array(longestLag + 1);
  #last = 0;

  /** Every frame goes in, in order. */
  add(samples: Int16Array): void {
    const sound = this.#sound;
    sound.copyWithin(0, perFrame);
    for (let index = 0, at = 0; index < perFrame; index += 1, at += step) {
      const sum =
        (samples[at] ?? 0) + (samples[at + 1] ?? 0) + (samples[at + 2] ?? 0) + (samples[at + 3] ?? 0);
      sound[perFrame + index] = sum - rumble * this.#last;
      this.#last = sum;
    }
  }

  get pitch(): Pitch {
    const clarities = this.#compare();
    let lag = shortestLag;
    for (let other = shortestLag; other <= longestLag; other += 1)
      if ((clarities[other] ?? 0) > (clarities[lag] ?? 0)) lag = other;
    for (let shorter = tooShortLag + 1; shorter < lag; shorter += 1) {
      const clarity = clarities[shorter] ?? 0;
      const isPeak = clarity > (clarities[shorter - 1] ?? 0) && clarity >= (clarities[shorter + 1] ?? 0);
      if (isPeak && clarity >= (clarities[lag] ?? 0) * nearlyAsClear) lag = shorter;
    }
    const clarity = clarities[lag] ?? 0;
    return { clarity, hz: lag < shortestLag ? 0 : rateHz / (lag + offset(clarities, lag)) };
  }

  /** The likeness of the sound and itself, for each lag: 1 if it's the same. */
  #compare(): Float32Array {
    const sound = this.#sound;
    const count = sound.length;
    const clarities = this.#clarities;
    const from = longestLag;
    let whole = 0;
    let before = 0;
    for (let index = from; index < count; index += 1) whole += (sound[index] ?? 0) ** 2;
    for (let index = from - tooShortLag; index < count - tooShortLag; index += 1)
      before += (sound[index] ?? 0) ** 2;
    for (let lag = tooShortLag; lag <= longestLag; lag += 1) {
      let sum = 0;
      for (let index = from; index < count; index += 1)
        sum += (sound[index] ?? 0) * (sound[index - lag] ?? 0);
      clarities[lag] = whole * before <= 0 ? 0 : sum / Math.sqrt(whole * before);
      before += (sound[from - lag - 1] ?? 0) ** 2 - (sound[count - lag - 1] ?? 0) ** 2;
    }
    return clarities;
  }
}

/** Where between two lags the peak is. */
function offset(clarities: Float32Array, lag: number): number {
  const before = clarities[lag - 1] ?? 0;
  const at = clarities[lag] ?? 0;
  const after = clarities[lag + 1] ?? 0;
  const bend = before - 2 * at + after;
  return bend >= 0 || lag === longestLag ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

/** Half a second. */
const articulationFrames = 25;
/** Clearer than this, it rings. */
const ringing = 0.8;

/**
 * How a sound changes over half a second. People's mouths make it now bright and now dull, even if they whisper; breath,
 * rain, rustling and instruments sound alike all the time.
 */
export class Articulation {
  /** How bright each frame was; NaN if it was too quiet. */
  readonly #bright = new Float32Array(articulationFrames).fill(Number.NaN);
  readonly #rings = new Uint8Array(articulationFrames);
  #at = 0;

  /** 20 ms that are louder than the background, with how clearly they repeat. */
  addSound(samples: Int16Array, clarity: number): void {
    this.#add(brightness(samples), clarity > ringing);
  }

  addBackground(): void {
    this.#add(Number.NaN, false);
  }

  /** The share of the time that's filled with sound, the share of the sound that rings, and how much it changes. */
  get measures(): { readonly filled: number; readonly rings: number; readonly change: number } {
    let count = 0;
    let sum = 0;
    let squares = 0;
    let rings = 0;
    for (let index = 0; index < articulationFrames; index += 1) {
      const bright = this.#bright[index] ?? 0;
      if (Number.isNaN(bright)) continue;
      count += 1;
      sum += bright;
      squares += bright * bright;
      rings += this.#rings[index] ?? 0;
    }
    if (count === 0) return { filled: 0, rings: 0, change: 0 };
    const change = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
    return { filled: count / articulationFrames, rings: rings / count, change };
  }

  #add(bright: number, rings: boolean): void {
    this.#bright[this.#at] = bright;
    this.#rings[this.#at] = rings ? 1 : 0;
    this.#at = (this.#at + 1) % articulationFrames;
  }
}

/** How fast a sound moves, as a logarithm: an “s” is bright, an “o” is dull. */
function brightness(samples: Int16Array): number {
  let moved = 1;
  let sum = 1;
  let before = samples[0] ?? 0;
  for (const sample of samples) {
    moved += (sample - before) ** 2;
    sum += sample * sample;
    before = sample;
  }
  return Math.log(moved / sum);
}
