import { BoundedMap } from '../../operations/bounded-map.ts';

/** How long the bot's voice may still echo after it ends. Answers that repeat its words come later than that. */
const afterMs = 300;
const mostItems = 20;

/** Which turns began while people heard the bot, or so soon after that they could be its own voice. */
export class BesideBot {
  readonly #items = new BoundedMap<string, true>(mostItems);
  #audible = false;
  #silentSince = Number.NEGATIVE_INFINITY;

  setAudible(audible: boolean, nowMs: number): void {
    if (this.#audible && !audible) this.#silentSince = nowMs;
    this.#audible = audible;
  }

  /** The service heard a turn begin. */
  started(itemId: string, nowMs: number): void {
    if (!this.#audible && nowMs - this.#silentSince > afterMs) return;
    this.#items.set(itemId, true);
  }

  has(itemId: string): boolean {
    return this.#items.has(itemId);
  }
}
