import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';
import type { RecordIndex } from '../storage/record-index.ts';

/** A person agreed to be heard next time without being asked. Kept until they press *Forget*. */
export const consentSchema = z.object({ at: z.number() });
export type ConsentRecord = z.infer<typeof consentSchema>;

export type ConsentShelf = Pick<Collection<ConsentRecord>, 'get' | 'set' | 'delete'>;

/** Who agreed, where, and to which feature: a yes to one says nothing about another. */
interface ConsentScope {
  readonly feature: string;
  readonly guildId: string;
  readonly userId: string;
}

/** Who agreed to be heard beyond one call. Only includes people who asked to be remembered. */
export class Consents {
  readonly #shelf: ConsentShelf;
  readonly #clock: Clock;

  constructor({ shelf, clock }: { readonly shelf: ConsentShelf; readonly clock: Clock }) {
    this.#shelf = shelf;
    this.#clock = clock;
  }

  async isRemembered(scope: ConsentScope): Promise<boolean> {
    return (await this.#shelf.get(keyOf(scope))) !== undefined;
  }

  async remember(scope: ConsentScope): Promise<void> {
    await this.#shelf.set(keyOf(scope), { at: this.#clock.now() });
  }

  async forget(scope: ConsentScope): Promise<void> {
    await this.#shelf.delete(keyOf(scope));
  }
}

/** The other way round of its key. */
export function consentIndex(key: string): RecordIndex {
  const [, guildId, userId] = key.split('/');
  return { guildId, userId };
}

function keyOf({ feature, guildId, userId }: ConsentScope): string {
  return `${feature}/${guildId}/${userId}`;
}
