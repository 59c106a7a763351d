import type { BasicCall, CallBasics, StateOfCall } from '../call/types.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';

/** What the person who started an interpreter chose; it stays for the whole call. */
export interface InterpretationSettings {
  /** Of this call; the first is what people speak who did not say. */
  readonly languages: readonly LanguageCode[];
  /** `in-pauses`: never while a person speaks. */
  readonly spoken: 'off' | 'in-pauses' | 'over-people';
  /** What's said aloud; every language that is wanted and has a voice when absent. */
  readonly spokenIn?: readonly LanguageCode[];
  /** The service's own when absent. */
  readonly voice?: string;
  readonly captions: 'off' | 'one-thread' | 'thread-per-language';
  /** The original above the translation. */
  readonly original: boolean;
  /** Captions in the speaker's own language, too. */
  readonly sameLanguage: boolean;
  /** As a file at the end. */
  readonly transcript: boolean;
}

/** What a person chose for themselves, in one call. */
export interface PersonLanguages {
  /** The first language of the call when absent. `auto`: the service detects it. */
  readonly speaks?: LanguageCode | 'auto';
  /** What they speak when absent; who chose nothing gets every language of the call. */
  readonly reads?: LanguageCode;
  /** Captions of what's said in the language that they read, no matter who says it. */
  readonly ownCaptions?: boolean;
}

export interface InterpretationRequest extends CallBasics {
  readonly settings: InterpretationSettings;
}

/**
 * What it's doing, for the panel. `catching-up`: it's too far behind, older translations aren't said aloud.
 * `waiting-to-connect`: the account may not open another session yet (`waitMs`). `reconnecting`: to the service.
 * `silenced`: the bot can't be heard in its room; nothing is charged meanwhile. `same-language`: nobody needs a translation.
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

/** What went wrong lately, until something works again. `target-without-voice` and `voice-replaced` stay. */
export type InterpreterTrouble =
  /** A wanted language can't be said aloud: captions only. */
  | 'target-without-voice'
  | 'voice-replaced'
  /** The service didn't keep up, and lost words. */
  | 'audio-dropped'
  /** A speaker's session waited so long for its turn that their oldest words were dropped. */
  | 'waited-too-long'
  | 'not-understood'
  | 'translation-failed'
  /** Nothing came for too long, so it's given up. */
  | 'no-translation'
  /** A session was over before its last words had come. */
  | 'last-words-lost'
  | 'busy'
  | 'connection-lost'
  | 'refused-request';

/** `sure` stays as it is, `unsure` may still change and is empty once the line is final. */
export interface GrowingText {
  readonly sure: string;
  readonly unsure: string;
}

/**
 * One utterance into one language. It grows while it's spoken, and is final once. Final with no text at all: it's taken
 * back, nothing of it may stay.
 */
export interface InterpretedLine {
  readonly id: string;
  readonly userId: string;
  readonly from: LanguageCode;
  /** Undefined: a caption in the speaker's own language, whose text is `original`. */
  readonly to: LanguageCode | undefined;
  readonly original: GrowingText;
  readonly translation: GrowingText;
  /** The first of an utterance's lines: its original is shown here, not with each language again. */
  readonly showsOriginal: boolean;
  readonly final: boolean;
  /** It ends before what was said does. */
  readonly cut: boolean;
  /** Epoch milliseconds of its beginning. */
  readonly at: number;
}

/** An interpreter in a guild's voice channel. */
export interface Interpretation extends BasicCall {
  readonly request: InterpretationRequest;
  readonly state: InterpretationState;
  readonly trouble: InterpreterTrouble | undefined;
  /** What people chose in this call, whether they're heard or only read. */
  readonly languages: ReadonlyMap<string, PersonLanguages>;
  /** Open at the service by now; each is charged by itself. */
  readonly sessions: number;
  /** How long until the next waiting speaker can be interpreted; 0 if nobody waits. */
  readonly waitMs: number;
  /** They agreed to be heard, in this call. Idempotent. */
  join(userId: string, languages?: PersonLanguages): void;
  /** Replaces their earlier choices, from the next word on. Also for people who aren't heard and only read. */
  choose(userId: string, languages: PersonLanguages): void;
  /** A picture for those who translate what's being said; a JPEG. */
  show(jpeg: Uint8Array): Promise<'shown' | 'before-audio' | 'too-soon'>;
  onLine(listener: (line: InterpretedLine) => void): () => void;
}

/** All interpreters of this process, one a guild at most. */
export interface Interpretations {
  /** Also while it's being opened, or ends. */
  of(guildId: string): Interpretation | undefined;
  /**
   * Resolves when the bot is in the channel. Nobody is heard before `join`, and nothing is opened before they speak.
   * @throws {Refusal} `call-running-already`, `quota-spent`, and whatever the room refuses
   */
  start(request: InterpretationRequest): Promise<Interpretation>;
  /** Ends all of them with `shutting-down`. */
  close(): Promise<void>;
}
