import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { sees } from '../authority/place.ts';
import type { Clock } from '../operations/clock.ts';
import { Turns } from '../operations/turns.ts';
import type { ShownPage } from './shown-page.ts';

export interface ShownPageShelf {
  get(id: string): Promise<ShownPage | undefined>;
  set(id: string, page: ShownPage): Promise<void>;
  delete(id: string): Promise<unknown>;
  entries(): AsyncIterable<readonly [id: string, page: ShownPage]>;
}

/** Controls of older messages are out of use. */
export const keptForMs = 14 * 24 * 60 * 60_000;
/** Above this the oldest go first. */
const mostKept = 5_000;
const clearEvery = 500;

/** What stands behind messages, under ids that fit into a `custom_id`. */
export class ShownPages {
  readonly #shelf: ShownPageShelf;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #turns = new Turns();
  #kept = 0;
  #clearing: Promise<void> = Promise.resolve();

  constructor({ shelf, clock, log }: { shelf: ShownPageShelf; clock: Clock; log: Logger }) {
    this.#shelf = shelf;
    this.#clock = clock;
    this.#log = log;
  }

  open(): void {
    this.#clear();
  }

  async close(): Promise<void> {
    await this.#clearing;
  }

  /** Undefined for what is too old, and for what is not theirs to see. */
  async find(actor: Actor, id: string): Promise<ShownPage | undefined> {
    const page = await this.#shelf.get(id);
    const isKept = page && this.#clock.now() - page.at < keptForMs;
    return isKept && isFor(actor, page) ? page : undefined;
  }

  newId(): string {
    return randomBytes(9).toString('base64url');
  }

  async keep(id: string, page: ShownPage): Promise<void> {
    await this.#shelf.set(id, page);
    this.#kept += 1;
    if (this.#kept % clearEvery === 0) this.#clear();
  }

  /** Work on one page happens one after another: a button that was pressed twice does not lose its place. */
  async inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    return await this.#turns.take(id, work);
  }

  #clear(): void {
    this.#clearing = this.#clearing.then(async () => {
      try {
        await this.#clearOld();
      } catch (error) {
        this.#log.warn({ err: error }, 'old pages of knowledge bases could not be cleared');
      }
    });
  }

  async #clearOld(): Promise<void> {
    const young: { readonly id: string; readonly at: number }[] = [];
    const old: string[] = [];
    for await (const [id, { at }] of this.#shelf.entries()) {
      if (this.#clock.now() - at >= keptForMs) old.push(id);
      else young.push({ id, at });
    }
    const tooMany = young.toSorted((one, other) => one.at - other.at).slice(0, -mostKept);
    for (const id of [...old, ...tooMany.map((page) => page.id)]) await this.#shelf.delete(id);
  }
}

function isFor(actor: Actor, { guildId, audience }: ShownPage): boolean {
  if (guildId !== actor.guildId || !audience) return false;
  return audience.is === 'person'
    ? audience.userId === actor.userId
    : sees(actor, { guildId, channelId: audience.channelId });
}
