import type { RealtimeTrouble } from '../error-class.ts';
import type { LinkEnd } from '../link.ts';
import type { ResponseEnd, Usage } from '../response-end.ts';
import type { LanguageCode } from './languages.ts';

/** Document 2 C, `session`: one speaker's language into one other. */
export interface TranslationSettings {
  /** What is spoken; default `en`. `auto`: the service detects it, only where the operator wants that. */
  readonly from?: LanguageCode | 'auto';
  /** Default `en`. */
  readonly to?: LanguageCode;
  /** Whether the translation is said aloud, where its language has a voice. Default: yes. */
  readonly speaks?: boolean;
  readonly voice?: string;
  /** Whether what was said comes as text, too. Default: yes. */
  readonly showsSource?: boolean;
  /** Names and terms that may be said; they're sent where the deployment's profile names a field for them. */
  readonly hotWords?: readonly string[];
}

/** What the service says it does. */
export interface AgreedTranslation {
  readonly sessionId: string | undefined;
  readonly voice: string | undefined;
  readonly speaks: boolean | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What happens in a translation, in the order in which it happened. */
export type TranslationEvent =
  | { readonly is: 'speech-started'; readonly itemId: string; readonly atMs: number }
  | { readonly is: 'speech-stopped'; readonly itemId: string; readonly atMs: number }
  /** What is said, while it is said: `sure` stays, `unsure` may change; both from the beginning of the utterance. */
  | {
      readonly is: 'source';
      readonly itemId: string;
      readonly sure: string;
      readonly unsure: string;
      readonly language: string | undefined;
    }
  | {
      readonly is: 'source-done';
      readonly itemId: string;
      readonly text: string;
      readonly language: string | undefined;
    }
  | { readonly is: 'not-understood'; readonly itemId: string }
  | { readonly is: 'response-started'; readonly responseId: string }
  /** The translation so far, from its beginning. */
  | { readonly is: 'target'; readonly responseId: string; readonly sure: string; readonly unsure: string }
  | { readonly is: 'target-done'; readonly responseId: string; readonly text: string }
  /** 24 kHz mono, 16 bit. */
  | { readonly is: 'audio'; readonly responseId: string; readonly pcm: Uint8Array }
  | { readonly is: 'audio-done'; readonly responseId: string }
  | {
      readonly is: 'response-ended';
      readonly responseId: string;
      readonly end: ResponseEnd;
      readonly usage: Usage | undefined;
    }
  /** Everything that was said has been translated: the session closes now. */
  | { readonly is: 'finished' }
  | { readonly is: 'trouble'; readonly trouble: RealtimeTrouble }
  /** Audio was dropped on the way there, because the service did not keep up. */
  | { readonly is: 'audio-dropped'; readonly droppedMs: number };

/** One speaker's words into one language. It knows no room and no person: audio goes in, events come out. */
export interface TranslationSession {
  readonly agreed: AgreedTranslation;
  /** Kept, so it can still be asked for later. */
  readonly ended: Promise<LinkEnd>;
  readonly over: boolean;
  /** Milliseconds of audio that were appended and are not on their way yet. */
  readonly waitingMs: number;
  /** Returns how to stop listening. */
  onEvent(listener: (event: TranslationEvent) => void): () => void;
  /** 16 kHz mono, 16 bit; 20 to 200 ms at a time. Never waits; nothing after `finish`. */
  append(pcm: Uint8Array): void;
  /** JPEG, at most two in a second, after the first audio. */
  show(jpeg: Uint8Array): 'shown' | 'before-audio' | 'too-soon' | 'over';
  /**
   * Lets the service translate what it has heard, then closes. `finished`: all of it came. `cut`: it did not within 20 s,
   * or the session was over.
   */
  finish(): Promise<'finished' | 'cut'>;
  /** Closes with 1000 at once, what was not translated yet is lost; idempotent. */
  close(): void;
}

export interface TranslationOpening {
  readonly signal?: AbortSignal;
  /** Told once when the account may not connect yet, with how long it takes. */
  readonly onWait?: (waitMs: number) => void;
}

export interface TranslationClient {
  /** How long the next session would have to wait for its connect. */
  readonly waitMs: number;
  /** Of the connects that the account has in a minute: the share that's left, 0 to 1. */
  readonly connectsLeft: number;
  /**
   * Resolves once the service has agreed: from then on audio may come.
   * @throws {ServiceError} `invalid-request` at once for what breaks a rule of the document; fatal faults are not retried
   */
  open(settings: TranslationSettings, opening?: TranslationOpening): Promise<TranslationSession>;
  close(): Promise<void>;
}
