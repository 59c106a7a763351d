import { MicrophoneTrouble } from '../voice/call-sound.ts';
import type { VoiceRecorder } from '../voice/voice-note.ts';
import { pageWords } from '../words/current.ts';
import { sampleRateHz } from './audio-format.ts';
import captureWorklet from './capture-worklet.ts?worker&url';
import { meterLevel, rms } from './loudness.ts';
import { microphoneStream } from './microphone-access.ts';
import { trackFrames } from './track-frames.ts';

const longestSamples = 10 * 60 * sampleRateHz;

/** A microphone that keeps ten minutes of what it hears; behind that, it hears no more. */
export class BrowserRecorder implements VoiceRecorder {
  readonly #context: AudioContext;
  readonly #stream: MediaStream;
  readonly #stopFrames: () => void;
  #frames: Int16Array[] = [];
  #samples = 0;
  level = 0;

  private constructor(context: AudioContext, stream: MediaStream, onLost: () => void) {
    this.#context = context;
    this.#stream = stream;
    this.#stopFrames = trackFrames(context, stream, (frame) => this.#hear(frame));
    for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
  }

  /** Asks the person for the microphone. @throws MicrophoneTrouble */
  static async open(echoCancellation: boolean, onLost: () => void): Promise<BrowserRecorder> {
    const { mediaDevices } = navigator;
    const use = { isSecureContext, mediaDevices, canEncode: true, echoCancellation };
    const stream = await microphoneStream(use, pageWords().microphone.youCanType);
    try {
      const context = new AudioContext({ sampleRate: sampleRateHz });
      await context.audioWorklet.addModule(captureWorklet);
      return new BrowserRecorder(context, stream, onLost);
    } catch (cause) {
      for (const track of stream.getTracks()) track.stop();
      const { failed, youCanType } = pageWords().microphone;
      throw new MicrophoneTrouble(failed(youCanType), { cause });
    }
  }

  get seconds(): number {
    return this.#samples / sampleRateHz;
  }

  stop(): Int16Array<ArrayBuffer> {
    const all = new Int16Array(this.#samples);
    let at = 0;
    for (const frame of this.#frames) {
      all.set(frame, at);
      at += frame.length;
    }
    this.close();
    return all;
  }

  close(): void {
    this.#stopFrames();
    for (const track of this.#stream.getTracks()) track.stop();
    if (this.#context.state !== 'closed') void this.#context.close();
    this.#frames = [];
    this.#samples = 0;
  }

  #hear(frame: Float32Array<ArrayBuffer>): void {
    this.level = meterLevel(rms(frame));
    if (this.#samples >= longestSamples) return;
    this.#frames.push(
      Int16Array.from(frame, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)),
    );
    this.#samples += frame.length;
  }
}
