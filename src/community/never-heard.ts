import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Collection } from '../storage/collection.ts';

/** A person doesn't want to be heard anywhere, ever. By their id. */
export const neverHeardSchema = z.object({ at: z.number() });
type NeverHeardRecord = z.infer<typeof neverHeardSchema>;

export type NeverHeardShelf = Pick<Collection<NeverHeardRecord>, 'get' | 'set' | 'delete' | 'entries'>;

/** Whom no room and no call of any server hears. */
export interface Unheard {
  has(userId: string): boolean;
}

/** People who said *never listen to me*. All of them are in memory, because every packet asks. */
export class NeverHeard implements Unheard {
  readonly #shelf: NeverHeardShelf;
  readonly #clock: Clock;
  /** Since when, by person. */
  readonly #since = new Map<string, number>();
  /** Said here, and not written down yet. */
  readonly #unwritten = new Set<string>();
  /** What's being taken back, by person, until they say it again. */
  readonly #takenBack = new Map<string, symbol>();
  /** By person: written in the order in which they pressed. */
  readonly #writes = new KeyedMutex();
  readonly #listeners = new Set<(userId: string) => void>();

  constructor({ shelf, clock }: { readonly shelf: NeverHeardShelf; readonly clock: Clock }) {
    this.#shelf = shelf;
    this.#clock = clock;
  }

  /** Before anyone can be heard. @throws StoreError */
  async open(): Promise<void> {
    for await (const [userId, { at }] of this.#shelf.entries()) this.#since.set(userId, at);
  }

  has(userId: string): boolean {
    return this.#since.has(userId);
  }

  sinceOf(userId: string): number | undefined {
    return this.#since.get(userId);
  }

  /** Is told of people who said it to another process. */
  onRefusalElsewhere(listener: (userId: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Another process may have written about them; about anybody, without an id. @throws StoreError */
  async readAgain(userId: string | undefined): Promise<void> {
    if (userId !== undefined) this.#note(userId, (await this.#shelf.get(userId))?.at);
    else {
      const found = new Map<string, number>();
      for await (const [id, { at }] of this.#shelf.entries()) found.set(id, at);
      for (const id of new Set([...this.#since.keys(), ...found.keys()])) this.#note(id, found.get(id));
    }
  }

  #note(userId: string, at: number | undefined): void {
    const isNew = at !== undefined && !this.#since.has(userId);
    if (at !== undefined) this.#since.set(userId, at);
    else if (!this.#unwritten.has(userId)) this.#since.delete(userId);
    if (isNew) for (const listener of this.#listeners) listener(userId);
  }

  /** It counts at once, even if it can't be written down. @throws StoreError */
  async refuse(userId: string): Promise<void> {
    const at = this.#since.get(userId) ?? this.#clock.now();
    this.#since.set(userId, at);
    this.#unwritten.add(userId);
    this.#takenBack.delete(userId);
    await this.#writes.runExclusive(userId, async () => await this.#shelf.set(userId, { at }));
    this.#unwritten.delete(userId);
  }

  /** They may be asked again, unless they refuse once more meanwhile. @throws StoreError; then they still aren't heard */
  async allow(userId: string): Promise<void> {
    const press = Symbol();
    this.#takenBack.set(userId, press);
    await this.#writes.runExclusive(userId, async () => await this.#shelf.delete(userId));
    if (this.#takenBack.get(userId) === press) this.forget(userId);
  }

  /** Their record is already gone. */
  forget(userId: string): void {
    this.#takenBack.delete(userId);
    this.#unwritten.delete(userId);
    this.#since.delete(userId);
  }
}
