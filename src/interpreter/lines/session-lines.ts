import type { CallNews } from '../../call/call-work.ts';
import { sessionTrouble } from '../../call/session-trouble.ts';
import { RecentIds } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { isLanguage, type LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { TranslationEvent } from '../../service/realtime/translation/translation-types.ts';
import type { GrowingText, InterpretedLine, InterpreterTrouble } from '../types.ts';
import { Pairing, settled, type Utterance } from './pairing.ts';
import { ShownLines, type ShownLinesOptions } from './shown-lines.ts';

/** Says translations out loud, as far as that's wanted. */
export interface SpokenTranslations {
  begin(utterance: {
    readonly id: string;
    readonly userId: string;
    readonly to: LanguageCode;
    /** When it began, in epoch milliseconds. */
    readonly at: number;
  }): void;
  add(id: string, pcm: Uint8Array): void;
  /** The translation is complete. */
  end(id: string): void;
  /** None of it will be said. */
  drop(id: string): void;
}

/** What comes of what a session hears and says. */
export type LinesNews =
  | Extract<CallNews<InterpretedLine, InterpreterTrouble>, { readonly is: 'line' | 'trouble' | 'works' }>
  /** Of something that's said out loud, as far as they're known. */
  | { readonly is: 'words'; readonly id: string; readonly text: string }
  /** The language that the service hears. */
  | { readonly is: 'detected'; readonly language: LanguageCode }
  /** A whole sentence of theirs was in this language. */
  | { readonly is: 'sentence'; readonly language: LanguageCode }
  | { readonly is: 'speech-stopped' };

/** How long the original may come after the translation (field notes 8: about 1 s). */
const lateOriginalMs = 2_000;
const noTranslationMs = 20_000;
/** In characters, of the original and its translation. */
const longLine = 2_000;
const betweenLongMs = 500;
const closedKept = 32;

/** The lines of one session, from its first word to its last. Each one becomes final once. */
export class SessionLines {
  readonly #options;
  readonly #pairing: Pairing;
  readonly #shown: ShownLines;
  readonly #closedItems = new RecentIds(closedKept);
  readonly #closedResponses = new RecentIds(closedKept);

  constructor(
    options: ShownLinesOptions & {
      /** The session's id, unique in this call. */
      readonly id: string;
      readonly clock: Clock;
      /** Absent if nothing is said out loud. */
      readonly spoken?: SpokenTranslations | undefined;
      /** The bot has said just that, so nobody else did. */
      readonly isOwn: (transcript: string, beganMs: number, endedMs: number | undefined) => boolean;
      /** When their voice was heard last. */
      readonly spokeAtMs: () => number;
      readonly tell: (news: LinesNews) => void;
    },
  ) {
    this.#options = options;
    this.#shown = new ShownLines(options);
    this.#pairing = new Pairing((number) => `${options.id}/${number}`);
  }

  get busy(): boolean {
    return this.#pairing.open.length > 0;
  }

  hear(event: TranslationEvent): void {
    if (event.is === 'speech-stopped') this.#noteEnd(event.itemId);
    else if (event.is === 'audio-dropped') this.#tellTrouble('audio-dropped');
    else if (event.is === 'trouble') this.#tellTrouble(sessionTrouble(event.trouble));
    else if ('itemId' in event) this.#hearItem(event);
    else if ('responseId' in event) this.#hearResponse(event);
  }

  /** Called as time passes: stops waiting for what never comes. */
  review(nowMs: number): void {
    for (const utterance of this.#pairing.open) {
      if (utterance.stale) this.#show(utterance);
      const { originalDoneAt, responseEndedAt } = utterance;
      const late = responseEndedAt !== undefined && nowMs - responseEndedAt >= lateOriginalMs;
      const lost = responseEndedAt === undefined && nowMs - (originalDoneAt ?? nowMs) >= noTranslationMs;
      if (late || lost) this.#close(utterance);
      if (lost && utterance.understood) this.#tellTrouble('no-translation');
    }
  }

  /**
   * Nothing more comes, so the lines end with what's there.
   * @param repeats another session hears the unfinished sentence again, so its line starts over there
   */
  over(repeats = false): void {
    for (const utterance of this.#pairing.open)
      if (repeats && utterance.originalDoneAt === undefined) this.#takeBack(utterance);
      else this.#close(utterance);
  }

  /** Removes everything that isn't final. */
  takeBack(): void {
    for (const utterance of this.#pairing.open) this.#takeBack(utterance);
  }

  #noteEnd(itemId: string): void {
    const { spokeAtMs, tell } = this.#options;
    const utterance = this.#pairing.open.find((each) => each.itemId === itemId);
    if (utterance) utterance.endedMs = spokeAtMs();
    tell({ is: 'speech-stopped' });
  }

  #hearItem(event: Extract<TranslationEvent, { readonly itemId: string }>): void {
    const { clock, tell } = this.#options;
    if (this.#closedItems.has(event.itemId)) return;
    const utterance = this.#pairing.ofItem(event.itemId, clock.now());
    if ('language' in event && event.language && isLanguage(event.language))
      tell({ is: 'detected', language: event.language });
    if (event.is === 'source') utterance.original = { sure: event.sure, unsure: event.unsure };
    else if (event.is === 'source-done') {
      utterance.original = { sure: event.text, unsure: '' };
      this.#refuseOwn(utterance, event.text);
      const { language } = event;
      if (language && isLanguage(language) && event.text.trim() !== '' && !utterance.isOwn)
        tell({ is: 'sentence', language });
    } else if (event.is === 'not-understood') {
      utterance.understood = false;
      this.#tellTrouble('not-understood');
    }
    if (event.is === 'source-done' || event.is === 'not-understood') utterance.originalDoneAt = clock.now();
    if (event.is === 'not-understood' && utterance.responseId === undefined) this.#close(utterance);
    else this.#follow(utterance);
  }

  /** The bot's own voice out of someone's speakers: nothing of it is shown, or said again. */
  #refuseOwn(utterance: Utterance, text: string): void {
    if (!this.#options.isOwn(text, utterance.at, utterance.endedMs)) return;
    utterance.isOwn = true;
    this.#shown.takeBack(utterance);
    this.#options.spoken?.drop(utterance.id);
  }

  #hearResponse(event: Extract<TranslationEvent, { readonly responseId: string }>): void {
    const { clock, spoken, tell } = this.#options;
    if (this.#closedResponses.has(event.responseId)) return;
    const utterance = this.#pairing.ofResponse(event.responseId, clock.now());
    this.#announce(utterance);
    if (event.is === 'target') this.#translate(utterance, { sure: event.sure, unsure: event.unsure });
    else if (event.is === 'target-done') this.#translate(utterance, { sure: event.text, unsure: '' });
    else if (event.is === 'audio') spoken?.add(utterance.id, event.pcm);
    else if (event.is === 'audio-done') spoken?.end(utterance.id);
    else if (event.is === 'response-ended') {
      utterance.responseEndedAt = clock.now();
      utterance.whole = event.end === 'completed';
      if (event.end === 'completed') tell({ is: 'works' });
      else this.#tellTrouble(event.end === 'silent' ? 'no-translation' : 'translation-failed');
      spoken?.end(utterance.id);
    }
    this.#follow(utterance);
  }

  #translate(utterance: Utterance, translation: GrowingText): void {
    utterance.translation = translation;
    this.#options.tell({ is: 'words', id: utterance.id, text: `${translation.sure}${translation.unsure}` });
  }

  #announce(utterance: Utterance): void {
    const { spoken, userId, to } = this.#options;
    const { id, at } = utterance;
    if (!spoken || to === undefined || utterance.isOwn) return;
    if (utterance.announced) {
      if (!this.#shown.translates) spoken.drop(id);
      return;
    }
    if (!this.#shown.translates) return;
    utterance.announced = true;
    spoken.begin({ id, userId, to, at });
  }

  #follow(utterance: Utterance): void {
    if (utterance.hasWords) this.#announce(utterance);
    if (utterance.isDone) this.#close(utterance);
    else this.#show(utterance);
  }

  /** A long one, which is read as a whole to be shown, only now and then. */
  #show(utterance: Utterance): void {
    if (utterance.isOwn) return;
    const now = this.#options.clock.now();
    utterance.stale = utterance.length > longLine && now - utterance.shownAt < betweenLongMs;
    if (utterance.stale) return;
    utterance.shownAt = now;
    this.#shown.show(utterance, false);
  }

  #close(utterance: Utterance): void {
    utterance.original = settled(utterance.original);
    utterance.translation = settled(utterance.translation);
    if (!utterance.isOwn) this.#shown.show(utterance, true);
    const { spoken } = this.#options;
    if (utterance.responseId === undefined || !this.#shown.translates) spoken?.drop(utterance.id);
    else spoken?.end(utterance.id);
    this.#forget(utterance);
  }

  #takeBack(utterance: Utterance): void {
    this.#shown.takeBack(utterance);
    this.#options.spoken?.drop(utterance.id);
    this.#forget(utterance);
  }

  #tellTrouble(trouble: InterpreterTrouble | undefined): void {
    if (trouble) this.#options.tell({ is: 'trouble', trouble });
  }

  #forget(utterance: Utterance): void {
    this.#pairing.close(utterance);
    if (utterance.itemId !== undefined) this.#closedItems.add(utterance.itemId);
    if (utterance.responseId !== undefined) this.#closedResponses.add(utterance.responseId);
  }
}
