import type { RealtimeTrouble } from '../error-class.ts';
import type { LinkEnd } from '../link.ts';
import type { ResponseEnd, Usage } from '../wire-response.ts';
import type { LanguageCode } from './languages.ts';

/** Document 2 C, `session`: from one speaker's language into another. */
export interface TranslationSettings {
  /** The spoken language; default `en`. `auto`: the service detects it, if the bot's owner allows that. */
  readonly from?: LanguageCode | 'auto';
  /** Default `en`. */
  readonly to?: LanguageCode;
  /** Whether the translation is spoken if its language has a voice. Default: yes. */
  readonly speaks?: boolean;
  readonly voice?: string;
  /** Whether the original comes as text, too. Default: yes. */
  readonly showsSource?: boolean;
  /** Names and terms that may come up. They're only sent if the deployment's profile names a field for them. */
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

/** What happens in a translation, in order. */
export type TranslationEvent =
  | { readonly is: 'speech-started'; readonly itemId: string; readonly atMs: number }
  | { readonly is: 'speech-stopped'; readonly itemId: string; readonly atMs: number }
  /** What's being said: `sure` stays, `unsure` may change. Both start at the beginning of the utterance. */
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
  /** Everything is translated, and the session closes now. */
  | { readonly is: 'finished' }
  | { readonly is: 'trouble'; readonly trouble: RealtimeTrouble }
  /** Audio was dropped before sending, because the service didn't keep up. */
  | { readonly is: 'audio-dropped'; readonly droppedMs: number };

/**
 * Translates one speaker into one language. It knows nothing about rooms or people: audio goes in, events come out.
 */
export interface TranslationSession {
  readonly agreed: AgreedTranslation;
  /** Settled for good, so it can be read later, too. */
  readonly ended: Promise<LinkEnd>;
  readonly over: boolean;
  /** Milliseconds of appended audio that haven't been sent. */
  readonly waitingMs: number;
  /** Returns a function that stops listening. */
  onEvent(listener: (event: TranslationEvent) => void): () => void;
  /** 16 kHz mono, 16 bit; 20 to 200 ms at a time. Never waits. Ignored after `finish`. */
  append(pcm: Uint8Array): void;
  /** JPEG, at most two per second, after the first audio. */
  show(jpeg: Uint8Array): 'shown' | 'before-audio' | 'too-soon' | 'over';
  /**
   * Lets the service translate the rest of what it heard, then closes. `finished`: everything came. `cut`: it didn't, and
   * nothing else came for 20 s, or the session was already over.
   */
  finish(): Promise<'finished' | 'cut'>;
  /** Closes with 1000 at once and drops what isn't translated yet. Idempotent. */
  close(): void;
}

export interface TranslationOpening {
  readonly signal?: AbortSignal;
  /** Called once with the wait, if the account may not connect yet. */
  readonly onWait?: (waitMs: number) => void;
  /** Nobody is in the middle of a sentence, so calls connect first. */
  readonly canWait?: boolean;
}

export interface TranslationClient {
  /** How long the next session would have to wait to connect. */
  readonly waitMs: number;
  /** The share of a minute's connects that the account has left, 0 to 1. */
  readonly connectsLeft: number;
  /**
   * Resolves once the service has agreed; after that, audio can be sent.
   * @throws {ServiceError} `invalid-request` at once if it breaks a rule of the document; fatal faults aren't retried
   */
  open(settings: TranslationSettings, opening?: TranslationOpening): Promise<TranslationSession>;
  close(): Promise<void>;
}
