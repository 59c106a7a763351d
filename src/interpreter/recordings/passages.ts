import { isLanguage, type LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { TranslationEvent } from '../../service/realtime/translation/translation-types.ts';
import { Pairing, settled, type Utterance } from '../lines/pairing.ts';
import type { Passage } from './recording.ts';

interface Times {
  readonly utterance: Utterance;
  fromMs: number;
  toMs: number;
  /** The service said when it was; otherwise it's as far as we had sent. */
  exact: boolean;
}

/** What a recording says, as it comes back from one session after another. */
export class Passages {
  #done: readonly Times[] = [];
  #open: Times[] = [];
  #pairing = new Pairing(String);
  /** Where this session began to hear. */
  #fromMs = 0;
  #detected: LanguageCode | undefined;

  get all(): readonly Passage[] {
    return [...this.#done, ...this.#open]
      .filter(({ utterance }) => utterance.hasWords || utterance.translation.sure !== '')
      .map(({ utterance: { original, translation }, fromMs, toMs }) => ({
        fromMs,
        toMs,
        original,
        translation,
      }));
  }

  /** The language that the service heard. */
  get detected(): LanguageCode | undefined {
    return this.#detected;
  }

  /** What was heard before, complete. */
  recall(passages: readonly Passage[], detected: LanguageCode | undefined): void {
    this.#detected = detected;
    this.#done = passages.map(({ fromMs, toMs, original, translation }) => {
      const [utterance] = [this.#pairing.ofItem(`recalled ${fromMs}`, fromMs)];
      utterance.original = original;
      utterance.translation = translation;
      return { utterance, fromMs, toMs, exact: true };
    });
    this.#pairing = new Pairing(String);
  }

  /** @param sentMs how much of the recording has been sent */
  hear(event: TranslationEvent, sentMs: number): void {
    if ('itemId' in event) this.#hearItem(event, sentMs);
    else if ('responseId' in event) this.#hearResponse(event, sentMs);
  }

  /** The session is gone. Keeps what's complete, and returns where the next one has to begin to hear the rest. */
  startOver(): number {
    const incomplete = this.#open.findIndex(({ utterance, exact }) => !utterance.isDone || !exact);
    const kept = incomplete < 0 ? this.#open : this.#open.slice(0, incomplete);
    this.#done = [...this.#done, ...kept];
    this.#fromMs = kept.at(-1)?.toMs ?? this.#fromMs;
    this.#open = [];
    this.#pairing = new Pairing(String);
    return this.#fromMs;
  }

  /** Nothing more comes: what's there is what was said. */
  settle(): void {
    for (const { utterance } of this.#open) {
      utterance.original = settled(utterance.original);
      utterance.translation = settled(utterance.translation);
    }
  }

  #hearItem(event: Extract<TranslationEvent, { readonly itemId: string }>, sentMs: number): void {
    const times = this.#of(this.#pairing.ofItem(event.itemId, sentMs), sentMs);
    const { utterance } = times;
    if ('language' in event && event.language && isLanguage(event.language)) this.#detected = event.language;
    switch (event.is) {
      case 'speech-started':
        times.fromMs = this.#fromMs + event.atMs;
        break;
      case 'speech-stopped':
        times.toMs = Math.max(times.fromMs, this.#fromMs + event.atMs);
        times.exact = true;
        break;
      case 'source':
        utterance.original = { sure: event.sure, unsure: event.unsure };
        break;
      case 'source-done':
        utterance.original = { sure: event.text, unsure: '' };
        utterance.originalDoneAt = sentMs;
        break;
      default:
        // Without words, nothing is translated.
        utterance.originalDoneAt = sentMs;
        this.#pairing.close(utterance);
    }
    if (!times.exact) times.toMs = Math.max(times.toMs, sentMs);
  }

  #hearResponse(event: Extract<TranslationEvent, { readonly responseId: string }>, sentMs: number): void {
    const { utterance } = this.#of(this.#pairing.ofResponse(event.responseId, sentMs), sentMs);
    if (event.is === 'target') utterance.translation = { sure: event.sure, unsure: event.unsure };
    else if (event.is === 'target-done') utterance.translation = { sure: event.text, unsure: '' };
    else if (event.is === 'response-ended') utterance.responseEndedAt = sentMs;
  }

  #of(utterance: Utterance, sentMs: number): Times {
    const known = this.#open.find((each) => each.utterance === utterance);
    if (known) return known;
    const times = { utterance, fromMs: sentMs, toMs: sentMs, exact: false };
    this.#open.push(times);
    return times;
  }
}
