import type { SpeechFrame } from '../../call/hearing/voice-detector.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';

/** Energy of the differences between samples, as a share of that of the samples: a hiss is above, a voice below. */
const hissFrom = 1.2;
const voiceUpTo = 0.6;
/** An “s” or a “t” hisses above that; noise is at 2, and the “sh” of “sure” below. */
const sharpFrom = 2.4;
/** Less is a click, more is a breath. */
const shortestHissMs = 60;
const longestHissMs = 200;
/** The closed lips of a “p” or “t” between the hiss and the voice. */
const longestClosureMs = 60;
/** The voice that has to follow, or it was a cough. */
const voiceAfterHissMs = 120;
/** Below this, it's only the noise of a microphone. */
const quietest = 200;

/**
 * “Sorry”, “stop”, “so”: what people say to show that they're listening seldom begins with a sharp hiss. It's quieter than
 * the voice behind it, so it's followed before anyone is taken for a speaker: into an echo it alone isn't loud enough.
 */
export class SharpBeginning {
  #hissMs = 0;
  #sharpest = 0;
  #closedMs = 0;
  #voiceMs = 0;
  #isOver = false;

  /** The next samples of one speaker. @param speaks loud enough to be their speech */
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
