import { BoundedMap } from '../../operations/bounded-map.ts';

/** How long the end of the bot's voice can still come back. Answers that repeat its words come later than that. */
const afterMs = 300;
const mostItems = 20;

/** Which turns began while the bot was heard, or so shortly after that they can be its own voice. */
export class BesideBot {
  readonly #items = new BoundedMap<string, true>(mostItems);
  #audible = false;
  #silentSince = Number.NEGATIVE_INFINITY;

  setAudible(audible: boolean, nowMs: number): void {
    if (this.#audible && !audible) this.#silentSince = nowMs;
    this.#audible = audible;
  }

  /** The service hears a turn begin. */
  started(itemId: string, nowMs: number): void {
    if (!this.#audible && nowMs - this.#silentSince > afterMs) return;
    this.#items.set(itemId, true);
  }

  has(itemId: string): boolean {
    return this.#items.has(itemId);
  }
}
