import { BoundedMap } from '../../operations/bounded-map.ts';
import { isCovered } from './echo.ts';

const mostKept = 60;

/** What the bot says, and when people heard it: a transcript that's made of it is nobody's. */
export class OwnWords {
  readonly #share: number;
  readonly #afterMs: number;
  readonly #texts = new BoundedMap<string, string>(mostKept);
  readonly #heardAt = new BoundedMap<string, number>(mostKept);

  /**
   * @param share of a transcript's words that the bot said just then
   * @param afterMs how late its words may come back, and the service may notice that a person began. People who repeat
   *   them on purpose begin later than that
   */
  constructor(share: number, afterMs: number) {
    this.#share = share;
    this.#afterMs = afterMs;
  }

  /** The words of something that it says, as far as they're known. */
  noteWords(id: string, text: string): void {
    this.#texts.set(id, text);
  }

  /** People are hearing it right now. */
  noteHeard(id: string, nowMs: number): void {
    this.#heardAt.set(id, nowMs);
  }

  /** @param beganMs when a person began to say this, as far as the service knows */
  covers(transcript: string, beganMs: number): boolean {
    const said = [...this.#heardAt]
      .filter(([, atMs]) => atMs >= beganMs - this.#afterMs)
      .map(([id]) => this.#texts.get(id) ?? '');
    return said.length > 0 && isCovered(transcript, said.join(' '), this.#share);
  }
}
