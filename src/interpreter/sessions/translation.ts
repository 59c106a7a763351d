import type { CallNews } from '../../call/call-work.ts';
import type { OwnWords } from '../../call/hearing/echo.ts';
import { LiveSession } from '../../call/sessions/live-session.ts';
import type { LiveSessionEvent } from '../../call/sessions/live-session-types.ts';
import type { SessionSlots } from '../../call/sessions/session-slots.ts';
import { isVoiced, type LanguageCode } from '../../service/realtime/translation/languages.ts';
import type {
  AgreedTranslation,
  TranslationEvent,
  TranslationSession,
} from '../../service/realtime/translation/translation-types.ts';
import type { InterpretationsParts } from '../interpreter-parts.ts';
import { type LinesNews, SessionLines, type SpokenTranslations } from '../lines/session-lines.ts';
import type { InterpretationSettings, InterpretedLine, InterpreterTrouble } from '../types.ts';

/** What all translations of a call share. */
export interface TranslationParts {
  readonly parts: Pick<
    InterpretationsParts,
    'client' | 'clock' | 'log' | 'random' | 'endpointing' | 'settings' | 'echo'
  >;
  readonly settings: InterpretationSettings;
  readonly slots: SessionSlots;
  readonly spoken: SpokenTranslations | undefined;
  readonly ownWords: OwnWords;
  readonly corrects: (text: string, language: LanguageCode) => string;
  /** Read each time a session is opened. */
  readonly hotWords: () => readonly string[];
  /** Unique in this call. */
  readonly nextId: () => string;
}

/** What comes of one speaker's words into one language. */
export type TranslationNews =
  | CallNews<InterpretedLine, InterpreterTrouble>
  /** What they seemed to say was the bot's own voice. */
  | { readonly is: 'own-voice'; readonly userId: string }
  | Extract<LinesNews, { readonly is: 'detected' | 'speech-stopped' }>
  /** A sentence was in one language, and sent as another, or the same. */
  | { readonly is: 'sentence'; readonly language: LanguageCode; readonly heardIn: LanguageCode };

export interface TranslationOptions extends TranslationParts {
  readonly userId: string;
  readonly from: LanguageCode | 'auto';
  readonly to: LanguageCode;
  /** The translation is wanted, not only what was said. */
  readonly translates: boolean;
  /** The speaker is silent. */
  readonly isQuiet: () => boolean;
  /** When their voice was heard last. */
  readonly spokeAtMs: () => number;
  /** The language that the service heard them speak. */
  readonly detected: () => LanguageCode | undefined;
  /** Own-language captions and originals come from this one. */
  readonly leads: (translation: Translation) => boolean;
  readonly own: () => boolean;
  readonly tell: (news: TranslationNews) => void;
}

/** One speaker's words into one language: how they get to the service, and the lines that come back. */
export class Translation {
  readonly to: LanguageCode;
  readonly translates: boolean;
  readonly live: LiveSession<TranslationSession, TranslationEvent>;
  readonly #options: TranslationOptions;
  readonly #speaks: boolean;
  /** Of sessions that still hear something or are saying their last words. */
  readonly #lines = new Map<TranslationSession, SessionLines>();

  constructor(options: TranslationOptions) {
    const { from, to, translates, settings, parts, slots, hotWords, isQuiet, tell } = options;
    const { spoken, spokenIn, voice } = settings;
    const wantsVoice = translates && spoken !== 'off' && (spokenIn?.includes(to) ?? true);
    this.to = to;
    this.translates = translates;
    this.#options = options;
    this.#speaks = wantsVoice && isVoiced(to);
    if (wantsVoice && !this.#speaks) tell({ is: 'trouble', trouble: 'target-without-voice' });
    const asked = { from, to, speaks: this.#speaks, showsSource: true, ...(voice ? { voice } : {}) };
    this.live = new LiveSession({
      ...parts,
      open: async (opening) => await parts.client.open({ ...asked, hotWords: hotWords() }, opening),
      hasTurn: ({ is }) => is === 'speech-stopped' || is === 'source-done',
      isQuiet,
      reopens: false,
      slots,
      keptMs: parts.settings.longestWaitMs,
      tell: (event) => this.#hear(event),
    });
  }

  get lines(): readonly SessionLines[] {
    return [...this.#lines.values()];
  }

  #hear(event: LiveSessionEvent<TranslationSession, TranslationEvent>): void {
    const { tell } = this.#options;
    if (event.is === 'told') {
      this.#lines.get(event.session)?.hear(event.event);
      return;
    }
    if (event.is === 'opened') {
      this.#compare(event.session.agreed);
      this.#lines.set(event.session, this.#linesOf());
    } else if (event.is === 'closed') {
      if (event.why === 'lost') tell({ is: 'trouble', trouble: 'connection-lost' });
      this.#lines.get(event.session)?.over(event.repeats);
      this.#lines.delete(event.session);
    } else if (event.is === 'retried') tell({ is: 'trouble', trouble: 'connection-lost' });
    else if (event.is === 'words-lost')
      tell({ is: 'trouble', trouble: event.which === 'first' ? 'waited-too-long' : 'last-words-lost' });
    else if (event.is === 'failed') {
      if (event.how === 'fatal') tell({ is: 'failed', error: event.error });
      else tell({ is: 'trouble', trouble: event.how === 'refused' ? 'refused-request' : 'connection-lost' });
    }
    tell({ is: 'changed' });
  }

  /** The service doesn't always do what was requested. */
  #compare(agreed: AgreedTranslation): void {
    const { settings, tell } = this.#options;
    const { voice } = settings;
    if (!this.#speaks) return;
    if (voice !== undefined && agreed.voice !== undefined && agreed.voice !== voice)
      tell({ is: 'trouble', trouble: 'voice-replaced' });
    if (agreed.speaks === false) tell({ is: 'trouble', trouble: 'target-without-voice' });
  }

  #linesOf(): SessionLines {
    const { from, to, detected, settings, parts, spoken, ownWords, userId, nextId, leads, tell } =
      this.#options;
    return new SessionLines({
      ...this.#options,
      id: nextId(),
      from: () => (from === 'auto' ? (detected() ?? settings.languages[0] ?? 'en') : from),
      to: this.translates ? to : undefined,
      leads: () => leads(this),
      clock: parts.clock,
      spoken: this.#speaks ? spoken : undefined,
      tell: (news) => this.#hearLines(news),
      isOwn: (transcript, beganMs, endedMs) => {
        const isOwn = parts.echo.enabled && ownWords.covers(transcript, beganMs, endedMs);
        if (isOwn) tell({ is: 'own-voice', userId });
        return isOwn;
      },
    });
  }

  #hearLines(news: LinesNews): void {
    const { from, ownWords, leads, tell } = this.#options;
    if (news.is === 'words') ownWords.noteWords(news.id, news.text);
    else if (news.is === 'sentence') {
      // Each session of theirs hears the same words.
      if (from !== 'auto' && leads(this)) tell({ ...news, heardIn: from });
    } else if (news.is !== 'detected' || from === 'auto') tell(news);
    if (news.is === 'line') tell({ is: 'changed' });
  }
}
