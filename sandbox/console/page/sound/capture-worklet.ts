import { Frames } from './frames.ts';
import { workletScope } from './worklet-scope.ts';

/** Posts what comes in as mono frames of 20 ms. */
class Capture extends workletScope.AudioWorkletProcessor {
  readonly #frames = new Frames((frame) => this.port.postMessage(frame, [frame.buffer]));

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0];
    if (samples) this.#frames.add(samples);
    return true;
  }
}

workletScope.registerProcessor('capture', Capture);
