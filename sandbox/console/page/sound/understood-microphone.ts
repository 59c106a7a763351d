import type { Microphone } from '../voice/call-sound.ts';
import type { SpeechRecogniser } from './speech-recogniser.ts';

/** A microphone whose speech the browser recognises as long as it isn't muted. */
export class UnderstoodMicrophone implements Microphone {
  readonly #microphone: Microphone;
  readonly #recogniser: SpeechRecogniser;

  constructor(microphone: Microphone, recogniser: SpeechRecogniser) {
    this.#microphone = microphone;
    this.#recogniser = recogniser;
    recogniser.start();
  }

  get level(): number {
    return this.#microphone.level;
  }

  get muted(): boolean {
    return this.#microphone.muted;
  }

  set muted(muted: boolean) {
    this.#microphone.muted = muted;
    if (muted) this.#recogniser.stop();
    else this.#recogniser.start();
  }

  close(): void {
    this.#recogniser.stop();
    this.#microphone.close();
  }
}
