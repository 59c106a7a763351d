import type { CallSound, Microphone, MicrophoneEvents } from '../voice/call-sound.ts';
import { MicrophoneTrouble } from '../voice/call-sound.ts';
import { pageWords } from '../words/current.ts';
import { sampleRateHz } from './audio-format.ts';
import { BrowserMicrophone } from './browser-microphone.ts';
import captureWorklet from './capture-worklet.ts?worker&url';
import { Loudspeaker } from './loudspeaker.ts';
import { microphoneStream } from './microphone-access.ts';
import playbackWorklet from './playback-worklet.ts?worker&url';
import {
  type RecognitionOffer,
  recognitionMaker,
  recognitionOffer,
  SpeechRecogniser,
} from './speech-recogniser.ts';
import tapWorklet from './tap-worklet.ts?worker&url';
import { UnderstoodMicrophone } from './understood-microphone.ts';

/** What exists while a call runs. */
interface Studio {
  readonly context: AudioContext;
  readonly loaded: Promise<void>;
  loudspeaker: Loudspeaker | undefined;
}

/** Sound through the browser's own audio and Opus codecs. */
export class BrowserSound implements CallSound {
  readonly #echoCancellation: () => boolean;
  readonly #recognises: () => boolean;
  readonly #maker = recognitionMaker();
  #recognition: RecognitionOffer = 'none';
  #studio: Studio | undefined;
  #volume = 1;
  #deafened = false;

  /** Both wishes are read when a microphone is opened: whether to take out echoes, and to recognise speech. */
  constructor(echoCancellation: () => boolean, recognises: () => boolean, onOffer: () => void) {
    this.#echoCancellation = echoCancellation;
    this.#recognises = recognises;
    void recognitionOffer(this.#maker, navigator.language).then((offer) => {
      this.#recognition = offer;
      onOffer();
    });
  }

  get recognition(): RecognitionOffer {
    return this.#recognition;
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
      return pageWords().microphone.cannotPlay;
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
      const microphone = new BrowserMicrophone(studio.context, stream, events);
      const make = this.#maker;
      if (!make || !this.#recognises()) return microphone;
      const wish = { language: navigator.language, isLocal: this.#recognition === 'local' };
      const recogniser = new SpeechRecogniser(make, wish, {
        onListening: (listening) => events.onRecognition(listening),
        onUnderstood: (text) => events.onRecognition(true, text),
        onTrouble: events.onRecognitionTrouble,
      });
      return new UnderstoodMicrophone(microphone, recogniser);
    } catch (cause) {
      for (const track of stream.getTracks()) track.stop();
      const { failed, youCanListen } = pageWords().microphone;
      throw new MicrophoneTrouble(failed(youCanListen), { cause });
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
