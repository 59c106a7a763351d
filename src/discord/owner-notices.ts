import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';
import type { BotOwners } from './bot-owners.ts';
import { text } from './layout.ts';
import { MessageError, type Messenger } from './messenger.ts';
import type { EdgeWords } from './words/index.ts';

/** What the bot's owner has to see to themselves. Each has its sentence in the words' `owner`. */
export type OwnerTrouble =
  | 'disk-full'
  | 'store-unwritable'
  | 'key-refused'
  | 'knowledge-key-refused'
  | 'account-arrears'
  | 'backup-old';

/** By trouble: when its owner was told, or until when one process is about to. */
export const toldTroubleSchema = z.object({
  toldAt: z.number().optional(),
  claimedUntil: z.number().optional(),
});

const againMs = 60_000;
/** A process that dies while it tells them leaves it to another one after that. */
const claimMs = 2 * againMs;
/** Someone who takes no messages from the bot, or shares no server with it, may do so later. */
const againToClosedMs = 60 * 60_000;

/**
 * Tells the bot's owner by direct message what only they can put right: once, until it's over. A restart doesn't tell them again, and
 * while nobody can be told, it's tried again.
 */
export class OwnerNotices {
  readonly #parts;
  readonly #current = new Map<OwnerTrouble, AbortController>();
  readonly #running = new Set<Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();
  /** Which of the owners have heard of it. */
  readonly #told = new Map<OwnerTrouble, Set<string>>();
  /** What this process tells them, and no other one. */
  readonly #claimed = new Set<OwnerTrouble>();

  constructor(parts: {
    readonly owners: Pick<BotOwners, 'ids'>;
    readonly messenger: Pick<Messenger, 'direct'>;
    readonly shelf: Collection<z.infer<typeof toldTroubleSchema>>;
    readonly words: EdgeWords;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  /** What's the matter now. */
  get troubles(): readonly OwnerTrouble[] {
    return [...this.#current.keys()];
  }

  /** Whether it's so now. Saying it again changes nothing. Never throws. */
  report(trouble: OwnerTrouble, isSo: boolean): void {
    const current = this.#current.get(trouble);
    if ((current !== undefined) === isSo) return;
    const over = new AbortController();
    if (isSo) this.#current.set(trouble, over);
    else this.#current.delete(trouble);
    current?.abort();
    const before = this.#last;
    const work = before.then(async () => {
      if (isSo) this.#track(this.#tell(trouble, over.signal));
      else await this.#forget(trouble);
    });
    this.#last = work;
    this.#track(work);
  }

  /** What couldn't be told yet is told by the next start. */
  async close(): Promise<void> {
    for (const over of this.#current.values()) over.abort();
    await Promise.allSettled(this.#running);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #tell(trouble: OwnerTrouble, over: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    log.error({ trouble }, "the bot's owner has to see to this");
    for (let tries = 1; !over.aborted; tries += 1) {
      try {
        if (await this.#tellOwners(trouble, over)) return;
        await clock.sleep(againMs, over).catch(() => undefined);
      } catch (error) {
        if (tries === 1) log.warn({ err: error, trouble }, "couldn't tell the bot's owner; trying again");
        const isClosed = error instanceof MessageError && error.reason === 'closed';
        await clock.sleep(isClosed ? againToClosedMs : againMs, over).catch(() => undefined);
      }
    }
  }

  /** False: another process is about to. @throws what kept it from one of them, whom it tells next time; the others know */
  async #tellOwners(trouble: OwnerTrouble, over: AbortSignal): Promise<boolean> {
    const { owners, messenger, shelf, words, clock, log } = this.#parts;
    const whose = await this.#claim(trouble);
    if (whose !== 'ours') return whose === 'told';
    const told = this.#told.get(trouble) ?? new Set();
    this.#told.set(trouble, told);
    const components = [text(words.errors.owner[trouble])];
    const failures: unknown[] = [];
    for (const ownerId of await owners.ids()) {
      if (told.has(ownerId)) continue;
      const nonce = `o${clock.now().toString(36)}${trouble}`.slice(0, 25);
      await messenger.direct(ownerId, { components }, nonce).then(
        () => told.add(ownerId),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    // It may be over by now, or another time may have begun.
    if (this.#current.get(trouble)?.signal !== over) return true;
    await shelf.set(trouble, { toldAt: clock.now() }).catch((error: unknown) => {
      log.warn({ err: error, trouble }, "couldn't write down that the bot's owner was told");
    });
    return true;
  }

  /** Only one process tells them. A store that can't be written can't say which, and that may be the trouble: then it's this one. */
  async #claim(trouble: OwnerTrouble): Promise<'ours' | 'told' | 'another'> {
    const { shelf, clock, log } = this.#parts;
    const now = clock.now();
    let is: 'ours' | 'told' | 'another' = 'ours';
    try {
      await shelf.change(trouble, (known) => {
        const isFree = this.#claimed.has(trouble) || (known?.claimedUntil ?? 0) <= now;
        is = known?.toldAt !== undefined ? 'told' : isFree ? 'ours' : 'another';
        return is === 'ours' ? { claimedUntil: now + claimMs } : known;
      });
      if (is === 'ours') this.#claimed.add(trouble);
    } catch (error) {
      log.warn({ err: error, trouble }, "couldn't write down who tells the bot's owner");
    }
    return is;
  }

  async #forget(trouble: OwnerTrouble): Promise<void> {
    const { shelf, log } = this.#parts;
    this.#told.delete(trouble);
    this.#claimed.delete(trouble);
    log.info({ trouble }, 'this is over');
    await shelf.delete(trouble).catch((error: unknown) => {
      log.warn({ err: error, trouble }, "couldn't write down that this is over");
    });
  }
}
