import { z } from 'zod';
import { KeyedMutex } from '../operations/mutex.ts';
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
  /** The last press: one that's still being written doesn't undo a later one. */
  #press = Symbol();
  /** Written in the order of the presses. */
  readonly #writes = new KeyedMutex();

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
    this.#press = Symbol();
    const isNew = !this.isOn;
    this.#since ??= this.#now();
    if (isNew) this.#tell();
    const at = this.#since;
    await this.#writes.runExclusive(everything, async () => await this.#shelf.set(everything, { at }));
  }

  /** Is told when everything is paused, and when it's resumed. */
  onPause(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Unless it's paused again meanwhile. @throws StoreError; then it's still paused */
  async resumeEverything(): Promise<void> {
    const press = Symbol();
    this.#press = press;
    await this.#writes.runExclusive(everything, async () => await this.#shelf.delete(everything));
    if (this.#press !== press) return;
    this.#since = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
