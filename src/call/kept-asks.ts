import type { Actor } from '../authority/actor.ts';
import { BoundedMap } from '../operations/bounded-map.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';

interface Kept<Ask> {
  readonly ask: Ask;
  readonly owner: string;
  readonly at: number;
}

/** How long Discord lets the bot answer the message with the button. */
const keptMs = 15 * 60_000;
const mostKept = 1_000;

/** What people asked for and couldn't have, until they press the button that makes it possible. Only in memory. */
export class KeptAsks<Ask> {
  readonly #clock: Clock;
  readonly #kept = new BoundedMap<string, Kept<Ask>>(mostKept);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param id of the interaction that asked */
  keep(id: string, actor: Actor, ask: Ask): void {
    this.#kept.set(id, { ask, owner: ownerOf(actor), at: this.#clock.now() });
  }

  /** Works once, for the person who asked. @throws {Refusal} `control-expired` */
  take(id: string, actor: Actor): Ask {
    const kept = this.#kept.get(id);
    const isGood = kept && kept.owner === ownerOf(actor) && this.#clock.now() - kept.at < keptMs;
    if (!isGood) throw new Refusal({ code: 'control-expired' });
    this.#kept.delete(id);
    return kept.ask;
  }
}

function ownerOf({ guildId, userId }: Actor): string {
  return `${guildId}/${userId}`;
}
