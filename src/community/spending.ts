import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { SpendingScope, SpendingUnit } from '../refusal/spending.ts';
import type { Account, Atomic, Lease, Limit, Money } from '../storage/atomic/atomic.ts';
import { StoreError } from '../storage/store-error.ts';

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
  /** Whose limits it counts against. Default: all of them. */
  readonly scopes?: readonly SpendingScope[] | undefined;
}

/** Where it's written down what was spent, and under which lease this process spends. */
export interface HeldMoney {
  readonly money: Money;
  readonly lease: Lease;
}

/** Nobody else opens an embedded store, so its one process is the owner for as long as it lives. */
const soleOwner = 'bot';
const leaseMs = 60_000;

/** @throws StoreError `locked` while another owner has it */
export async function holdMoney({ money, leases }: Atomic): Promise<HeldMoney> {
  const lease = await leases.acquire(soleOwner, soleOwner, leaseMs);
  if (lease) return { money, lease };
  throw new StoreError('locked', 'Another bot spends from this store. Stop it first.');
}

/**
 * Keeps people, guilds and the whole bot within their limits. An amount is reserved before it's spent and given back if
 * nothing came of it. The store decides in one step whether there's enough left, so nobody passes a limit together, in however
 * many processes they ask.
 */
export class Spending {
  readonly #money: Money;
  readonly #lease: Lease;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writes: RepeatedWrites;
  readonly #unit: SpendingUnit;
  readonly #limits: Readonly<Record<SpendingScope, number>>;

  constructor(parts: {
    unit: SpendingUnit;
    spent: HeldMoney;
    clock: Clock;
    log: Logger;
    writes: RepeatedWrites;
    limits: SpendingLimits;
  }) {
    this.#money = parts.spent.money;
    this.#lease = parts.spent.lease;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#writes = parts.writes;
    this.#unit = parts.unit;
    const { perPersonPerDay: person, perGuildPerDay: guild, perBotPerDay: bot } = parts.limits;
    this.#limits = { person, guild, bot };
  }

  /** Resolves to the allowance that's in the way, or to undefined once the amount is reserved. */
  async reserve(entry: SpendingEntry, amount: number): Promise<Allowance | undefined> {
    const { id, guildId, userId, at } = entry;
    const outcome = await this.#money.reserve({
      ...{ unit: this.#unit, id, guildId, userId, amount },
      limits: (entry.scopes ?? spendingScopes).map((scope) => this.#limit(scope, entry)),
      lease: this.#lease,
      keptUntil: endOfDay(at) + dayMs,
    });
    if (outcome.is === 'lease-lost')
      throw new StoreError(
        'locked',
        'Another process of this bot has taken over, so this one spends nothing.',
      );
    return outcome.is === 'exceeded' ? allowanceOf(outcome.limit, outcome.spent, at) : undefined;
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
    await this.#writes.write(this.#factsOf(entry), async () => await this.#settle(entry, amount, 'keep'));
  }

  /**
   * Like `settle`, for small things that happen thousands of times a day: it only keeps the sums, not the reservation.
   */
  async finishForSure(entry: SpendingEntry, amount: number): Promise<void> {
    await this.#writes.write(this.#factsOf(entry), async () => await this.#settle(entry, amount, 'forget'));
  }

  /** The same for callers that go on if the store fails: resolves after the first try and never rejects. */
  async finish(entry: SpendingEntry, amount: number): Promise<void> {
    const settle = async () => await this.#settle(entry, amount, 'forget');
    await this.#writes.tryToWrite(this.#factsOf(entry), settle);
  }

  /** After a restart: gives back what this process's predecessors reserved for things that were never accepted. */
  async giveBackUnless(isKnown: (id: string) => Promise<boolean>): Promise<void> {
    for await (const left of this.#money.leftOpen(this.#unit, this.#lease))
      if (!(await isKnown(left.id))) await this.settle({ ...left, at: this.#clock.now() }, 0);
  }

  /** The tightest allowance this person has left today, of all scopes or of these; undefined if nothing is limited. */
  async left(
    guildId: string,
    userId: string,
    scopes: readonly SpendingScope[] = spendingScopes,
  ): Promise<Allowance | undefined> {
    const at = this.#clock.now();
    const limits = scopes.map((scope) => this.#limit(scope, { guildId, userId, at }));
    const limited = limits.filter(({ most }) => most !== undefined);
    const spent = await this.#money.balances(limited.map(({ account }) => account));
    return limited
      .map((limit, index) => allowanceOf(limit, spent[index] ?? 0, at))
      .reduce<Allowance | undefined>(
        (least, allowance) => (least && least.left <= allowance.left ? least : allowance),
        undefined,
      );
  }

  async #settle(entry: SpendingEntry, amount: number, then: 'keep' | 'forget'): Promise<void> {
    const { reserved, counted } =
      (await this.#money.settle({ unit: this.#unit, id: entry.id }, amount, then)) ?? {};
    // A bill that makes no sense is no reason to refund anything.
    if (counted === amount || reserved === undefined) return;
    const facts = { ...this.#factsOf(entry), billed: amount, reserved };
    this.#log.error(facts, 'billed more than was reserved; only what was reserved counts');
  }

  #factsOf({ id, reference, guildId }: SpendingEntry) {
    return { spent: this.#unit, id, reference, guildId };
  }

  /** Counted even without a limit today, because there may be one tomorrow or after a restart. */
  #limit(
    scope: SpendingScope,
    { guildId, userId, at }: Pick<SpendingEntry, 'guildId' | 'userId' | 'at'>,
  ): Limit {
    const whose = { person: { guildId, userId }, guild: { guildId }, bot: {} };
    const account = { unit: this.#unit, period: dayOf(at), ...whose[scope] };
    return { account, most: this.#limits[scope] === 0 ? undefined : this.#limits[scope] };
  }
}

/** The closest to the person first, because a refusal names the first one. */
const spendingScopes: readonly SpendingScope[] = ['person', 'guild', 'bot'];

const dayMs = 24 * 60 * 60 * 1000;

/** The period that everything is counted in: a UTC day. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function endOfDay(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs;
}

function allowanceOf({ account, most: limit = 0 }: Limit, spent: number, at: number): Allowance {
  const unit = account.unit as SpendingUnit;
  return { unit, scope: scopeOf(account), limit, left: Math.max(0, limit - spent), resetsAt: endOfDay(at) };
}

function scopeOf({ guildId, userId }: Account): SpendingScope {
  if (guildId === undefined) return 'bot';
  return userId === undefined ? 'guild' : 'person';
}
