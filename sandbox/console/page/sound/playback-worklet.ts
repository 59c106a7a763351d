import { PlaybackQueue } from './playback-queue.ts';
import { workletScope } from './worklet-scope.ts';

/** Plays the channels that are posted to it, in their order; a message of null drops what was not played yet. */
class Playback extends workletScope.AudioWorkletProcessor {
  readonly #queue = new PlaybackQueue();

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<readonly Float32Array[] | null>) => {
      if (data) this.#queue.push(data);
      else this.#queue.clear();
    };
  }

  process(_inputs: unknown, [output]: readonly (readonly Float32Array[])[]): boolean {
    this.#queue.read(output ?? []);
    return true;
  }
}

workletScope.registerProcessor('playback', Playback);
