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
/** Anything below this is microphone noise. */
const quietest = 200;

/**
 * “Sorry”, “stop”, “so”: backchannels seldom begin with a sharp hiss. It's quieter than the voice after it, so it's
 * tracked before anyone counts as speaking; alone, it isn't loud enough to get through an echo.
 */
export class SharpBeginning {
  #hissMs = 0;
  #sharpest = 0;
  #closedMs = 0;
  #voiceMs = 0;
  #isOver = false;

  /** A speaker's next samples. @param speaks loud enough to be their speech */
  add({ samples, level }: SpeechFrame, speaks: boolean): void {
    const durationMs = (samples.length * 1_000) / heardRateHz;
    const hiss = hissOf(samples);
    if (!this.#isOver && hiss > hissFrom && level >= quietest) {
      this.#hissMs += durationMs;
      this.#sharpest = Math.max(this.#sharpest, hiss);
    } else if (speaks) {
      this.#isOver = true;
      if (hiss < voiceUpTo) this.#voiceMs += durationMs;
    } else if (!this.#isOver) this.#close(durationMs);
  }

  get isSharp(): boolean {
    const isHiss = this.#hissMs >= shortestHissMs && this.#hissMs <= longestHissMs;
    return isHiss && this.#sharpest >= sharpFrom && this.#voiceMs >= voiceAfterHissMs;
  }

  #close(durationMs: number): void {
    this.#closedMs += durationMs;
    if (this.#closedMs <= longestClosureMs) return;
    this.#hissMs = 0;
    this.#sharpest = 0;
    this.#closedMs = 0;
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
