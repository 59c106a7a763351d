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
    for (let at = 0; at < length; at += 1) {
      const sum = (input ?? []).reduce((total, channel) => total + (channel[at] ?? 0), 0);
      this.#piece[this.#filled] = input && input.length > 0 ? sum / input.length : 0;
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
