import { frameSamples } from './audio-format.ts';
import { workletScope } from './worklet-scope.ts';

/** Cuts what comes in into mono frames of 20 ms and posts each. */
class Capture extends workletScope.AudioWorkletProcessor {
  #frame = new Float32Array(frameSamples);
  #filled = 0;

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0];
    if (!samples) return true;
    for (let taken = 0; taken < samples.length; ) {
      const part = samples.subarray(taken, taken + frameSamples - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled === frameSamples) this.#post();
    }
    return true;
  }

  #post(): void {
    this.port.postMessage(this.#frame, [this.#frame.buffer]);
    this.#frame = new Float32Array(frameSamples);
    this.#filled = 0;
  }
}

workletScope.registerProcessor('capture', Capture);
