import type { Logger } from 'pino';
import { z } from 'zod';
import { breath, type Clock, stepsBetweenBreaths } from '../operations/clock.ts';
import { Gathered } from '../operations/gathered.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { SpendingScope, SpendingUnit } from '../refusal/spending.ts';
import type { Collection } from '../storage/collection.ts';

/** For each UTC day; 0 means no limit. */
interface SpendingLimits {
  readonly perPersonPerDay: number;
  readonly perGuildPerDay: number;
  /** All guilds together: what the operator is ready to pay. */
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
  /** What spends: reserving twice under one id counts once. */
  readonly id: string;
  /** When it was reserved (epoch ms): decides the day, also of a later refund. */
  readonly at: number;
  /** For the log. */
  readonly reference?: string | undefined;
}

/** How many changes are read, decided and written together, in well under 10 ms. */
const mostAtOnce = 50;

/**
 * Keeps people, guilds and the whole bot within what they were given. An amount is reserved before it is spent and given
 * back when nothing came of it, so that people at the same moment can't go over the limit together. A change writes the
 * same few records however much was spent before.
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

  /** Resolves to the allowance that forbids it, or to undefined once the amount is reserved. */
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

  /** Reserves it as well. @throws Refusal `quota-spent`; then nothing is reserved */
  async charge(entry: SpendingEntry, amount: number): Promise<void> {
    const exceeded = await this.reserve(entry, amount);
    if (exceeded) throw new Refusal({ code: 'quota-spent', ...exceeded, asked: amount });
  }

  /**
   * Corrects a reservation to what was really spent, at most what was reserved; 0 gives it back. Only the first time counts.
   * Resolves once it's written, however often that takes. @throws only when the process stops before that
   */
  async settle(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.write(this.#factsOf(entry), async () => await this.#settle(entry, amount));
  }

  /** Settles a small thing of which a day has thousands: its reservation is not kept, so the sums are all that stays. As `settle`. */
  async finishForSure(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.write(this.#factsOf(entry), async () => await this.#finish(entry, amount));
  }

  /** The same for those who go on while the store fails: resolves after the first try, and never rejects. */
  async finish(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.tryToWrite(this.#factsOf(entry), async () => await this.#finish(entry, amount));
  }

  /** After a restart: gives back what was reserved for things that were never accepted. */
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

  /** The tightest of what this person has left today; undefined where nothing is limited. */
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
      // A bill that isn't a number of anything is no reason to give something back.
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

/** What a round reads and changes, written all at once: a sum never tells of a reservation that isn't there. */
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

  /** Also where there is no limit today: there may be one tomorrow, or after a restart. */
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

/** How much of a UTC day one person (in a guild), one guild, or the whole bot has spent or reserved. */
const sum = z.object({ is: z.literal('sum'), amount: z.number() });

/** What one thing reserved. It stays for the day after it was settled, so that nothing is charged or given back twice. */
const reservation = z.object({
  is: z.literal('reservation'),
  guildId: z.string(),
  userId: z.string(),
  amount: z.number(),
  settled: z.boolean(),
});

export const spendingRecordSchema = z.discriminatedUnion('is', [sum, reservation]);
export type SpendingRecord = z.infer<typeof spendingRecordSchema>;

/** The closest to the person first: the one that a refusal names. */
const spendingScopes: readonly SpendingScope[] = ['person', 'guild', 'bot'];

const dayMs = 24 * 60 * 60 * 1000;

/** Every key begins with its UTC day, so that old days come first and are cleared without reading the rest. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function endOfDay(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs;
}

function reservationKey(day: string, id: string): string {
  return `${day}/of/${id}`;
}

/** Undefined for the key of a sum. */
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

/** Yesterday is kept, for a clock that is set back over midnight. Of days before that nobody asks. */
export function isOver(key: string, now: number): boolean {
  return key.slice(0, 10) < dayOf(now - dayMs);
}
