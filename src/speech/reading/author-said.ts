import type { Naming } from '../../community/settings-pages.ts';
import type { Clock } from '../../operations/clock.ts';
import type { ReadingPhrases } from '../words/reading.en.ts';
import { spokenName } from './names.ts';

/** After this long, listeners have forgotten who was speaking. */
const remembersMs = 5 * 60_000;

/** Adds "X said", but not to each message when X writes several in a row. */
export class AuthorSaid {
  readonly #clock: Clock;
  #last: { readonly userId: string; readonly at: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The text, with the name before it if it's time for it. */
  introduce(
    author: { readonly userId: string; readonly displayName: string },
    text: string,
    naming: Naming,
    phrases: ReadingPhrases,
  ): string {
    const now = this.#clock.now();
    const last = this.#last;
    this.#last = { userId: author.userId, at: now };
    const isKnown = last?.userId === author.userId && now - last.at < remembersMs;
    if (naming === 'never' || (naming === 'changed' && isKnown)) return text;
    return phrases.said(spokenName(author.displayName) ?? phrases.somebody, text);
  }
}
