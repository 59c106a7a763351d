import { Observable } from '../client/observable.ts';
import { pageWords } from '../words/current.ts';
import type { SpokenLanguage, SpokenLine } from './spoken-lines.ts';

/** A voice message before it's sent. */
export interface VoiceFile {
  readonly file: File;
  readonly seconds: number;
  /** One byte a point, in base64. */
  readonly waveform: string;
}

/** A microphone that keeps what it hears. */
export interface VoiceRecorder {
  /** 0 to 1, now. */
  readonly level: number;
  readonly seconds: number;
  /** Closes the microphone, and gives what it heard: 16-bit mono at 48 kHz. */
  stop(): Int16Array<ArrayBuffer>;
  close(): void;
}

/** Why there's no voice message, in words for the person. */
export class NoteTrouble extends Error {
  override readonly name = 'NoteTrouble';
}

export interface VoiceNoteOptions {
  /** `onLost`: the microphone is gone. @throws MicrophoneTrouble */
  readonly record: (onLost: () => void) => Promise<VoiceRecorder>;
  /** @throws NoteTrouble */
  readonly recorded: (samples: Int16Array<ArrayBuffer>, signal: AbortSignal) => Promise<VoiceFile>;
  /** @throws NoteTrouble */
  readonly said: (line: Pick<SpokenLine, 'text' | 'language'>, signal: AbortSignal) => Promise<VoiceFile>;
  readonly tell: (sentence: string) => void;
}

export type VoiceNoteState =
  | { readonly kind: 'shut' }
  /** It can be recorded or typed. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'recording'; readonly recorder: VoiceRecorder }
  | { readonly kind: 'sending'; readonly abort: AbortController };

/** Takes a voice message to its channel. @throws whatever it was refused with */
export type SendVoice = (file: VoiceFile) => Promise<void>;

const shortestSeconds = 0.3;

/** The voice message that someone is making: recorded at the microphone, or typed and said for them. */
export class VoiceNote extends Observable {
  readonly #options: VoiceNoteOptions;
  #state: VoiceNoteState = { kind: 'shut' };
  /** What the person has chosen for what they type. */
  language: SpokenLanguage = 'auto';

  constructor(options: VoiceNoteOptions) {
    super();
    this.#options = options;
  }

  get state(): VoiceNoteState {
    return this.#state;
  }

  open(): void {
    if (this.#state.kind === 'shut') this.#enter({ kind: 'ready' });
  }

  /** Whatever was being made is dropped. */
  discard(): void {
    if (this.#state.kind !== 'shut') this.#enter({ kind: 'shut' });
  }

  async record(): Promise<void> {
    if (this.#state.kind !== 'ready') return;
    const opening: VoiceNoteState = { kind: 'opening' };
    this.#enter(opening);
    try {
      const recorder = await this.#options.record(() => this.#lost());
      if (this.state === opening) this.#enter({ kind: 'recording', recorder });
      else recorder.close();
    } catch (error) {
      if (this.state !== opening) return;
      const { microphone } = pageWords();
      this.#options.tell(error instanceof Error ? error.message : microphone.failed(microphone.youCanType));
      this.#enter({ kind: 'ready' });
    }
  }

  async sendRecording(send: SendVoice): Promise<void> {
    if (this.#state.kind !== 'recording') return;
    const samples = this.#state.recorder.stop();
    if (samples.length < shortestSeconds * 48_000) {
      this.#options.tell(pageWords().voiceNote.tooShort);
      this.#enter({ kind: 'ready' });
      return;
    }
    await this.#make((signal) => this.#options.recorded(samples, signal), send);
  }

  /** False when there was nothing to say. */
  async sendTyped(typed: string, send: SendVoice): Promise<boolean> {
    const text = typed.trim();
    if (this.#state.kind !== 'ready' || text === '') return false;
    const { language } = this;
    return await this.#make((signal) => this.#options.said({ text, language }, signal), send);
  }

  async #make(file: (signal: AbortSignal) => Promise<VoiceFile>, send: SendVoice): Promise<boolean> {
    const sending: VoiceNoteState = { kind: 'sending', abort: new AbortController() };
    this.#enter(sending);
    try {
      const made = await file(sending.abort.signal);
      if (this.#state !== sending) return false;
      await send(made);
      if (this.#state === sending) this.#enter({ kind: 'shut' });
      return true;
    } catch (error) {
      if (this.#state !== sending) return false;
      this.#options.tell(
        error instanceof NoteTrouble ? error.message : pageWords().composer.notSent(reasonOf(error)),
      );
      this.#enter({ kind: 'ready' });
      return false;
    }
  }

  #lost(): void {
    if (this.#state.kind !== 'recording') return;
    this.#options.tell(pageWords().voiceNote.lost);
    this.#enter({ kind: 'ready' });
  }

  #enter(next: VoiceNoteState): void {
    const left = this.#state;
    this.#state = next;
    if (left.kind === 'recording') left.recorder.close();
    if (left.kind === 'sending' && next.kind === 'shut') left.abort.abort();
    this.changed();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === 'RestError'
    ? error.message
    : pageWords().composer.notReached;
}
