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
  readonly #listeners = new Set<() => void>();
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

  /** Another process may have written it. @throws StoreError */
  async readAgain(): Promise<void> {
    const before = this.isOn;
    await this.open();
    if (this.isOn !== before) this.#tell();
  }

  get isOn(): boolean {
    return this.#since !== undefined;
  }

  /** It counts from the press on, even if the store is slow. */
  async pauseEverything(): Promise<void> {
    const isNew = !this.isOn;
    this.#since ??= this.#now();
    if (isNew) this.#tell();
    await this.#shelf.set(everything, { at: this.#since });
  }

  /** Is told when everything is paused, and when it's resumed. */
  onPause(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async resumeEverything(): Promise<void> {
    await this.#shelf.delete(everything);
    this.#since = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
