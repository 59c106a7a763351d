import { z } from 'zod';
import type { Collection } from '../storage/collection.ts';

/** The bot's owner paused everything. Kept until they resume it. */
export const ownerPauseSchema = z.object({ at: z.number() });
export type OwnerPauseRecord = z.infer<typeof ownerPauseSchema>;

const everything = 'everything';

/** Whether the bot's owner paused whatever costs money, in every server. In memory, because every reservation asks. */
export class OwnerPause {
  readonly #shelf: Pick<Collection<OwnerPauseRecord>, 'get' | 'set' | 'delete'>;
  readonly #now: () => number;
  #since: number | undefined;

  constructor(parts: {
    readonly shelf: Pick<Collection<OwnerPauseRecord>, 'get' | 'set' | 'delete'>;
    readonly now: () => number;
  }) {
    this.#shelf = parts.shelf;
    this.#now = parts.now;
  }

  async open(): Promise<void> {
    this.#since = (await this.#shelf.get(everything))?.at;
  }

  get isOn(): boolean {
    return this.#since !== undefined;
  }

  /** It counts from the press on, even if the store is slow. */
  async pauseEverything(): Promise<void> {
    this.#since ??= this.#now();
    await this.#shelf.set(everything, { at: this.#since });
  }

  async resumeEverything(): Promise<void> {
    await this.#shelf.delete(everything);
    this.#since = undefined;
  }
}
