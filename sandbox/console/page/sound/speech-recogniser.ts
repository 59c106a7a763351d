import { pageWords } from '../words/current.ts';
import type { PageWords } from '../words/en.ts';

/** What is used of a browser's `SpeechRecognition`. */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Only where the browser can do it without anybody's servers. */
  processLocally?: boolean;
  start(): void;
  abort(): void;
}

export interface RecognitionMaker {
  new (): Recognition;
  available?(wish: { readonly langs: readonly string[]; readonly processLocally: boolean }): Promise<string>;
}

/** `local`: on this device. `remote`: the browser's maker may hear it. */
export type RecognitionOffer = 'none' | 'local' | 'remote';

interface Result {
  readonly isFinal: boolean;
  readonly 0?: { readonly transcript: string };
}

export interface RecogniserEvents {
  readonly onListening: (listening: boolean) => void;
  /** A sentence, as it was understood in the end. */
  readonly onUnderstood: (text: string) => void;
  /** It's over for good. */
  readonly onTrouble: (sentence: string) => void;
}

/** The browser's own recogniser, if it has one. */
export function recognitionMaker(): RecognitionMaker | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionMaker;
    webkitSpeechRecognition?: RecognitionMaker;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

export async function recognitionOffer(
  make: RecognitionMaker | undefined,
  language: string,
): Promise<RecognitionOffer> {
  if (!make) return 'none';
  const wish = { langs: [language], processLocally: true };
  const answer = await make.available?.(wish).catch(() => 'unavailable');
  return answer === 'available' ? 'local' : 'remote';
}

const againMs = 300;
const troubles: Readonly<Record<string, keyof PageWords['recognition']>> = {
  'not-allowed': 'notAllowed',
  'service-not-allowed': 'notAllowed',
  'language-not-supported': 'notInLanguage',
  network: 'unreachable',
};

/** Recognises what a person says, for as long as it's wanted: browsers stop by themselves after a while. */
export class SpeechRecogniser {
  readonly #make: RecognitionMaker;
  readonly #language: string;
  readonly #isLocal: boolean;
  readonly #events: RecogniserEvents;
  #running: Recognition | undefined;
  #isWanted = false;

  constructor(
    make: RecognitionMaker,
    { language, isLocal }: { readonly language: string; readonly isLocal: boolean },
    events: RecogniserEvents,
  ) {
    this.#make = make;
    this.#language = language;
    this.#isLocal = isLocal;
    this.#events = events;
  }

  start(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#begin();
  }

  stop(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    const running = this.#running;
    this.#running = undefined;
    running?.abort();
    this.#events.onListening(false);
  }

  #begin(): void {
    if (!this.#isWanted || this.#running) return;
    const running = new this.#make();
    this.#running = running;
    running.lang = this.#language;
    running.continuous = true;
    running.interimResults = false;
    if (this.#isLocal) running.processLocally = true;
    const isMine = (): boolean => this.#running === running;
    running.addEventListener('start', () => {
      if (isMine()) this.#events.onListening(true);
    });
    running.addEventListener('result', (event) => {
      if (isMine()) this.#understand(event as Event & { resultIndex: number; results: ArrayLike<Result> });
    });
    running.addEventListener('error', (event) => {
      const trouble = troubles[(event as Event & { error: string }).error];
      if (!isMine() || trouble === undefined) return;
      this.stop();
      this.#events.onTrouble(pageWords().recognition[trouble]);
    });
    running.addEventListener('end', () => {
      if (!isMine()) return;
      this.#running = undefined;
      setTimeout(() => this.#begin(), againMs);
    });
    running.start();
  }

  #understand({ resultIndex, results }: { resultIndex: number; results: ArrayLike<Result> }): void {
    for (const result of Array.from(results).slice(resultIndex)) {
      const text = result[0]?.transcript.trim() ?? '';
      if (result.isFinal && text !== '') this.#events.onUnderstood(text);
    }
  }
}
