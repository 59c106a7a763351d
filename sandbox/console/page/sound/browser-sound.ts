import type { CallSound, Microphone, MicrophoneEvents } from '../voice/call-sound.ts';
import { MicrophoneTrouble } from '../voice/call-sound.ts';
import { sampleRateHz } from './audio-format.ts';
import { BrowserMicrophone } from './browser-microphone.ts';
import captureWorklet from './capture-worklet.ts?worker&url';
import { Loudspeaker } from './loudspeaker.ts';
import { microphoneStream } from './microphone-access.ts';
import playbackWorklet from './playback-worklet.ts?worker&url';
import tapWorklet from './tap-worklet.ts?worker&url';

/** What exists while a call runs. */
interface Studio {
  readonly context: AudioContext;
  readonly loaded: Promise<void>;
  loudspeaker: Loudspeaker | undefined;
}

/** Sound through the browser's own audio and Opus codecs. */
export class BrowserSound implements CallSound {
  readonly #echoCancellation: () => boolean;
  #studio: Studio | undefined;
  #volume = 1;
  #deafened = false;

  /** Whether echoes are to be taken out is read when a microphone is opened. */
  constructor(echoCancellation: () => boolean) {
    this.#echoCancellation = echoCancellation;
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    this.#applyGain();
  }

  get deafened(): boolean {
    return this.#deafened;
  }

  set deafened(deafened: boolean) {
    this.#deafened = deafened;
    this.#applyGain();
  }

  get level(): number {
    return this.#studio?.loudspeaker?.level ?? 0;
  }

  open(): string | undefined {
    if (this.#studio) return undefined;
    if (!('audioWorklet' in AudioContext.prototype) || !('AudioDecoder' in globalThis))
      return "This browser can't play calls. They need audio worklets and WebCodecs, on this machine or over HTTPS.";
    const context = new AudioContext({ sampleRate: sampleRateHz, latencyHint: 'interactive' });
    const modules = [captureWorklet, playbackWorklet, tapWorklet];
    const loaded = Promise.all(modules.map((url) => context.audioWorklet.addModule(url)));
    const studio: Studio = { context, loudspeaker: undefined, loaded: loaded.then(() => {}) };
    this.#studio = studio;
    void context.resume();
    studio.loaded.then(() => {
      if (this.#studio !== studio) return;
      studio.loudspeaker = new Loudspeaker(context);
      this.#applyGain();
    }, reportError);
    return undefined;
  }

  async microphone(events: MicrophoneEvents): Promise<Microphone> {
    const stream = await microphoneStream({
      isSecureContext,
      mediaDevices: navigator.mediaDevices,
      canEncode: 'AudioEncoder' in globalThis,
      echoCancellation: this.#echoCancellation(),
    });
    const studio = this.#studio;
    try {
      await studio?.loaded;
      if (!studio || this.#studio !== studio) throw new Error('The call is over.');
      return new BrowserMicrophone(studio.context, stream, events);
    } catch (cause) {
      for (const track of stream.getTracks()) track.stop();
      throw new MicrophoneTrouble("Couldn't open the microphone. You can still listen.", { cause });
    }
  }

  hear(userId: string, packet: Uint8Array<ArrayBuffer>): void {
    if (!this.#deafened) this.#studio?.loudspeaker?.hear(userId, packet);
  }

  forget(userId: string): void {
    this.#studio?.loudspeaker?.forget(userId);
  }

  forgetAll(): void {
    this.#studio?.loudspeaker?.forgetAll();
  }

  recording(): Blob {
    const wav = this.#studio?.loudspeaker?.recording.wav();
    return new Blob(wav ? [wav] : [], { type: 'audio/wav' });
  }

  close(): void {
    const studio = this.#studio;
    this.#studio = undefined;
    studio?.loudspeaker?.close();
    void studio?.context.close();
  }

  #applyGain(): void {
    const { loudspeaker } = this.#studio ?? {};
    if (loudspeaker) loudspeaker.gain = this.#deafened ? 0 : this.#volume;
  }
}
