import {
  type LimitAmount,
  type LimitsPage,
  limitsFor,
  numberOf,
  type OwnersLimits,
  type Spender,
} from '../community/limits.ts';
import { dayOf, spanOf } from '../community/spending.ts';
import { type SpendingPeriod, type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import { priceOf, type Spent } from './usage.ts';

const dayMs = 24 * 60 * 60_000;
/** Of those who used the most. */
const mostLookedAt = 500;

/** The most that a server may use in a day. */
export interface WorstDay {
  readonly worst: readonly { readonly unit: SpendingUnit; readonly most: LimitAmount }[];
  /** Both kinds of videos, if the bot's owner allows less than the two of them come to. */
  readonly videosTogether: number | undefined;
  /** What that costs; undefined without prices. */
  readonly money: number | 'unlimited' | undefined;
  /** What's allowed, costs something and has no price. */
  readonly unpriced: readonly SpendingUnit[];
}

export interface LimitsPreview extends WorstDay {
  /** Who used more yesterday than they may now; without a person: the server. */
  readonly refused: readonly {
    readonly userId: string | undefined;
    readonly unit: SpendingUnit;
    readonly period: SpendingPeriod;
    readonly used: number;
    readonly most: number;
  }[];
  /** How many used anything yesterday. */
  readonly people: number;
  /** More people than were looked at used something. */
  readonly isCut: boolean;
}

interface PreviewOf {
  readonly page: LimitsPage;
  readonly owners: OwnersLimits;
  readonly spent: readonly Spent[];
  readonly now: number;
}

const anyone: Spender = { userId: '', roleIds: [], joinedAt: 0, moderates: false };
const videoUnits: readonly SpendingUnit[] = ['video-seconds', 'small-video-seconds'];

export function worstDayOf(page: LimitsPage, owners: OwnersLimits): WorstDay {
  const worst = spendingUnits.map((unit) => {
    // A day can't use more than its month, or than the bot's owner allows.
    const decided = limitsFor(page, anyone, unit, owners[unit], 0).filter(({ scope }) => scope === 'guild');
    const most = Math.min(ownersDay(owners, unit), ...decided.map((limit) => limit.most));
    return { unit, most: Number.isFinite(most) ? most : ('unlimited' as const) };
  });
  const most = new Map(worst.map((each) => [each.unit, numberOf(each.most)]));
  const both = videoUnits.reduce((sum, unit) => sum + (most.get(unit) ?? 0), 0);
  const videos = Math.min(ownersDay(owners, 'video-seconds'), both);
  const priced = spendingUnits.filter((unit) => unit !== 'small-video-seconds' && unit !== 'searches');
  const costs = priced.map((unit) => {
    const amount = unit === 'video-seconds' ? videos : (most.get(unit) ?? 0);
    return { unit, amount, price: amount === 0 ? 0 : priceOf(unit, amount, page.prices) };
  });
  return {
    worst,
    videosTogether: videos < both ? videos : undefined,
    money: sumOf(costs.filter(({ unit }) => priceOf(unit, 1, page.prices) !== undefined)),
    unpriced: costs.flatMap(({ unit, price }) => (price === undefined ? [unit] : [])),
  };
}

/** What the owner lets a server use in a day; the bot's own limit ends it, too. */
function ownersDay(owners: OwnersLimits, unit: SpendingUnit): number {
  const { perGuildPerDay, perBotPerDay } = owners[unit];
  return Math.min(perGuildPerDay || Number.POSITIVE_INFINITY, perBotPerDay || Number.POSITIVE_INFINITY);
}

export async function previewOf(
  { page, owners, spent, now }: PreviewOf,
  spenderOf: (userId: string) => Promise<Spender>,
): Promise<LimitsPreview> {
  const at = now - dayMs;
  const yesterday = spent.filter(({ day }) => day === dayOf(at));
  const byPerson = yesterday
    .filter(({ userId }) => userId !== undefined)
    .toSorted((one, other) => other.amount - one.amount);
  const people = new Map<string, Spender>();
  for (const { userId = '' } of byPerson) {
    if (people.has(userId)) continue;
    if (people.size >= mostLookedAt) break;
    people.set(userId, await spenderOf(userId));
  }
  const refused = yesterday.flatMap(({ userId, unit }) => {
    const spender = userId === undefined ? anyone : people.get(userId);
    if (!spender) return [];
    const own = spent.filter((each) => each.userId === userId);
    const passed = boundsOf(spender, userId === undefined ? 'guild' : 'person', unit)
      .map(({ period, units, most }) => ({ period, most, used: usedIn(own, units, period) }))
      .filter(({ used, most }) => used > most);
    const [furthest] = passed.toSorted(byShare);
    return furthest ? [{ userId, unit, ...furthest }] : [];
  });
  const everyone = new Set(byPerson.map(({ userId }) => userId)).size;
  return {
    ...worstDayOf(page, owners),
    refused: refused.toSorted(byShare),
    people: everyone,
    isCut: everyone > people.size,
  };

  /** The owner's limits are on both kinds of videos together. */
  function boundsOf(spender: Spender, scope: 'person' | 'guild', unit: SpendingUnit) {
    const owner = owners[unit][scope === 'person' ? 'perPersonPerDay' : 'perGuildPerDay'];
    const together = videoUnits.includes(unit) ? videoUnits : [unit];
    return [
      ...limitsFor(page, spender, unit, owners[unit], at)
        .filter((limit) => limit.scope === scope)
        .map(({ period, most }) => ({ period, most, units: [unit] })),
      ...(owner > 0 ? [{ period: 'day' as const, most: owner, units: together }] : []),
    ];
  }

  /** Yesterday, or in its month until then. */
  function usedIn(own: readonly Spent[], units: readonly SpendingUnit[], period: SpendingPeriod): number {
    const { from, to } = spanOf(period, at);
    return own
      .filter(({ unit, day }) => units.includes(unit) && day >= from && day <= to)
      .reduce((sum, { amount }) => sum + amount, 0);
  }
}

/** The furthest beyond its limit first. */
function byShare(one: { used: number; most: number }, other: { used: number; most: number }): number {
  return other.used * one.most - one.used * other.most;
}

/** Something unlimited that's free costs nothing. */
function sumOf(costs: readonly { readonly price: number | undefined }[]): WorstDay['money'] {
  if (costs.length === 0) return undefined;
  const sum = costs.reduce((total, { price = 0 }) => total + (Number.isNaN(price) ? 0 : price), 0);
  return Number.isFinite(sum) ? sum : 'unlimited';
}
