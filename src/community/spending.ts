import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { SpendingPeriod, SpendingReason, SpendingScope, SpendingUnit } from '../refusal/spending.ts';
import type { Lease, Limit, Money, ReservationAsk } from '../storage/atomic/atomic.ts';
import { NotReservedError } from '../storage/atomic/not-reserved.ts';
import { StoreError } from '../storage/store-error.ts';
import type { AppliedLimit, OwnerLimits } from './limits.ts';

export interface Allowance {
  readonly unit: SpendingUnit;
  readonly scope: SpendingScope;
  /** Default: the day. */
  readonly period?: SpendingPeriod | undefined;
  /** Why this person's limit is another one than everybody's. */
  readonly because?: SpendingReason | undefined;
  readonly limit: number;
  readonly left: number;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
  /** Nothing is spent until someone resumes it, whatever is left. */
  readonly pausedBy?: PausedBy;
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
  /** What it's counted in, if that isn't what these things usually are. */
  readonly unit?: SpendingUnit | undefined;
  /** Whose limits it counts against. Default: all of them. */
  readonly scopes?: readonly SpendingScope[] | undefined;
}

/** A server's moderators, or the bot's owner. */
export type PausedBy = 'guild' | 'owner' | undefined;

/** A pause began or ended, in one server or everywhere. */
export type PauseListener = (guildId: string | undefined) => void;

/** What a server's moderators, and the bot's owner, decided in Discord. */
export interface SpendingRules {
  limitsOf(
    guildId: string,
    userId: string,
    unit: SpendingUnit,
  ): readonly AppliedLimit[] | Promise<readonly AppliedLimit[]>;
  pausedBy(guildId: string): Promise<PausedBy>;
  /** The same without waiting, as it was when that was last asked or changed. */
  pausedNow(guildId: string): PausedBy;
  /** Is told when a pause begins or ends. */
  onPause(listener: PauseListener): void;
  /** Something was reserved there. Never throws. */
  noteSpending(guildId: string, unit: SpendingUnit, at: number): void;
}

/** Where it's written down what was spent, and under which leases this process spends. */
export interface HeldMoney {
  readonly money: Money;
  readonly leases: readonly Lease[];
  /** Which of them a server's spending goes by. @throws StoreError if that's another process's */
  readonly leaseOf: (guildId: string) => Lease;
  readonly rules?: SpendingRules | undefined;
  /** Called before anything is reserved. @throws Refusal while nothing could be written down */
  readonly assertMayPay?: (() => void) | undefined;
}

/**
 * Keeps people, guilds and the whole bot within their limits. An amount is reserved before it's spent and given back if
 * nothing came of it. The store decides in one step whether there's enough left, so nobody passes a limit together, in however
 * many processes they ask.
 */
export class Spending {
  readonly #money: Money;
  readonly #leases: Pick<HeldMoney, 'leases' | 'leaseOf'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writes: RepeatedWrites;
  readonly #unit: SpendingUnit;
  /** What the owner's limit is on, all together. */
  readonly #units: readonly SpendingUnit[];
  readonly #limits: OwnerLimits;
  readonly #rules: SpendingRules | undefined;
  readonly #assertMayPay: (() => void) | undefined;

  constructor(parts: {
    unit: SpendingUnit;
    spent: HeldMoney;
    clock: Clock;
    log: Logger;
    writes: RepeatedWrites;
    /** Others that the owner's limit includes. */
    also?: readonly SpendingUnit[];
    limits: OwnerLimits;
  }) {
    this.#money = parts.spent.money;
    this.#leases = parts.spent;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#writes = parts.writes;
    this.#unit = parts.unit;
    this.#units = [parts.unit, ...(parts.also ?? [])];
    this.#limits = parts.limits;
    this.#rules = parts.spent.rules;
    this.#assertMayPay = parts.spent.assertMayPay;
  }

  /** Resolves to the allowance that's in the way, or to undefined once the amount is reserved. */
  async reserve(entry: SpendingEntry, amount: number): Promise<Allowance | undefined> {
    return await this.#reserving(entry, amount, async (ask) => {
      const outcome = await this.#money.reserve(ask).catch((error: unknown) => {
        // It may have been reserved anyway, without an answer. Nothing of that name is asked for again.
        if (error instanceof StoreError && error.trouble === 'unreachable') void this.finish(entry, 0);
        throw error;
      });
      if (outcome.is !== 'reserved') throw new NotReservedError(outcome);
    });
  }

  /** Like `reserve`. @throws Refusal `quota-spent`, `spending-paused`; then nothing is reserved */
  async charge(entry: SpendingEntry, amount: number): Promise<void> {
    const exceeded = await this.reserve(entry, amount);
    if (exceeded) throw refusalOf(exceeded, amount);
  }

  /**
   * Like `charge`, in one transaction with what it's for: `write` writes that, and reserves this along with it, or neither. Resolves to what
   * `write` does; undefined if that id was charged before. @throws what `charge` or `write` does; then nothing is reserved or written,
   * unless the answer was lost: then both may be
   */
  async chargeAlong<Result>(
    entry: SpendingEntry,
    amount: number,
    write: (ask: ReservationAsk) => Promise<Result>,
  ): Promise<Result | undefined> {
    let written: { readonly result: Result } | undefined;
    const exceeded = await this.#reserving(entry, amount, async (ask) => {
      written = { result: await write(ask) };
    });
    if (exceeded) throw refusalOf(exceeded, amount);
    return (written as { readonly result: Result } | undefined)?.result;
  }

  /** @param reserve throws a `NotReservedError` if the store doesn't */
  async #reserving(
    entry: SpendingEntry,
    amount: number,
    reserve: (ask: ReservationAsk) => Promise<unknown>,
  ): Promise<Allowance | undefined> {
    this.#assertMayPay?.();
    const { id, guildId, userId, at, unit = this.#unit } = entry;
    const pausedBy = await this.#rules?.pausedBy(guildId);
    if (pausedBy)
      return { unit, scope: 'guild', period: 'day', limit: 0, left: 0, resetsAt: endOf('day', at), pausedBy };
    const scopes = entry.scopes ?? spendingScopes;
    const limits = await this.#limitsOf(entry, scopes);
    try {
      await reserve({
        ...{ unit: this.#unit, id, guildId, userId, amount, limits },
        charged: scopes.map((scope) => ({ unit, period: dayOf(at), ...whoseOf(scope, entry) })),
        lease: this.#leases.leaseOf(guildId),
        keptUntil: endOf('day', at) + dayMs,
        sumsKeptUntil: sumsKeptUntil(at),
      });
    } catch (error) {
      if (!(error instanceof NotReservedError)) throw error;
      const { is } = error.outcome;
      if (is === 'lease-lost')
        throw new StoreError(
          'locked',
          'Another process of this bot has taken over, so this one spends nothing.',
        );
      // Others may have even less left than the first one in the way.
      if (is === 'exceeded') return tightest(await this.#allowancesOf(limits, unit, at)) ?? never();
      return undefined;
    }
    if (scopes.includes('guild')) this.#rules?.noteSpending(guildId, unit, at);
    return undefined;
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
    for (const lease of this.#leases.leases)
      for await (const { id, guildId, userId } of this.#money.leftOpen(this.#unit, lease))
        if (!(await isKnown(id))) await this.settle({ id, guildId, userId, at: this.#clock.now() }, 0);
  }

  /** Whether someone paused spending there, so that what was reserved but isn't paid yet has to wait. */
  async isPaused(guildId: string): Promise<boolean> {
    return (await this.#rules?.pausedBy(guildId)) !== undefined;
  }

  /** For what's reserved and can't wait: why it may not be paid right now. */
  pausedNow(guildId: string): Refusal | undefined {
    const by = this.#rules?.pausedNow(guildId);
    return by && new Refusal({ code: 'spending-paused', by });
  }

  /** Is told when a pause begins or ends, in one server or everywhere. */
  onPause(listener: PauseListener): void {
    this.#rules?.onPause(listener);
  }

  /** The tightest allowance this person has left, of all scopes or of these; undefined if nothing is limited. */
  async left(
    guildId: string,
    userId: string,
    scopes: readonly SpendingScope[] = spendingScopes,
    unit: SpendingUnit = this.#unit,
  ): Promise<Allowance | undefined> {
    const at = this.#clock.now();
    const limits = await this.#limitsOf({ guildId, userId, at, unit }, scopes);
    return tightest(await this.#allowancesOf(limits, unit, at));
  }

  async #settle(entry: SpendingEntry, amount: number, then: 'keep' | 'forget'): Promise<void> {
    const { reserved, counted } =
      (await this.#money.settle({ unit: this.#unit, id: entry.id }, amount, then)) ?? {};
    // A bill that makes no sense isn't a reason to refund anything.
    if (counted === amount || reserved === undefined) return;
    const facts = { ...this.#factsOf(entry), billed: amount, reserved };
    this.#log.error(facts, 'billed more than was reserved; only what was reserved counts');
  }

  #factsOf({ id, reference, guildId }: SpendingEntry) {
    return { spent: this.#unit, id, reference, guildId };
  }

  /** The closest to the person first: what the moderators decided, then what the owner did. */
  async #limitsOf(
    entry: Pick<SpendingEntry, 'guildId' | 'userId' | 'at' | 'unit'>,
    scopes: readonly SpendingScope[],
  ): Promise<readonly KnownLimit[]> {
    const { guildId, userId, at, unit = this.#unit } = entry;
    const decided = (await this.#rules?.limitsOf(guildId, userId, unit)) ?? [];
    const { perPersonPerDay: person, perGuildPerDay: guild, perBotPerDay: bot } = this.#limits;
    const owners = { person, guild, bot };
    return scopes.flatMap((scope) => {
      const whose = whoseOf(scope, entry);
      const ofModerators = decided
        .filter((limit) => limit.scope === scope)
        .map(({ period, most, because }) => ({
          ...{ scope, period, most, because },
          over: { units: [unit, givenBackIn(unit)], ...spanOf(period, at), ...whose },
        }));
      if (owners[scope] === 0) return ofModerators;
      const counted =
        scope === 'person' ? this.#units.flatMap((each) => [each, givenBackIn(each)]) : this.#units;
      const over = { units: counted, ...spanOf('day', at), ...whose };
      return [...ofModerators, { scope, period: 'day' as const, most: owners[scope], over }];
    });
  }

  async #allowancesOf(
    limits: readonly KnownLimit[],
    unit: SpendingUnit,
    at: number,
  ): Promise<readonly Allowance[]> {
    const spent = await this.#money.balances(limits.map(({ over }) => over));
    return limits.map(({ scope, period, because, most: limit }, index) => ({
      ...{ unit, scope, period, limit, left: Math.max(0, limit - Math.max(0, spent[index] ?? 0)) },
      resetsAt: endOf(period, at),
      ...(because ? { because } : {}),
    }));
  }
}

interface KnownLimit extends Limit {
  readonly scope: SpendingScope;
  readonly period: SpendingPeriod;
  readonly because?: SpendingReason | undefined;
}

/** What a moderator gave back counts beside what was charged, so the owner's limit on the server still sees all of it. */
export function givenBackIn(unit: SpendingUnit): string {
  return `${unit}/given-back`;
}

export function refusalOf({ pausedBy, ...allowance }: Allowance, asked: number): Refusal {
  return pausedBy
    ? new Refusal({ code: 'spending-paused', by: pausedBy })
    : new Refusal({ code: 'quota-spent', ...allowance, asked });
}

const spendingScopes: readonly SpendingScope[] = ['person', 'guild', 'bot'];

const dayMs = 24 * 60 * 60 * 1000;

/** Everything is counted by UTC day. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The days of a period up to that moment's. */
export function spanOf(period: SpendingPeriod, at: number): { readonly from: string; readonly to: string } {
  const day = dayOf(at);
  return { from: period === 'day' ? day : `${day.slice(0, 7)}-01`, to: day };
}

/** The days of the month before that moment's. */
export function lastMonthOf(at: number): { readonly from: string; readonly to: string } {
  return { from: dayOf(monthsAfter(at, -1)), to: dayOf(monthsAfter(at, 0) - dayMs) };
}

function endOf(period: SpendingPeriod, at: number): number {
  if (period === 'day') return (Math.floor(at / dayMs) + 1) * dayMs;
  return monthsAfter(at, 1);
}

/** The end of the next month, so that last month can still be looked at. */
export function sumsKeptUntil(at: number): number {
  return monthsAfter(at, 2);
}

function monthsAfter(at: number, months: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

function whoseOf(scope: SpendingScope, { guildId, userId }: Pick<SpendingEntry, 'guildId' | 'userId'>) {
  return { person: { guildId, userId }, guild: { guildId }, bot: {} }[scope];
}

function tightest(allowances: readonly Allowance[]): Allowance | undefined {
  return allowances.reduce<Allowance | undefined>(
    (least, allowance) => (least && least.left <= allowance.left ? least : allowance),
    undefined,
  );
}

function never(): never {
  throw new Error('a limit is in the way that is none');
}
