import type { LimitsPage } from '../community/limits.ts';
import { givenBackIn, lastMonthOf, spanOf } from '../community/spending.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import type { Account } from '../storage/atomic/atomic.ts';

/** What one person, or a whole server, used on a day in one unit, without what was given back. */
export interface Spent {
  readonly day: string;
  readonly unit: SpendingUnit;
  readonly guildId: string;
  /** Absent: the server's. */
  readonly userId?: string | undefined;
  readonly amount: number;
}

export function spendingsIn(sums: readonly (Account & { readonly amount: number })[]): readonly Spent[] {
  const units = new Map<string, SpendingUnit>(
    spendingUnits.flatMap((unit) => [
      [unit, unit],
      [givenBackIn(unit), unit],
    ]),
  );
  const found = new Map<string, Spent>();
  for (const { unit: counted, period: day, guildId = '', userId, amount } of sums) {
    const unit = units.get(counted);
    if (!unit) continue;
    const key = `${day}/${unit}/${guildId}/${userId ?? ''}`;
    const before = found.get(key)?.amount ?? 0;
    found.set(key, { day, unit, guildId, userId, amount: before + amount });
  }
  return [...found.values()].filter(({ amount }) => amount !== 0);
}

/** Sums are kept until the end of the next month. */
export const usageMonths = ['this', 'last'] as const;
export type UsageMonth = (typeof usageMonths)[number];

export function daysOf(month: UsageMonth, now: number): { readonly from: string; readonly to: string } {
  return month === 'this' ? spanOf('month', now) : lastMonthOf(now);
}

export function spentWithin(spent: readonly Spent[], days: { readonly from: string; readonly to: string }) {
  return spent.filter(({ day }) => day >= days.from && day <= days.to);
}

/** What to sum up by. */
export const usageGroups = ['feature', 'person', 'day'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** One line of a list of what was used: a feature's, a person's or a day's. */
export interface UsageLine {
  readonly key: string;
  readonly amounts: Readonly<Partial<Record<SpendingUnit, number>>>;
}

/** The largest first, days newest first. */
export function usageBy(group: UsageGroup, spent: readonly Spent[]): readonly UsageLine[] {
  const lines = new Map<string, Partial<Record<SpendingUnit, number>>>();
  for (const { unit, day, userId, amount } of spent) {
    // The server's own sums have everything, also minutes that several sessions were charged for.
    if ((group === 'person') !== (userId !== undefined)) continue;
    const key = group === 'feature' ? unit : group === 'day' ? day : (userId ?? '');
    const amounts = lines.get(key) ?? {};
    lines.set(key, { ...amounts, [unit]: (amounts[unit] ?? 0) + amount });
  }
  const found = [...lines].map(([key, amounts]) => ({ key, amounts }));
  if (group === 'day') return found.toSorted((one, other) => (one.key < other.key ? 1 : -1));
  return found.toSorted((one, other) => totalOf(other) - totalOf(one));
}

function totalOf({ amounts }: UsageLine): number {
  return Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
}

type Prices = LimitsPage['prices'];

/** In the server's currency; undefined if nobody said what it costs. */
export function priceOf(unit: SpendingUnit, amount: number, prices: Prices): number | undefined {
  const per = {
    'video-seconds': [prices.videoSecond, 1],
    'small-video-seconds': [prices.videoSecond, 1],
    'spoken-characters': [prices.thousandCharacters, 1_000],
    'live-seconds': [prices.liveMinute, 60],
    searches: [undefined, 1],
  } as const satisfies Record<SpendingUnit, readonly [number | undefined, number]>;
  const [price, each] = per[unit];
  return price === undefined ? undefined : (amount / each) * price;
}

/** Undefined if nothing of it has a price. */
export function priceOfAll(amounts: UsageLine['amounts'], prices: Prices): number | undefined {
  const found = spendingUnits.flatMap((unit) => priceOf(unit, amounts[unit] ?? 0, prices) ?? []);
  return found.length === 0 ? undefined : found.reduce((sum, price) => sum + price, 0);
}
