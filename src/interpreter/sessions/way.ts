import { isVoiced, type LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { AgreedTranslation } from '../../service/realtime/translation/translation-types.ts';
import type { InterpretationsParts } from '../interpreter-parts.ts';
import { SessionLines, type SpokenTranslations } from '../lines/session-lines.ts';
import type { InterpretationSettings, InterpretedLine, InterpreterTrouble } from '../types.ts';
import { TranslationChannel } from './channel.ts';
import type { SessionListener } from './session-listener.ts';
import type { SessionSlots } from './session-slots.ts';

/** What each speaker's ways share in a call. */
export interface WayParts {
  readonly parts: Pick<
    InterpretationsParts,
    'client' | 'clock' | 'log' | 'random' | 'endpointing' | 'settings'
  >;
  readonly settings: InterpretationSettings;
  readonly slots: SessionSlots;
  readonly spoken: SpokenTranslations | undefined;
  readonly corrects: (text: string, language: LanguageCode) => string;
  /** Read each time a session is opened. */
  readonly hotWords: () => readonly string[];
  /** Unique in this call. */
  readonly nextId: () => string;
  readonly onLine: (line: InterpretedLine) => void;
  readonly onTrouble: (trouble: InterpreterTrouble) => void;
  readonly onWorks: () => void;
  readonly onChange: () => void;
  readonly onFatal: (error: unknown) => void;
}

export interface WayOptions extends WayParts {
  readonly userId: string;
  readonly from: LanguageCode | 'auto';
  readonly to: LanguageCode;
  /** The translation is wanted, not only what was said. */
  readonly translates: boolean;
  /** The language that the service heard them speak. */
  readonly detected: () => LanguageCode | undefined;
  /** Own-language captions and originals come from this one. */
  readonly leads: (way: Way) => boolean;
  readonly own: () => boolean;
  readonly onDetected: (language: LanguageCode) => void;
  readonly onSpeechStopped: () => void;
}

/** One speaker's words into one language: how they get to the service, and the lines that come back. */
export class Way {
  readonly to: LanguageCode;
  readonly translates: boolean;
  readonly channel: TranslationChannel;
  /** Lines of sessions that still hear something or are saying their last words. */
  readonly lines = new Set<SessionLines>();
  readonly #options: WayOptions;
  readonly #speaks: boolean;

  constructor(options: WayOptions) {
    const { from, to, translates, settings, parts, onTrouble } = options;
    const { spoken, spokenIn, voice } = settings;
    const wantsVoice = translates && spoken !== 'off' && (spokenIn?.includes(to) ?? true);
    this.to = to;
    this.translates = translates;
    this.#options = options;
    this.#speaks = wantsVoice && isVoiced(to);
    if (wantsVoice && !this.#speaks) onTrouble('target-without-voice');
    const { client, clock, log, random } = parts;
    const { slots, hotWords, onChange, onFatal } = options;
    this.channel = new TranslationChannel({
      client,
      clock,
      log,
      random,
      settings: {
        from,
        to,
        speaks: this.#speaks,
        showsSource: true,
        ...(voice === undefined ? {} : { voice }),
        get hotWords() {
          return hotWords();
        },
      },
      slots,
      longestWaitMs: parts.settings.longestWaitMs,
      listenerTo: ({ agreed }) => {
        this.#compare(agreed);
        return this.#listen();
      },
      onTrouble,
      onChange,
      onFatal,
    });
  }

  /** The service doesn't always do what was requested. */
  #compare(agreed: AgreedTranslation): void {
    const { settings, onTrouble } = this.#options;
    const { voice } = settings;
    if (!this.#speaks) return;
    if (voice !== undefined && agreed.voice !== undefined && agreed.voice !== voice)
      onTrouble('voice-replaced');
    if (agreed.speaks === false) onTrouble('target-without-voice');
  }

  #listen(): SessionListener {
    const { from, to, detected, settings, parts, onLine, onChange, onDetected } = this.#options;
    const { spoken, nextId, leads } = this.#options;
    const lines = new SessionLines({
      ...this.#options,
      id: nextId(),
      from: () => (from === 'auto' ? (detected() ?? settings.languages[0] ?? 'en') : from),
      to: this.translates ? to : undefined,
      leads: () => leads(this),
      clock: parts.clock,
      spoken: this.#speaks ? spoken : undefined,
      onLine: (line) => {
        onLine(line);
        onChange();
      },
      onDetected: (language) => {
        if (from === 'auto') onDetected(language);
      },
    });
    this.lines.add(lines);
    return {
      hear: (event) => lines.hear(event),
      over: () => {
        lines.over();
        this.lines.delete(lines);
      },
    };
  }
}
