import { meterLevel, rms } from './loudness.ts';
import { Recording } from './recording.ts';
import { Speaker } from './speaker.ts';

const recordedSeconds = 60;

/** Everybody's voice mixed, made louder or softer, and remembered for a minute. */
export class Loudspeaker {
  readonly #context: AudioContext;
  readonly #mix: GainNode;
  readonly #tap: AudioWorkletNode;
  readonly #speakers = new Map<string, Speaker>();
  readonly recording = new Recording(recordedSeconds);
  level = 0;

  constructor(context: AudioContext) {
    this.#context = context;
    this.#mix = context.createGain();
    this.#tap = new AudioWorkletNode(context, 'tap', { outputChannelCount: [2] });
    this.#tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      this.level = meterLevel(rms(data));
      this.recording.add(data);
    };
    this.#mix.connect(this.#tap).connect(context.destination);
  }

  set gain(gain: number) {
    this.#mix.gain.value = gain;
  }

  hear(userId: string, packet: Uint8Array<ArrayBuffer>): void {
    let speaker = this.#speakers.get(userId);
    if (!speaker) {
      speaker = new Speaker(this.#context, this.#mix);
      this.#speakers.set(userId, speaker);
    }
    speaker.hear(packet);
  }

  forget(userId: string): void {
    this.#speakers.get(userId)?.close();
    this.#speakers.delete(userId);
  }

  forgetAll(): void {
    for (const userId of [...this.#speakers.keys()]) this.forget(userId);
  }

  close(): void {
    this.forgetAll();
    this.#tap.port.onmessage = null;
    this.#tap.disconnect();
    this.#mix.disconnect();
  }
}
