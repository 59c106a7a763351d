import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { sees } from '../authority/place.ts';
import { breath, type Clock, stepsBetweenBreaths } from '../operations/clock.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import { Rounds } from '../operations/rounds.ts';
import type { Collection } from '../storage/collection.ts';
import { keptCollections } from '../storage/kept.ts';
import type { RecordIndex } from '../storage/record-index.ts';
import type { ShownPage } from './shown-page.ts';

/** After this long, a message's controls have expired. */
export const keptForMs = keptCollections['knowledge-pages'].keeps.mostMs;
/** If there are more, the oldest go first. */
export const mostKept = 5_000;
const everyMs = 60 * 60_000;
const betweenRoundsMs = 20;

/** Whose it is, and who is in it. */
export function shownPageIndex(_: string, page: ShownPage): RecordIndex {
  const { guildId, audience: shownTo } = page;
  const about = page.is === 'answer' ? page.unhelpfulTo : [];
  return { guildId, userId: shownTo?.is === 'person' ? shownTo.userId : undefined, about };
}

/** What's behind messages, by ids that fit into a `custom_id`. */
export class ShownPages {
  readonly #shelf: Collection<ShownPage>;
  readonly #clock: Clock;
  readonly #keepMs: number;
  readonly #mutex = new KeyedMutex();
  /** When each page was shown, oldest first. */
  readonly #shownAt = new Map<string, number>();
  readonly #clearing: Rounds;

  constructor({
    shelf,
    clock,
    log,
    keepMs,
  }: {
    readonly shelf: Collection<ShownPage>;
    readonly clock: Clock;
    readonly log: Logger;
    /** How long questions are kept. */
    readonly keepMs: number;
  }) {
    this.#shelf = shelf;
    this.#clock = clock;
    this.#keepMs = Math.min(keptForMs, keepMs);
    const name = 'old pages of knowledge bases';
    this.#clearing = new Rounds({ name, clock, log, atOnce: 1, work: async () => await this.#clear() });
  }

  async open(): Promise<void> {
    const stored: [id: string, at: number][] = [];
    for await (const [id, { at }] of this.#shelf.entries()) {
      stored.push([id, at]);
      if (stored.length % stepsBetweenBreaths === 0) await breath();
    }
    for (const [id, at] of stored.toSorted(([, one], [, other]) => one - other)) this.#shownAt.set(id, at);
    this.#clearing.schedule('all', this.#clock.now());
    this.#clearing.start();
  }

  async close(): Promise<void> {
    await this.#clearing.close();
  }

  /** Undefined if it's too old or not theirs to see. */
  async find(actor: Actor, id: string): Promise<ShownPage | undefined> {
    const page = await this.#shelf.get(id);
    const isKept = page && this.#clock.now() - page.at < this.#keepMs;
    return isKept && isFor(actor, page) ? page : undefined;
  }

  newId(): string {
    return randomBytes(9).toString('base64url');
  }

  async keep(id: string, page: ShownPage): Promise<void> {
    await this.#shelf.set(id, page);
    const known = this.#shownAt.get(id);
    if (known !== page.at) this.#shownAt.delete(id);
    this.#shownAt.set(id, page.at);
    if (this.#shownAt.size > mostKept) this.#clearing.schedule('all', this.#clock.now());
  }

  /** Runs work on one page in order, so pressing a button twice doesn't lose its place. */
  async inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    return await this.#mutex.runExclusive(id, work);
  }

  async #clear(): Promise<number> {
    const now = this.#clock.now();
    const old: string[] = [];
    for (const [id, at] of this.#shownAt) {
      const tooMany = this.#shownAt.size - old.length > mostKept;
      if (old.length === stepsBetweenBreaths || (now - at < this.#keepMs && !tooMany)) break;
      old.push(id);
    }
    await Promise.all(old.map((id) => this.#shelf.delete(id)));
    for (const id of old) this.#shownAt.delete(id);
    return now + (old.length === stepsBetweenBreaths ? betweenRoundsMs : everyMs);
  }
}

function isFor(actor: Actor, { guildId, audience }: ShownPage): boolean {
  if (guildId !== actor.guildId || !audience) return false;
  return audience.is === 'person'
    ? audience.userId === actor.userId
    : sees(actor, { guildId, channelId: audience.channelId });
}
