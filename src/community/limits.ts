import { z } from 'zod';
import {
  type SpendingPeriod,
  type SpendingReason,
  type SpendingUnit,
  spendingPeriods,
  spendingUnits,
} from '../refusal/spending.ts';

/** 0 is none. Unlimited is a word of its own, so nobody gets it by leaving a field empty. */
const limitSchema = z.union([z.int().min(0), z.literal('unlimited')]);
export type LimitAmount = z.output<typeof limitSchema>;

/** Only what was decided; what's missing is left to the default. */
const amountsSchema = z.partialRecord(
  z.enum(spendingUnits),
  z.object({ day: limitSchema.optional(), month: limitSchema.optional() }),
);
export type LimitAmounts = z.output<typeof amountsSchema>;

/** For a role, or for one person. */
const ownLimitsSchema = z.object({
  /** Replaces what counts for everyone and for newcomers, instead of only being stricter. */
  lifts: z.boolean().default(false),
  amounts: amountsSchema,
});
export type OwnLimits = z.output<typeof ownLimitsSchema>;

/** A server's limits, as its moderators decided. */
export const limitsPageSchema = z.object({
  /** For each person. */
  everyone: amountsSchema.prefault({}),
  /** For each person who joined less than a week ago: no videos, until a moderator says otherwise. */
  newcomers: amountsSchema.prefault({
    'video-seconds': { day: 0 },
    'small-video-seconds': { day: 0 },
  }),
  /** For all of them together. */
  server: amountsSchema.prefault({}),
  /** By role id. */
  roles: z.record(z.string(), ownLimitsSchema).prefault({}),
  /** By person's id. */
  people: z.record(z.string(), ownLimitsSchema).prefault({}),
  /** Nothing new is spent until someone resumes it. */
  paused: z.object({ by: z.string(), at: z.number() }).optional(),
  /** Of one second, a thousand characters and one minute: what turns units into money. */
  prices: z
    .object({
      videoSecond: z.number().min(0).optional(),
      thousandCharacters: z.number().min(0).optional(),
      liveMinute: z.number().min(0).optional(),
      currency: z.string().max(8).default('$'),
    })
    .prefault({}),
});
export type LimitsPage = z.output<typeof limitsPageSchema>;

export const newcomerMs = 7 * 24 * 60 * 60_000;

/** Whom a limit is for, as its panel and its buttons name it. */
export type LimitSubject =
  | { readonly is: 'everyone' | 'newcomers' | 'server' }
  | { readonly is: 'role' | 'person'; readonly id: string };

/** What the bot's owner allows, in each unit; 0: no limit. The upper bound of everything that moderators decide. */
export interface OwnerLimits {
  readonly perPersonPerDay: number;
  readonly perGuildPerDay: number;
  /** All guilds together: what the bot's owner is willing to pay. */
  readonly perBotPerDay: number;
}
export type OwnersLimits = Readonly<Record<SpendingUnit, OwnerLimits>>;

/** Where the owner set no limit, a server still has one until its moderators say otherwise. */
const safeDefaults: Readonly<Record<SpendingUnit, { person: number; guild: number }>> = {
  'video-seconds': { person: 60, guild: 600 },
  'small-video-seconds': { person: 60, guild: 600 },
  'spoken-characters': { person: 20_000, guild: 100_000 },
  'live-seconds': { person: 1_800, guild: 7_200 },
  searches: { person: 100, guild: 2_000 },
};

/** What a person in a server has a day if nobody decided: the owner's limit, or a safe one. */
export function usualLimit(unit: SpendingUnit, whose: 'person' | 'guild', owner: OwnerLimits): number {
  const own = whose === 'person' ? owner.perPersonPerDay : owner.perGuildPerDay;
  return own === 0 ? safeDefaults[unit][whose] : own;
}

/** What's known about who wants to spend. */
export interface Spender {
  readonly userId: string;
  readonly roleIds: readonly string[];
  /** Epoch milliseconds; undefined if Discord doesn't say. */
  readonly joinedAt: number | undefined;
  /** Moderators are nobody's newcomers, however young their server is. */
  readonly moderates: boolean;
}

/** One limit that counts for someone. */
export interface AppliedLimit {
  readonly scope: 'person' | 'guild';
  readonly period: SpendingPeriod;
  readonly most: number;
  readonly because?: SpendingReason | undefined;
}

/**
 * What counts for this person: the strictest of everyone's limit, the newcomers', their roles' and their own. One that lifts
 * replaces everyone's and the newcomers'; stricter ones of other roles still count. Nothing lifts the server's, or the owner's.
 */
export function limitsFor(
  page: LimitsPage,
  spender: Spender,
  unit: SpendingUnit,
  owner: OwnerLimits,
  now: number,
): readonly AppliedLimit[] {
  return spendingPeriods.flatMap((period) => {
    const person = strictest(personalLimits(page, spender, unit, period, owner, now));
    const guild = decided(page.server, unit, period) ?? usual(unit, 'guild', period, owner);
    return [
      ...(person === undefined || person.amount === 'unlimited'
        ? []
        : [{ scope: 'person' as const, period, most: person.amount, because: person.because }]),
      ...(guild === undefined || guild === 'unlimited'
        ? []
        : [{ scope: 'guild' as const, period, most: guild }]),
    ];
  });
}

interface Candidate {
  readonly amount: LimitAmount;
  readonly because?: SpendingReason;
}

function personalLimits(
  page: LimitsPage,
  spender: Spender,
  unit: SpendingUnit,
  period: SpendingPeriod,
  owner: OwnerLimits,
  now: number,
): readonly Candidate[] {
  const own = page.people[spender.userId];
  const special = [
    ...spender.roleIds.flatMap((id) => withReason(page.roles[id], 'role')),
    ...withReason(own, 'own'),
  ].flatMap(({ limits, because }) => {
    const amount = decided(limits.amounts, unit, period);
    return amount === undefined ? [] : [{ lifts: limits.lifts, amount, because }];
  });
  const strict = special.filter(({ lifts }) => !lifts);
  const lifting = special.filter(({ lifts }) => lifts);
  if (lifting.length > 0)
    return [...strict, lifting.reduce((one, other) => (isMore(other, one) ? other : one))];
  const everyone = decided(page.everyone, unit, period) ?? usual(unit, 'person', period, owner);
  const newcomer = isNewcomer(spender, now) ? decided(page.newcomers, unit, period) : undefined;
  return [
    ...strict,
    ...(newcomer === undefined ? [] : [{ amount: newcomer, because: 'newcomer' as const }]),
    ...(everyone === undefined ? [] : [{ amount: everyone }]),
  ];
}

function withReason(limits: OwnLimits | undefined, because: 'role' | 'own') {
  return limits ? [{ limits, because }] : [];
}

/** Someone whose day of joining isn't known might have joined today. */
export function isNewcomer({ joinedAt, moderates }: Spender, now: number): boolean {
  return !moderates && (joinedAt === undefined || now - joinedAt < newcomerMs);
}

/** A month has no default of its own: a month of the day's limit is what it comes to. */
function usual(unit: SpendingUnit, whose: 'person' | 'guild', period: SpendingPeriod, owner: OwnerLimits) {
  return period === 'day' ? usualLimit(unit, whose, owner) : undefined;
}

export function decided(amounts: LimitAmounts, unit: SpendingUnit, period: SpendingPeriod) {
  return amounts[unit]?.[period];
}

function strictest(limits: readonly Candidate[]): Candidate | undefined {
  return limits.reduce<Candidate | undefined>(
    (least, limit) => (least === undefined || isMore(least, limit) ? limit : least),
    undefined,
  );
}

function isMore({ amount: one }: Candidate, { amount: other }: Candidate): boolean {
  return numberOf(one) > numberOf(other);
}

export function numberOf(amount: LimitAmount): number {
  return amount === 'unlimited' ? Number.POSITIVE_INFINITY : amount;
}

/** The amounts of a subject; empty if it has none. */
export function amountsOf(page: LimitsPage, subject: LimitSubject): LimitAmounts {
  switch (subject.is) {
    case 'role':
      return page.roles[subject.id]?.amounts ?? {};
    case 'person':
      return page.people[subject.id]?.amounts ?? {};
    default:
      return page[subject.is];
  }
}

/** The page with one subject's limits in one unit. Undefined amounts go back to the default. */
export function withLimit(
  page: LimitsPage,
  subject: LimitSubject,
  unit: SpendingUnit,
  limits: { readonly day?: LimitAmount | undefined; readonly month?: LimitAmount | undefined },
): LimitsPage {
  const { [unit]: _, ...others } = amountsOf(page, subject);
  const kept = Object.fromEntries(Object.entries(limits).filter(([, amount]) => amount !== undefined));
  const amounts: LimitAmounts = Object.keys(kept).length > 0 ? { ...others, [unit]: kept } : others;
  if (subject.is !== 'role' && subject.is !== 'person') return { ...page, [subject.is]: amounts };
  const shelf = subject.is === 'role' ? 'roles' : 'people';
  const { [subject.id]: own, ...rest } = page[shelf];
  if (Object.keys(amounts).length === 0) return { ...page, [shelf]: rest };
  return { ...page, [shelf]: { ...rest, [subject.id]: { lifts: own?.lifts ?? false, amounts } } };
}

/** Limits that can't both be meant, told before they're saved. */
export type Contradiction =
  | { readonly is: 'day-above-month'; readonly day: LimitAmount; readonly month: number }
  | {
      readonly is: 'person-above-server';
      readonly period: SpendingPeriod;
      readonly person: LimitAmount;
      readonly server: number;
    }
  /** The stricter one counts, so this one never would. */
  | {
      readonly is: 'newcomers-above-everyone';
      readonly period: SpendingPeriod;
      readonly newcomers: LimitAmount;
      readonly everyone: number;
    }
  /** More than the bot's owner allows, which stays the upper bound. */
  | { readonly is: 'above-owner'; readonly amount: LimitAmount; readonly owner: number };

export function contradictionsIn(
  page: LimitsPage,
  subject: LimitSubject,
  unit: SpendingUnit,
  owner: OwnerLimits,
): readonly Contradiction[] {
  const ofServer = subject.is === 'server';
  const whose = ofServer ? 'guild' : 'person';
  const effective = (amounts: LimitAmounts, of: 'person' | 'guild', period: SpendingPeriod) =>
    decided(amounts, unit, period) ?? usual(unit, of, period, owner);
  const isShared = ofServer || subject.is === 'everyone';
  const mine = (period: SpendingPeriod) =>
    isShared
      ? effective(amountsOf(page, subject), whose, period)
      : decided(amountsOf(page, subject), unit, period);
  const [day, month] = [mine('day'), mine('month')];
  const found: Contradiction[] = [];
  if (day !== undefined && month !== undefined && month !== 'unlimited' && numberOf(day) > month)
    found.push({ is: 'day-above-month', day, month });
  for (const period of spendingPeriods) {
    const person = ofServer ? mostOfAnyone(page, unit, period, owner) : mine(period);
    const server = effective(page.server, 'guild', period);
    if (person !== undefined && server !== undefined && server !== 'unlimited' && numberOf(person) > server)
      found.push({ is: 'person-above-server', period, person, server });
    const everyone = effective(page.everyone, 'person', period);
    const newcomers = subject.is === 'newcomers' ? mine(period) : undefined;
    if (newcomers === undefined || everyone === undefined || everyone === 'unlimited') continue;
    if (numberOf(newcomers) > everyone)
      found.push({ is: 'newcomers-above-everyone', period, newcomers, everyone });
  }
  const most = ofServer ? owner.perGuildPerDay : owner.perPersonPerDay;
  if (day !== undefined && most > 0 && numberOf(day) > most)
    found.push({ is: 'above-owner', amount: day, owner: most });
  return found;
}

/** What the person with the highest limit may use; a limit that doesn't lift only makes everyone's stricter. */
function mostOfAnyone(page: LimitsPage, unit: SpendingUnit, period: SpendingPeriod, owner: OwnerLimits) {
  const everyone = decided(page.everyone, unit, period) ?? usual(unit, 'person', period, owner);
  const lifting = [...Object.values(page.roles), ...Object.values(page.people)].flatMap(
    ({ lifts, amounts }) => (lifts ? (decided(amounts, unit, period) ?? []) : []),
  );
  const amounts = [...(everyone === undefined ? [] : [everyone]), ...lifting];
  return amounts.toSorted((one, other) => numberOf(other) - numberOf(one))[0];
}
