import type { Logger } from 'pino';
import { z } from 'zod';
import { breath, type Clock, stepsBetweenBreaths } from '../operations/clock.ts';
import { Gathered } from '../operations/gathered.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { SpendingScope, SpendingUnit } from '../refusal/spending.ts';
import type { Collection } from '../storage/collection.ts';

/** Per UTC day; 0 means no limit. */
interface SpendingLimits {
  readonly perPersonPerDay: number;
  readonly perGuildPerDay: number;
  /** All guilds together: what the bot's owner is willing to pay. */
  readonly perBotPerDay: number;
}

export interface Allowance {
  readonly unit: SpendingUnit;
  readonly scope: SpendingScope;
  readonly limit: number;
  readonly left: number;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
}

export interface SpendingEntry {
  readonly guildId: string;
  readonly userId: string;
  /** What's being paid for. Reserving twice with the same id counts once. */
  readonly id: string;
  /** When it was reserved (epoch ms). That's the day it counts for, even if it's refunded later. */
  readonly at: number;
  /** For the log. */
  readonly reference?: string | undefined;
}

/** How many changes are read, decided and written together, which takes well under 10 ms. */
const mostAtOnce = 50;

/**
 * Keeps people, guilds and the whole bot within their limits. An amount is reserved before it's spent and given back if
 * nothing came of it, so several people at once can't exceed a limit together. A change always writes the same few
 * records, no matter how much was spent before.
 */
export class Spending {
  readonly #shelf: Collection<SpendingRecord>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writes: RepeatedWrites;
  readonly #unit: SpendingUnit;
  readonly #limits: Readonly<Record<SpendingScope, number>>;
  readonly #changes: Gathered<(records: Records) => Promise<Allowance | undefined>, Allowance | undefined>;

  constructor(parts: {
    unit: SpendingUnit;
    shelf: Collection<SpendingRecord>;
    clock: Clock;
    log: Logger;
    writes: RepeatedWrites;
    limits: SpendingLimits;
  }) {
    this.#shelf = parts.shelf;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#writes = parts.writes;
    this.#unit = parts.unit;
    const { perPersonPerDay: person, perGuildPerDay: guild, perBotPerDay: bot } = parts.limits;
    this.#limits = { person, guild, bot };
    this.#changes = new Gathered(async (changes) => {
      const records = new Records(this.#shelf);
      const answers: (Allowance | undefined)[] = [];
      for (const change of changes) answers.push(await change(records));
      await records.write();
      return answers;
    }, mostAtOnce);
  }

  /** Resolves to the allowance that's in the way, or to undefined once the amount is reserved. */
  async reserve(entry: SpendingEntry, amount: number): Promise<Allowance | undefined> {
    const { guildId, userId } = entry;
    const key = reservationKey(dayOf(entry.at), entry.id);
    return await this.#changes.ask(async (records) => {
      if (await records.get(key)) return undefined;
      const exceeded = (await this.#allowances(records, entry)).find(({ left }) => amount > left);
      if (exceeded) return exceeded;
      records.set(key, { is: 'reservation', guildId, userId, amount, settled: false });
      await records.add(entry, amount);
      return undefined;
    });
  }

  /** Like `reserve`. @throws Refusal `quota-spent`; then nothing is reserved */
  async charge(entry: SpendingEntry, amount: number): Promise<void> {
    const exceeded = await this.reserve(entry, amount);
    if (exceeded) throw new Refusal({ code: 'quota-spent', ...exceeded, asked: amount });
  }

  /**
   * Corrects a reservation to what was really spent, at most what was reserved; 0 gives it back. Only the first time
   * counts. Resolves once it's written, however long that takes. @throws only if the process stops before that
   */
  async settle(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.write(this.#factsOf(entry), async () => await this.#settle(entry, amount));
  }

  /**
   * Like `settle`, for small things that happen thousands of times a day: it only keeps the sums, not the reservation.
   */
  async finishForSure(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.write(this.#factsOf(entry), async () => await this.#finish(entry, amount));
  }

  /** The same for callers that go on if the store fails: resolves after the first try and never rejects. */
  async finish(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.tryToWrite(this.#factsOf(entry), async () => await this.#finish(entry, amount));
  }

  /** After a restart: gives back reservations for things that were never accepted. */
  async giveBackUnless(isKnown: (id: string) => Promise<boolean>): Promise<void> {
    let steps = 0;
    for await (const [key, record] of this.#shelf.entries()) {
      steps += 1;
      if (steps % stepsBetweenBreaths === 0) await breath();
      const reserved = reservationOf(key);
      if (!reserved || record.is !== 'reservation' || record.settled) continue;
      if (!(await isKnown(reserved.id))) await this.settle({ ...record, ...reserved }, 0);
    }
  }

  /** The tightest allowance this person has left today; undefined if nothing is limited. */
  async left(guildId: string, userId: string): Promise<Allowance | undefined> {
    const entry = { guildId, userId, at: this.#clock.now() };
    const allowances = await this.#allowances(new Records(this.#shelf), entry);
    return allowances.reduce<Allowance | undefined>(
      (least, allowance) => (least && least.left <= allowance.left ? least : allowance),
      undefined,
    );
  }

  async #finish(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#settle(entry, amount);
    await this.#shelf.delete(reservationKey(dayOf(entry.at), entry.id));
  }

  async #settle(entry: SpendingEntry, amount: number): Promise<void> {
    const key = reservationKey(dayOf(entry.at), entry.id);
    let bounded: number | undefined;
    await this.#changes.ask(async (records) => {
      const reserved = await records.get(key);
      if (reserved?.is !== 'reservation' || reserved.settled) return undefined;
      // A bill that makes no sense is no reason to refund anything.
      const isSound = amount >= 0 && amount <= reserved.amount;
      bounded = isSound ? undefined : reserved.amount;
      const spent = isSound ? amount : reserved.amount;
      records.set(key, { ...reserved, amount: spent, settled: true });
      await records.add({ ...reserved, at: entry.at }, spent - reserved.amount);
      return undefined;
    });
    if (bounded === undefined) return;
    const facts = { ...this.#factsOf(entry), billed: amount, reserved: bounded };
    this.#log.error(facts, 'billed more than was reserved; only what was reserved counts');
  }

  #factsOf({ id, reference, guildId }: SpendingEntry) {
    return { spent: this.#unit, id, reference, guildId };
  }

  async #allowances(records: Records, entry: Spender): Promise<Allowance[]> {
    const allowances: Allowance[] = [];
    for (const scope of spendingScopes) {
      const limit = this.#limits[scope];
      if (limit === 0) continue;
      const left = Math.max(0, limit - (await records.sum(scope, entry)));
      allowances.push({ unit: this.#unit, scope, limit, left, resetsAt: endOfDay(entry.at) });
    }
    return allowances;
  }
}

type Spender = Pick<SpendingEntry, 'guildId' | 'userId' | 'at'>;

/** What a round reads and changes, written all at once, so a sum always matches its reservations. */
class Records {
  readonly #shelf: Collection<SpendingRecord>;
  readonly #read = new Map<string, SpendingRecord | undefined>();
  readonly #changed = new Map<string, SpendingRecord>();

  constructor(shelf: Collection<SpendingRecord>) {
    this.#shelf = shelf;
  }

  async get(key: string): Promise<SpendingRecord | undefined> {
    if (!this.#read.has(key)) this.#read.set(key, await this.#shelf.get(key));
    return this.#read.get(key);
  }

  set(key: string, record: SpendingRecord): void {
    this.#read.set(key, record);
    this.#changed.set(key, record);
  }

  async sum(scope: SpendingScope, entry: Spender): Promise<number> {
    const record = await this.get(sumKey(dayOf(entry.at), scope, entry));
    return record?.is === 'sum' ? record.amount : 0;
  }

  /** Even without a limit today, because there may be one tomorrow or after a restart. */
  async add(entry: Spender, amount: number): Promise<void> {
    if (amount === 0) return;
    for (const scope of spendingScopes) {
      const before = await this.sum(scope, entry);
      this.set(sumKey(dayOf(entry.at), scope, entry), { is: 'sum', amount: before + amount });
    }
  }

  async write(): Promise<void> {
    if (this.#changed.size > 0) await this.#shelf.setMany(this.#changed);
  }
}

/** How much a person (in a guild), a guild, or the whole bot has spent or reserved in a UTC day. */
const sum = z.object({ is: z.literal('sum'), amount: z.number() });

/**
 * What one thing reserved. Stays for the day even after it's settled, so that nothing is charged or refunded twice.
 */
const reservation = z.object({
  is: z.literal('reservation'),
  guildId: z.string(),
  userId: z.string(),
  amount: z.number(),
  settled: z.boolean(),
});

export const spendingRecordSchema = z.discriminatedUnion('is', [sum, reservation]);
export type SpendingRecord = z.infer<typeof spendingRecordSchema>;

/** The closest to the person first, because a refusal names the first one. */
const spendingScopes: readonly SpendingScope[] = ['person', 'guild', 'bot'];

const dayMs = 24 * 60 * 60 * 1000;

/** Every key begins with its UTC day, so that old days come first and can be deleted without reading the rest. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function endOfDay(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs;
}

function reservationKey(day: string, id: string): string {
  return `${day}/of/${id}`;
}

/** Undefined if it's the key of a sum. */
function reservationOf(key: string): { readonly id: string; readonly at: number } | undefined {
  const [, day, id] = /^(\d{4}-\d\d-\d\d)\/of\/(.+)$/s.exec(key) ?? [];
  return day === undefined || id === undefined ? undefined : { id, at: Date.parse(day) };
}

function sumKey(
  day: string,
  scope: SpendingScope,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
): string {
  const whose = { person: `person/${guildId}/${userId}`, guild: `guild/${guildId}`, bot: 'bot' };
  return `${day}/${whose[scope]}`;
}

/** Keeps yesterday, in case the clock is set back over midnight. Nobody needs earlier days. */
export function isOver(key: string, now: number): boolean {
  return key.slice(0, 10) < dayOf(now - dayMs);
}
