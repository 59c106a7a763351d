import type { BasicCall, CallBasics, StateOfCall } from '../call/types.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';

/** What the person who started an interpreter chose. It doesn't change during the call. */
export interface InterpretationSettings {
  /** The languages of this call. People who didn't say what they speak get the first one. */
  readonly languages: readonly LanguageCode[];
  /** `in-pauses`: never while a person speaks. */
  readonly spoken: 'off' | 'in-pauses' | 'over-people';
  /** The languages said out loud. If absent, every wanted language that has a voice. */
  readonly spokenIn?: readonly LanguageCode[];
  /** If absent, the service's own. */
  readonly voice?: string;
  readonly captions: 'off' | 'one-thread' | 'thread-per-language';
  /** Show the original above the translation. */
  readonly original: boolean;
  /** Also caption people in their own language. */
  readonly sameLanguage: boolean;
  /** Post a file at the end. */
  readonly transcript: boolean;
}

/** What a person chose for themselves, in one call. */
export interface PersonLanguages {
  /** If absent, the first language of the call. `auto`: the service detects it. */
  readonly speaks?: LanguageCode | 'auto' | undefined;
  /** If absent, the language they speak. People who chose nothing get every language of the call. */
  readonly reads?: LanguageCode | undefined;
  /** Also captions of what's already in the language they read. */
  readonly ownCaptions?: boolean | undefined;
}

export interface InterpretationRequest extends CallBasics {
  readonly settings: InterpretationSettings;
}

/**
 * What it's doing, for the panel. `catching-up`: too far behind, so older translations aren't said out loud.
 * `waiting-to-connect`: the account can't open another session yet (`waitMs`). `reconnecting`: to the service.
 * `silenced`: nobody can hear the bot; nothing is charged in the meantime. `same-language`: nobody needs a translation.
 */
export type InterpreterActivity =
  | 'opening'
  | 'listening'
  | 'interpreting'
  | 'speaking'
  | 'catching-up'
  | 'waiting-to-connect'
  | 'reconnecting'
  | 'silenced'
  | 'same-language';

type InterpretationState = StateOfCall<InterpreterActivity>;

/** What went wrong recently, cleared when things work again. `target-without-voice` and `voice-replaced` stay. */
export type InterpreterTrouble =
  /** A wanted language can't be said out loud, so it's captions only. */
  | 'target-without-voice'
  | 'voice-replaced'
  /** The service couldn't keep up, so words were lost. */
  | 'audio-dropped'
  /** A speaker waited so long for a session that their oldest words were dropped. */
  | 'waited-too-long'
  | 'not-understood'
  | 'translation-failed'
  /** Nothing came for too long, so it was given up. */
  | 'no-translation'
  /** A session ended before its last words came. */
  | 'last-words-lost'
  | 'busy'
  | 'connection-lost'
  | 'refused-request';

/** `sure` won't change. `unsure` may, and is empty once the line is final. */
export interface GrowingText {
  readonly sure: string;
  readonly unsure: string;
}

/**
 * One utterance in one language. It grows while it's spoken and becomes final once. A final line without text was taken
 * back and must disappear.
 */
export interface InterpretedLine {
  readonly id: string;
  readonly userId: string;
  readonly from: LanguageCode;
  /** Undefined: a caption in the speaker's own language, whose text is `original`. */
  readonly to: LanguageCode | undefined;
  readonly original: GrowingText;
  readonly translation: GrowingText;
  /** The first line of an utterance: only this one shows the original. */
  readonly showsOriginal: boolean;
  readonly final: boolean;
  /** The line ends before the speech does. */
  readonly cut: boolean;
  /** When it began, in epoch milliseconds. */
  readonly at: number;
}

/** Hears that a person speaks another language than the one they're heard in. May be told more than once. */
export type OtherLanguageListener = (userId: string, language: LanguageCode) => void;

/** An interpreter in a guild's voice channel. */
export interface Interpretation extends BasicCall<InterpretedLine> {
  readonly request: InterpretationRequest;
  readonly state: InterpretationState;
  readonly trouble: InterpreterTrouble | undefined;
  /** What people chose in this call, whether they're heard or only read. */
  readonly languages: ReadonlyMap<string, PersonLanguages>;
  /** Sessions open at the service right now. Each one is charged separately. */
  readonly sessions: number;
  /** How long until the next waiting speaker can be interpreted; 0 if nobody is waiting. */
  readonly waitMs: number;
  /** Replaces their earlier choices from the next word on. Works for people who only read, too. */
  choose(userId: string, languages: PersonLanguages): void;
  onOtherLanguage(listener: OtherLanguageListener): () => void;
}
