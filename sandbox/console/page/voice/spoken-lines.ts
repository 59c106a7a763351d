import { Observable } from '../client/observable.ts';
import { pageWords } from '../words/current.ts';

/** A language that sentences can be said in; `auto` goes by the letters of the text. */
export const spokenLanguages = ['auto', 'en', 'zh', 'es', 'fr', 'de', 'ja'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** A sentence that someone typed, to be said in their place. */
export interface SpokenLine {
  readonly id: number;
  readonly text: string;
  readonly language: SpokenLanguage;
}

/** Why a sentence was not voiced, in words for the person. */
export class VoicingTrouble extends Error {
  override readonly name = 'VoicingTrouble';
}

export interface SpokenLinesOptions {
  /** Opus packets of 20 ms in base64. @throws VoicingTrouble */
  readonly voice: (line: SpokenLine, signal: AbortSignal) => Promise<readonly string[]>;
  /** Speaks them into the call; `said` is to be called when they are out. */
  readonly speak: (id: number, packets: readonly string[]) => void;
  /** Stops what `speak` began; `said` still follows. */
  readonly hush: () => void;
  readonly tell: (sentence: string) => void;
}

export type SpokenState =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'voicing'; readonly line: SpokenLine; readonly abort: AbortController }
  | { readonly kind: 'saying'; readonly line: SpokenLine }
  /** Stopped; its silence is still going out. */
  | { readonly kind: 'hushing'; readonly line: SpokenLine };

export const longestLine = 300;
const mostWaiting = 20;

/** The sentences that someone has said for them: one after the other, in the order of typing. */
export class SpokenLines extends Observable {
  readonly #options: SpokenLinesOptions;
  /** What the person has chosen for what they type next. */
  language: SpokenLanguage = 'auto';
  #state: SpokenState = { kind: 'quiet' };
  #waiting: SpokenLine[] = [];
  #lastId = 0;

  constructor(options: SpokenLinesOptions) {
    super();
    this.#options = options;
  }

  get state(): SpokenState {
    return this.#state;
  }

  /** How many come after the current one. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isBusy(): boolean {
    return this.#state.kind !== 'quiet';
  }

  /** False when it wasn't taken; the person has been told why. */
  add(typed: string): boolean {
    const text = typed.trim();
    if (text === '') return false;
    if (this.#waiting.length >= mostWaiting) {
      this.#options.tell(pageWords().say.tooMany(mostWaiting));
      return false;
    }
    this.#lastId += 1;
    this.#waiting.push({ id: this.#lastId, text, language: this.language });
    if (this.isBusy) this.changed();
    else this.#next();
    return true;
  }

  /** Stops the current sentence and drops the others. */
  stop(): void {
    this.#waiting = [];
    const state = this.#state;
    if (state.kind === 'voicing') this.#enter({ kind: 'quiet' });
    if (state.kind !== 'saying') return;
    this.#options.hush();
    this.#enter({ kind: 'hushing', line: state.line });
  }

  said(id: number): void {
    const state = this.#state;
    if ((state.kind === 'saying' || state.kind === 'hushing') && state.line.id === id) this.#next();
  }

  /** The call is gone, and with it whatever was to be said. */
  cutOff(): void {
    this.#waiting = [];
    if (this.isBusy) this.#enter({ kind: 'quiet' });
  }

  #enter(next: SpokenState): void {
    const left = this.#state;
    this.#state = next;
    if (left.kind === 'voicing' && next.kind === 'quiet') left.abort.abort();
    this.changed();
  }

  #next(): void {
    const line = this.#waiting.shift();
    if (!line) {
      this.#enter({ kind: 'quiet' });
      return;
    }
    const voicing: SpokenState = { kind: 'voicing', line, abort: new AbortController() };
    this.#enter(voicing);
    const isMine = (): boolean => this.#state === voicing;
    this.#options.voice(line, voicing.abort.signal).then(
      (packets) => {
        if (!isMine()) return;
        this.#enter({ kind: 'saying', line });
        this.#options.speak(line.id, packets);
      },
      (error: unknown) => {
        if (!isMine()) return;
        this.#options.tell(error instanceof VoicingTrouble ? error.message : pageWords().say.failed);
        this.#next();
      },
    );
  }
}
