import {
  type LimitAmount,
  type LimitsPage,
  limitsFor,
  numberOf,
  type OwnersLimits,
  type Spender,
} from '../community/limits.ts';
import { dayOf } from '../community/spending.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import { priceOf, type Spent } from './usage.ts';

const dayMs = 24 * 60 * 60_000;
/** Of those who used the most. */
const mostLookedAt = 500;

export interface LimitsPreview {
  /** The most that a server may use in a day. */
  readonly worst: readonly { readonly unit: SpendingUnit; readonly most: LimitAmount }[];
  /** What that costs; undefined without prices, or if it has no end. */
  readonly money: number | 'unlimited' | undefined;
  /** Who used more yesterday than they may now; without a person: the server. */
  readonly refused: readonly {
    readonly userId: string | undefined;
    readonly unit: SpendingUnit;
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

export async function previewOf(
  { page, owners, spent, now }: PreviewOf,
  spenderOf: (userId: string) => Promise<Spender>,
): Promise<LimitsPreview> {
  const anyone: Spender = { userId: '', roleIds: [], joinedAt: 0, moderates: false };
  const dayLimit = (spender: Spender, unit: SpendingUnit, scope: 'person' | 'guild'): LimitAmount => {
    const found = limitsFor(page, spender, unit, owners[unit], now).find(
      (limit) => limit.scope === scope && limit.period === 'day',
    );
    const owner = scope === 'person' ? owners[unit].perPersonPerDay : owners[unit].perGuildPerDay;
    const most = Math.min(found?.most ?? Number.POSITIVE_INFINITY, owner || Number.POSITIVE_INFINITY);
    return Number.isFinite(most) ? most : 'unlimited';
  };
  const worst = spendingUnits.map((unit) => ({ unit, most: dayLimit(anyone, unit, 'guild') }));

  const yesterday = spent.filter(({ day }) => day === dayOf(now - dayMs));
  const byPerson = yesterday
    .filter(({ userId }) => userId !== undefined)
    .toSorted((one, other) => other.amount - one.amount);
  const people = new Map<string, Spender>();
  for (const { userId = '' } of byPerson) {
    if (people.has(userId)) continue;
    if (people.size >= mostLookedAt) break;
    people.set(userId, await spenderOf(userId));
  }
  const refused = yesterday.flatMap(({ userId, unit, amount: used }) => {
    const spender = userId === undefined ? anyone : people.get(userId);
    if (!spender) return [];
    const most = dayLimit(spender, unit, userId === undefined ? 'guild' : 'person');
    return most !== 'unlimited' && used > most ? [{ userId, unit, used, most }] : [];
  });
  const everyone = new Set(byPerson.map(({ userId }) => userId)).size;
  return {
    worst,
    money: moneyOf(worst, page, owners),
    refused: refused.toSorted((one, other) => other.used / other.most - one.used / one.most),
    people: everyone,
    isCut: everyone > people.size,
  };
}

/** Both kinds of videos share the owner's limit. */
function moneyOf(worst: LimitsPreview['worst'], { prices }: LimitsPage, owners: OwnersLimits) {
  const most = new Map(worst.map((each) => [each.unit, numberOf(each.most)]));
  const shared = owners['video-seconds'].perGuildPerDay || Number.POSITIVE_INFINITY;
  const videos = Math.min(shared, (most.get('video-seconds') ?? 0) + (most.get('small-video-seconds') ?? 0));
  const found = spendingUnits.flatMap((unit) => {
    if (unit === 'small-video-seconds') return [];
    const price = priceOf(unit, unit === 'video-seconds' ? videos : (most.get(unit) ?? 0), prices);
    // Infinity times nothing is nothing.
    return price === undefined || Number.isNaN(price) ? [] : [price];
  });
  if (found.length === 0) return undefined;
  const sum = found.reduce((total, price) => total + price, 0);
  return Number.isFinite(sum) ? sum : 'unlimited';
}
