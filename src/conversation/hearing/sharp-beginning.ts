import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';

/**
 * Energy of the differences between samples, relative to the samples' own energy. A hiss is above this, a voice below.
 */
const hissFrom = 1.2;
const voiceUpTo = 0.6;
/** An “s” or a “t” is above this; noise is at 2, and the “sh” of “sure” is below. */
const sharpFrom = 2.4;
/** Anything shorter is a click, anything longer is a breath. */
const shortestHissMs = 60;
const longestHissMs = 200;
/** The closed lips of a “p” or “t”, between the hiss and the voice. */
const longestClosureMs = 60;
/** The voice has to follow within this time, or it was a cough. */
const voiceAfterHissMs = 120;
/** Anything below this is microphone noise, as the root mean square of 16-bit samples. */
export const quietestSound = 200;
/** A vowel is known as a voice this late at most: its pitch has to move first. */
const longestUnknownMs = 300;
/** Sound before the hiss that's this much quieter than the vowel behind it is the bot's echo, not “I” in “I see”. */
const echoShare = 0.3;

/**
 * “Sorry”, “stop”, “so”: backchannels seldom begin with a sharp hiss. It's quieter than the voice after it, so it's
 * tracked before anyone counts as speaking; alone, it isn't loud enough to get through an echo.
 */
export class SharpBeginning {
  #hissMs = 0;
  #sharpest = 0;
  #closedMs = 0;
  #voiceMs = 0;
  /** Like a voice, but not known as one yet. */
  #unknownMs = 0;
  /** How loud it is before the hiss, and behind it. */
  #levelBefore = 0;
  #levelBehind = 0;
  #isOver = false;

  /** A speaker's next samples. @param speaks loud enough to be their speech */
  add({ samples, level }: SpeechFrame, speaks: boolean): void {
    const durationMs = (samples.length * 1_000) / heardRateHz;
    const hiss = hissOf(samples);
    if (!this.#isOver && hiss > hissFrom && level >= quietestSound) {
      if (this.#unknownMs > longestClosureMs) this.#startOver(this.#levelBehind);
      this.#hissMs += durationMs;
      this.#sharpest = Math.max(this.#sharpest, hiss);
    } else if (speaks) {
      this.#isOver = true;
      this.#levelBehind = Math.max(this.#levelBehind, level);
      if (hiss < voiceUpTo) this.#voiceMs += durationMs;
    } else if (!this.#isOver) {
      if (hiss < voiceUpTo && level >= quietestSound) this.#addUnknown(durationMs, level);
      else this.#close(durationMs);
    }
  }

  /** It's certain once as much of the vowel is known as a voice. */
  get isSharp(): boolean {
    const isClosure = this.#closedMs + this.#unknownMs <= longestClosureMs;
    return this.#begins && isClosure && this.#voiceMs >= voiceAfterHissMs;
  }

  /** If all of the vowel is a voice. */
  get seemsSharp(): boolean {
    return this.#begins && this.#voiceMs + this.#unknownMs >= voiceAfterHissMs;
  }

  get #begins(): boolean {
    const isHiss = this.#hissMs >= shortestHissMs && this.#hissMs <= longestHissMs;
    const isFirst = this.#levelBefore < this.#levelBehind * echoShare;
    return isHiss && this.#sharpest >= sharpFrom && isFirst;
  }

  #addUnknown(durationMs: number, level: number): void {
    this.#unknownMs += durationMs;
    this.#levelBehind = Math.max(this.#levelBehind, level);
    if (this.#unknownMs > longestUnknownMs) this.#startOver(this.#levelBehind);
  }

  #close(durationMs: number): void {
    this.#closedMs += durationMs;
    if (this.#closedMs > longestClosureMs) this.#startOver(0);
  }

  #startOver(levelBefore: number): void {
    this.#hissMs = 0;
    this.#sharpest = 0;
    this.#closedMs = 0;
    this.#unknownMs = 0;
    this.#levelBefore = levelBefore;
    this.#levelBehind = 0;
  }
}

/** 0 if it hardly moves, 4 if it changes its sign with every sample. */
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
