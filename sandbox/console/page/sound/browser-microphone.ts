import type { Microphone, MicrophoneEvents } from '../voice/call-sound.ts';
import { frameSamples, sampleRateHz } from './audio-format.ts';
import { meterLevel, rms } from './loudness.ts';
import { trackFrames } from './track-frames.ts';
import type { GateOutput } from './voice-gate.ts';
import { VoiceGate } from './voice-gate.ts';

/** About −50 dB: softer is a quiet room. */
const speechThreshold = 0.003;
const gateOptions = { threshold: speechThreshold, lookAheadFrames: 2, hangFrames: 15 };

export const voiceEncoding: AudioEncoderConfig = {
  codec: 'opus',
  sampleRate: sampleRateHz,
  numberOfChannels: 1,
  bitrate: 64_000,
  opus: { complexity: 5, frameDuration: 20_000, usedtx: false, useinbandfec: false },
};

/** A microphone: its sound in frames of 20 ms, encoded, and let through while someone speaks. */
export class BrowserMicrophone implements Microphone {
  readonly #stream: MediaStream;
  readonly #stopFrames: () => void;
  readonly #events: MicrophoneEvents;
  readonly #encoder: AudioEncoder;
  readonly #gate = new VoiceGate<Uint8Array<ArrayBuffer>>(gateOptions);
  /** Root mean square of the frames that the encoder has not given back yet. */
  readonly #amplitudes: number[] = [];
  #timestampUs = 0;
  #muted = false;
  level = 0;

  constructor(context: AudioContext, stream: MediaStream, events: MicrophoneEvents) {
    this.#stream = stream;
    this.#events = events;
    this.#encoder = new AudioEncoder({
      output: (chunk) => this.#encoded(chunk),
      error: () => events.onLost(),
    });
    this.#encoder.configure(voiceEncoding);
    this.#stopFrames = trackFrames(context, stream, (frame) => this.#heard(frame));
    for (const track of stream.getTracks()) track.addEventListener('ended', events.onLost);
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    if (this.#muted === muted) return;
    this.#muted = muted;
    for (const track of this.#stream.getTracks()) track.enabled = !muted;
    if (muted) this.#pass(this.#gate.clear());
  }

  close(): void {
    this.#stopFrames();
    for (const track of this.#stream.getTracks()) {
      track.removeEventListener('ended', this.#events.onLost);
      track.stop();
    }
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }

  #heard(frame: Float32Array<ArrayBuffer>): void {
    const amplitude = rms(frame);
    this.level = this.#muted ? 0 : meterLevel(amplitude);
    if (this.#muted || this.#encoder.state !== 'configured') return;
    this.#amplitudes.push(amplitude);
    const data = new AudioData({
      format: 'f32-planar',
      sampleRate: sampleRateHz,
      numberOfChannels: 1,
      numberOfFrames: frameSamples,
      timestamp: this.#timestampUs,
      data: frame,
    });
    this.#timestampUs += 20_000;
    this.#encoder.encode(data);
    data.close();
  }

  #encoded(chunk: EncodedAudioChunk): void {
    const amplitude = this.#amplitudes.shift() ?? 0;
    if (this.#muted) return;
    const packet = new Uint8Array(chunk.byteLength);
    chunk.copyTo(packet);
    this.#pass(this.#gate.push(packet, amplitude));
  }

  #pass(output: GateOutput<Uint8Array<ArrayBuffer>>): void {
    if (output.kind === 'pause') this.#events.onSpeaking(false);
    if (output.kind !== 'packet') return;
    if (output.opens) this.#events.onSpeaking(true);
    this.#events.onPacket(output.packet);
  }
}
