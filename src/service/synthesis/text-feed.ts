import { type Clock, Countdown, withTimeout } from '../../operations/clock.ts';
import { cutToFit, isWholeSentence, messageLimit, sentencesOf, weightedLength } from './text-cutting.ts';

export type Feed =
  | { readonly is: 'text'; readonly text: string }
  /** No text was ready in time. */
  | { readonly is: 'pause' }
  /** The next text doesn't fit. */
  | { readonly is: 'full' }
  /** All text was taken, and there won't be more. */
  | { readonly is: 'end' };

/** More spaces than this are dropped. */
const longestBlank = 1_000;
/** After this long, the last sentence so far counts as complete. */
const settleMs = 200;

/** Text as it becomes known, cut at sentence ends into messages that the service takes. One writer, one reader. */
export class TextFeed {
  readonly #clock: Clock;
  readonly #whole: boolean;
  readonly #longestHeld: number;
  readonly #ready: string[] = [];
  #held = '';
  /** The spaces before it, which wait because they can't be said alone. */
  #blank = '';
  #finished = false;
  #news = Promise.withResolvers<void>();
  readonly #settling: Countdown;

  /**
   * @param whole everything is one message, whatever its length
   * @param longestHeld text without a sentence end is sent in pieces if it's longer than this
   */
  constructor(clock: Clock, whole: boolean, longestHeld = 500) {
    this.#clock = clock;
    this.#whole = whole;
    this.#settling = new Countdown(clock, () => this.#pass(this.#held.length));
    this.#longestHeld = longestHeld;
  }

  get finished(): boolean {
    return this.#finished;
  }

  write(text: string): void {
    if (text === '') return;
    if (this.#whole) {
      this.#held += text;
      return;
    }
    const spaces = this.#held === '' ? text.length - text.trimStart().length : 0;
    this.#blank = (this.#blank + text.slice(0, spaces)).slice(0, longestBlank);
    this.#held += text.slice(spaces);
    if (this.#held === '') return;
    this.#release();
    if (isWholeSentence(this.#held)) this.#settling.start(settleMs);
    else this.#settling.cancel();
  }

  finish(): void {
    this.#finished = true;
    this.#settling.cancel();
    this.#pass(this.#held.length);
    this.#tell();
  }

  /** Waits at most `withinMs`. Rejects when the signal aborts. Text longer than `room` stays for later. */
  async next(room: number, withinMs: number, signal: AbortSignal): Promise<Feed> {
    const until = this.#clock.now() + withinMs;
    for (;;) {
      signal.throwIfAborted();
      const [text] = this.#ready;
      if (text !== undefined && weightedLength(text) > room) return { is: 'full' };
      if (text !== undefined) {
        this.#ready.shift();
        return { is: 'text', text };
      }
      if (this.#finished) return { is: 'end' };
      if (this.#clock.now() >= until) return { is: 'pause' };
      await withTimeout(this.#news.promise, until - this.#clock.now(), this.#clock, signal);
    }
  }

  /** Passes on all whole sentences but the last, which may go on. */
  #release(): void {
    const sentences = sentencesOf(this.#held);
    const last = sentences.at(-1) ?? '';
    this.#pass(this.#held.length - last.length);
    if (weightedLength(this.#held) <= this.#longestHeld) return;
    const pieces = cutToFit(this.#held, this.#longestHeld);
    this.#pass(this.#held.length - (pieces.at(-1) ?? '').length);
  }

  #pass(length: number): void {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (text.trim() === '') {
      // Spaces can't be said alone, so they stay with what follows.
      this.#blank = (this.#blank + text).slice(0, longestBlank);
      return;
    }
    const speakable = (this.#blank + text).toWellFormed();
    this.#blank = '';
    this.#ready.push(...(this.#whole ? [speakable] : cutToFit(speakable, messageLimit)));
    this.#tell();
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers<void>();
  }
}
