import type { CallNews } from '../../call/call-work.ts';
import type { OwnWords } from '../../call/hearing/own-words.ts';
import { SessionSlots } from '../../call/sessions/session-slots.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { RoomLease } from '../../voice/room/types.ts';
import type { InterpretationsParts } from '../interpreter-parts.ts';
import type { SpokenTranslations } from '../lines/session-lines.ts';
import type {
  InterpretationRequest,
  InterpretedLine,
  InterpreterTrouble,
  PersonLanguages,
} from '../types.ts';
import { type Wanted, wantedOf } from '../wanted-languages.ts';
import { Speaker } from './speaker.ts';
import type { Translation } from './translation.ts';

export interface SpeakersOptions {
  readonly request: InterpretationRequest;
  readonly parts: InterpretationsParts;
  readonly lease: RoomLease;
  readonly participants: () => ReadonlySet<string>;
  readonly chosen: ReadonlyMap<string, PersonLanguages>;
  /** Absent if nothing is said out loud. */
  readonly spoken: SpokenTranslations | undefined;
  readonly ownWords: OwnWords;
  /** What they seemed to say was the bot's own voice. */
  readonly onOwnVoice: (userId: string) => void;
  readonly onTurn: (userId: string, is: 'began' | 'ended') => void;
  readonly onOtherLanguage: (userId: string, language: LanguageCode) => void;
  readonly tell: (news: CallNews<InterpretedLine, InterpreterTrouble>) => void;
}

/** Everyone who spoke in a call: who's heard, their sessions, and who left. */
export class Speakers {
  readonly #options: SpeakersOptions;
  readonly #speakers = new Map<string, Speaker>();
  readonly #slots: SessionSlots;
  #sessions = 0;

  constructor(options: SpeakersOptions) {
    const { clock, settings } = options.parts;
    this.#options = options;
    this.#slots = new SessionSlots(settings.mostSessions, () => clock.now());
  }

  get all(): readonly Speaker[] {
    return [...this.#speakers.values()];
  }

  /** How each of their words get to the service. */
  get live(): readonly Translation['live'][] {
    return this.all.flatMap(({ translations }) => translations.map(({ live }) => live));
  }

  /** Another person who's speaking right now. */
  otherThan(userId: string): string | undefined {
    return [...this.#speakers].find(([id, { talking }]) => talking && id !== userId)?.[0];
  }

  /** Nobody in the call needs a translation, or captions in their own language. */
  get shareOneLanguage(): boolean {
    const people = [...this.#options.participants()];
    return (
      people.length > 0 &&
      people.every((userId) => {
        const { targets, own } = this.#wanted(userId, undefined);
        return targets.length === 0 && !own;
      })
    );
  }

  of(userId: string): Speaker {
    const known = this.#speakers.get(userId);
    if (known) return known;
    const { request, parts, onTurn, onOtherLanguage } = this.#options;
    const speaker = new Speaker({
      ...this.#options,
      userId,
      settings: request.settings,
      slots: this.#slots,
      wanted: (detected) => this.#wanted(userId, detected),
      corrects: (text, language) => parts.corrects?.(text, language, request) ?? text,
      hotWords: () => parts.hotWords?.(request) ?? [],
      nextId: () => {
        this.#sessions += 1;
        return `${request.id}/${this.#sessions}`;
      },
      onTurn: (is) => onTurn(userId, is),
      onOtherLanguage: (language) => onOtherLanguage(userId, language),
    });
    this.#speakers.set(userId, speaker);
    return speaker;
  }

  /** They don't want to be heard any more. */
  withdraw(userId: string): void {
    this.#speakers.get(userId)?.withdraw();
    this.#speakers.delete(userId);
  }

  /** They're in another channel: their last words are translated as far as the service has them. */
  depart(userId: string): void {
    this.#speakers.get(userId)?.depart();
  }

  /** Called every second: handles people who left, silences, and what never comes. */
  review(nowMs: number): void {
    const { parts, request, lease } = this.#options;
    for (const [userId, speaker] of this.#speakers) {
      const isHere = parts.rooms.whereIs(request.guildId, userId)?.channelId === lease.state.channelId;
      if (!isHere && !speaker.busy) speaker.finish();
      speaker.review(nowMs);
    }
    this.#slots.review();
  }

  #wanted(speaker: string, detected: Wanted['targets'][number] | undefined): Wanted {
    const { parts, request, chosen, lease } = this.#options;
    const people = parts.peopleIn(request.guildId, lease.state.channelId);
    return wantedOf({ speaker, people, chosen, settings: request.settings, detected });
  }
}
