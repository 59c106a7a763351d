import { sampleRateHz } from './audio-format.ts';
import { workletScope } from './worklet-scope.ts';

const pieceSamples = sampleRateHz / 10;

/** Passes sound on unchanged, and posts what passed as mono pieces of 100 ms. */
class Tap extends workletScope.AudioWorkletProcessor {
  #piece = new Float32Array(pieceSamples);
  #filled = 0;

  process(
    [input]: readonly (readonly Float32Array[])[],
    [output]: readonly (readonly Float32Array[])[],
  ): boolean {
    const length = output?.[0]?.length ?? 0;
    for (const [index, channel] of (output ?? []).entries()) {
      const from = input?.[index] ?? input?.[0];
      if (from) channel.set(from);
    }
    const { length: channels = 0 } = input ?? [];
    for (let at = 0; at < length; at += 1) {
      let sum = 0;
      // 48,000 times a second, in the thread that must never be late: no function of its own.
      for (let index = 0; index < channels; index += 1) sum += input?.[index]?.[at] ?? 0;
      this.#piece[this.#filled] = channels > 0 ? sum / channels : 0;
      this.#filled += 1;
      if (this.#filled === pieceSamples) this.#post();
    }
    return true;
  }

  #post(): void {
    this.port.postMessage(this.#piece, [this.#piece.buffer]);
    this.#piece = new Float32Array(pieceSamples);
    this.#filled = 0;
  }
}

workletScope.registerProcessor('tap', Tap);
