import { frameMs, sampleRateHz } from './audio-format.ts';

const channels = 2;
/** Sound that a decoder holds and that will never be heard in time. */
const mostUndecoded = 250;

/** One person's voice: Opus packets in, sound out of a node of its own. */
export class Speaker {
  readonly #node: AudioWorkletNode;
  #decoder: AudioDecoder | undefined;
  #timestampUs = 0;

  constructor(context: AudioContext, output: AudioNode) {
    this.#node = new AudioWorkletNode(context, 'playback', {
      numberOfInputs: 0,
      outputChannelCount: [channels],
    });
    this.#node.connect(output);
  }

  hear(packet: Uint8Array<ArrayBuffer>): void {
    const decoder = this.#decoder ?? this.#newDecoder();
    if (decoder.decodeQueueSize > mostUndecoded) return;
    decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: this.#timestampUs, data: packet }));
    this.#timestampUs += frameMs * 1000;
  }

  close(): void {
    if (this.#decoder) this.#drop(this.#decoder);
    this.#node.port.postMessage(null);
    this.#node.disconnect();
  }

  /** A decoder that met something that is no Opus closes itself; the next packet gets a new one. */
  #newDecoder(): AudioDecoder {
    const decoder: AudioDecoder = new AudioDecoder({
      output: (data) => {
        if (this.#decoder === decoder) this.#play(data);
        data.close();
      },
      error: () => this.#drop(decoder),
    });
    decoder.configure({ codec: 'opus', sampleRate: sampleRateHz, numberOfChannels: channels });
    this.#decoder = decoder;
    return decoder;
  }

  #play(data: AudioData): void {
    const planes = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(data.numberOfFrames);
      data.copyTo(plane, { planeIndex, format: 'f32-planar' });
      return plane;
    });
    this.#node.port.postMessage(
      planes,
      planes.map((plane) => plane.buffer),
    );
  }

  #drop(decoder: AudioDecoder): void {
    if (this.#decoder === decoder) this.#decoder = undefined;
    if (decoder.state !== 'closed') decoder.close();
  }
}
