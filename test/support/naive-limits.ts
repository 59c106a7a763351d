import type { LimitAmount } from '../../src/community/limits.ts';

export type Scope = 'person' | 'guild' | 'bot';
type Period = 'day' | 'month';
type Amounts = Partial<Record<string, Partial<Record<Period, LimitAmount>>>>;

/** Whose sums count against a limit, in which units, over which days. */
export interface LimitSpan {
  readonly units: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly guildId?: string;
  readonly userId?: string;
}

/** What a server's moderators decided, for one role and for one person. */
export interface DrawnLimits {
  everyone: Amounts;
  newcomers: Amounts;
  server: Amounts;
  role: Amounts;
  person: Amounts;
  lifts: { role: boolean; person: boolean };
}

/** Newcomers make no videos until somebody says otherwise. */
export function noLimits(): DrawnLimits {
  return {
    ...{ everyone: {}, server: {}, role: {}, person: {}, lifts: { role: false, person: false } },
    newcomers: { 'video-seconds': { day: 0 }, 'small-video-seconds': { day: 0 } },
  };
}

/**
 * The rule as `/limits` says it: the strictest limit that applies counts; one that lifts replaces those for everyone and for
 * newcomers. Written for the second time, so that both have to be wrong in the same way.
 */
export function mostOf(
  own: DrawnLimits,
  who: { readonly isFan: boolean; readonly isAda: boolean; readonly isNew: boolean },
  {
    scope,
    unit,
    period,
  }: { readonly scope: 'person' | 'guild'; readonly unit: string; readonly period: Period },
  owner: { readonly perPersonPerDay: number; readonly perGuildPerDay: number },
): number {
  const read = (amounts: Amounts): number | undefined => {
    const amount = amounts[unit]?.[period];
    return amount === 'unlimited' ? Number.POSITIVE_INFINITY : amount;
  };
  const usual = period === 'month' ? Number.POSITIVE_INFINITY : undefined;
  if (scope === 'guild') return read(own.server) ?? usual ?? owner.perGuildPerDay;
  const special = [
    { amount: who.isFan ? read(own.role) : undefined, lifts: own.lifts.role },
    { amount: who.isAda ? read(own.person) : undefined, lifts: own.lifts.person },
  ].flatMap(({ amount, lifts }) => (amount === undefined ? [] : [{ amount, lifts }]));
  const lifted = special.filter(({ lifts }) => lifts).map(({ amount }) => amount);
  const strict = special.filter(({ lifts }) => !lifts).map(({ amount }) => amount);
  if (lifted.length > 0) return Math.min(Math.max(...lifted), ...strict);
  const everyone = read(own.everyone) ?? usual ?? owner.perPersonPerDay;
  const newcomers = who.isNew ? (read(own.newcomers) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return Math.min(everyone, newcomers, ...strict);
}
