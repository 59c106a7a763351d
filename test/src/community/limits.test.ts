import { describe, expect, it } from 'vitest';
import {
  contradictionsIn,
  type LimitSubject,
  type LimitsPage,
  limitsFor,
  limitsPageSchema,
  newcomerMs,
  type OwnerLimits,
  type Spender,
  withLimit,
} from '../../../src/community/limits.ts';
import type { SpendingUnit } from '../../../src/refusal/spending.ts';

const now = Date.UTC(2026, 0, 15);
const owner: OwnerLimits = { perPersonPerDay: 60, perGuildPerDay: 600, perBotPerDay: 3_600 };
const unlimitedOwner: OwnerLimits = { perPersonPerDay: 0, perGuildPerDay: 0, perBotPerDay: 0 };
const untouched = limitsPageSchema.parse({});
const member: Spender = { userId: 'ada', roleIds: ['fan', 'helper'], joinedAt: 0, moderates: false };
const newcomer = { ...member, joinedAt: now - newcomerMs + 1 };

function personal(
  page: LimitsPage,
  spender: Spender = member,
  unit: SpendingUnit = 'video-seconds',
  of = owner,
): Record<string, unknown> {
  const found = limitsFor(page, spender, unit, of, now).filter(({ scope }) => scope === 'person');
  return Object.fromEntries(
    found.map(({ period, most, because }) => [period, because ? [most, because] : most]),
  );
}
const page = (changes: Partial<LimitsPage>): LimitsPage => ({ ...untouched, ...changes });
const own = (day: number | 'unlimited', lifts = false) => ({ lifts, amounts: { 'video-seconds': { day } } });

describe('what counts for someone', () => {
  it('is the limit of the bot owner until moderators say otherwise, and a safe one where the owner set none', () => {
    expect(personal(untouched)).toEqual({ day: 60 });
    expect(personal(untouched, member, 'video-seconds', unlimitedOwner)).toEqual({ day: 60 });
    expect(personal(untouched, member, 'searches', unlimitedOwner)).toEqual({ day: 100 });
  });

  it.each(['video-seconds', 'small-video-seconds'] as const)(
    'is no %s for people who joined less than 7 days ago, and everything else',
    (unit) => {
      expect(personal(untouched, newcomer, unit)).toEqual({ day: [0, 'newcomer'] });
      expect(personal(untouched, { ...newcomer, joinedAt: now - newcomerMs }, unit)).toEqual({ day: 60 });
      expect(personal(untouched, newcomer, 'live-seconds')).toEqual({ day: 60 });
    },
  );

  it('takes someone whose joining is unknown for a newcomer, and never a moderator', () => {
    expect(personal(untouched, { ...member, joinedAt: undefined })).toEqual({ day: [0, 'newcomer'] });
    expect(personal(untouched, { ...newcomer, moderates: true })).toEqual({ day: 60 });
  });

  it('lets newcomers in once a moderator says so', () => {
    const opened = withLimit(untouched, { is: 'newcomers' }, 'video-seconds', { day: 20 });
    expect(personal(opened, newcomer)).toEqual({ day: [20, 'newcomer'] });
    expect(personal(withLimit(untouched, { is: 'newcomers' }, 'video-seconds', {}), newcomer)).toEqual({
      day: 60,
    });
  });

  it('is the strictest of everyone, roles and their own', () => {
    expect(personal(page({ roles: { fan: own(30), helper: own(90) } }))).toEqual({ day: [30, 'role'] });
    expect(personal(page({ roles: { other: own(5) } }))).toEqual({ day: 60 });
    expect(personal(page({ roles: { fan: own(30) }, people: { ada: own(10) } }))).toEqual({
      day: [10, 'own'],
    });
  });

  it('is what lifts instead of what counts for everyone and for newcomers, the most generous of several', () => {
    const lifted = page({ roles: { fan: own(90, true), helper: own(120, true) } });
    expect(personal(lifted)).toEqual({ day: [120, 'role'] });
    expect(personal(lifted, newcomer)).toEqual({ day: [120, 'role'] });
  });

  it('is still stricter where another role or their own limit is, whatever lifts', () => {
    expect(personal(page({ roles: { fan: own(120, true), helper: own(0) } }))).toEqual({ day: [0, 'role'] });
    expect(personal(page({ roles: { fan: own('unlimited', true) }, people: { ada: own(5) } }))).toEqual({
      day: [5, 'own'],
    });
  });

  it('is only unlimited where that was said in words', () => {
    expect(personal(page({ everyone: { 'video-seconds': { day: 'unlimited' } } }))).toEqual({});
    expect(personal(page({ everyone: { 'video-seconds': {} } }))).toEqual({ day: 60 });
    expect(() => limitsPageSchema.parse({ everyone: { 'video-seconds': { day: null } } })).toThrow();
    expect(() => limitsPageSchema.parse({ everyone: { 'video-seconds': { day: '' } } })).toThrow();
  });

  it('has a day and a month, and the server beside it, which nothing lifts', () => {
    const both = page({
      everyone: { 'video-seconds': { day: 30, month: 100 } },
      server: { 'video-seconds': { day: 300, month: 1_000 } },
      people: { ada: own('unlimited', true) },
    });
    expect(limitsFor(both, member, 'video-seconds', owner, now)).toEqual([
      { scope: 'guild', period: 'day', most: 300 },
      { scope: 'person', period: 'month', most: 100 },
      { scope: 'guild', period: 'month', most: 1_000 },
    ]);
  });
});

describe('limits that contradict each other', () => {
  const found = (changes: Partial<LimitsPage>, subject: LimitSubject = { is: 'everyone' }, of = owner) =>
    contradictionsIn(page(changes), subject, 'video-seconds', of);
  const amounts = (day?: number | 'unlimited', month?: number | 'unlimited') => ({
    'video-seconds': { ...(day === undefined ? {} : { day }), ...(month === undefined ? {} : { month }) },
  });

  it('are none with what counts by default, or with sensible ones', () => {
    expect(found({})).toEqual([]);
    expect(found({ everyone: amounts(50, 500), server: amounts(500, 5_000) })).toEqual([]);
  });

  it('are a day above the month, also a default day', () => {
    expect(found({ everyone: amounts(50, 40) })).toEqual([{ is: 'day-above-month', day: 50, month: 40 }]);
    expect(found({ everyone: amounts(undefined, 40) })).toEqual([
      { is: 'day-above-month', day: 60, month: 40 },
    ]);
  });

  it('are a person above the server, looked at from either side', () => {
    const above = [{ is: 'person-above-server', period: 'day', person: 60, server: 30 }];
    expect(found({ everyone: amounts(60), server: amounts(30) })).toEqual(above);
    expect(found({ everyone: amounts(60), server: amounts(30) }, { is: 'server' })).toEqual(above);
    expect(found({ roles: { fan: own(60) }, server: amounts(30) }, { is: 'role', id: 'fan' })).toEqual(above);
  });

  it('are the person with the highest limit above the server, if that lifts what counts for everyone', () => {
    const above = [{ is: 'person-above-server', period: 'day', person: 700, server: 500 }];
    const server = { server: amounts(500) };
    expect(found({ ...server, roles: { fan: { ...own(700), lifts: true } } }, { is: 'server' })).toEqual(
      above,
    );
    expect(found({ ...server, people: { ada: { ...own(700), lifts: true } } }, { is: 'server' })).toEqual(
      above,
    );
    expect(found({ ...server, roles: { fan: own(700) } }, { is: 'server' })).toEqual([]);
  });

  it('are newcomers above everyone, whose stricter limit counts anyway, for a day and a month', () => {
    const newcomers = (of: LimitsPage['newcomers'], everyone = {}) =>
      found({ newcomers: of, everyone }, { is: 'newcomers' }, unlimitedOwner);
    expect(newcomers(amounts(61))).toEqual([
      { is: 'newcomers-above-everyone', period: 'day', newcomers: 61, everyone: 60 },
    ]);
    expect(newcomers(amounts(100), amounts(100))).toEqual([]);
    expect(newcomers(amounts(60, 500), amounts(60, 400))).toEqual([
      { is: 'newcomers-above-everyone', period: 'month', newcomers: 500, everyone: 400 },
    ]);
    expect(newcomers(amounts(0))).toEqual([]);
  });

  it('are more than the bot owner allows, also unlimited', () => {
    expect(found({ everyone: amounts('unlimited') })).toEqual([
      { is: 'person-above-server', period: 'day', person: 'unlimited', server: 600 },
      { is: 'above-owner', amount: 'unlimited', owner: 60 },
    ]);
    expect(found({ server: amounts(601) }, { is: 'server' })).toEqual([
      { is: 'above-owner', amount: 601, owner: 600 },
    ]);
    expect(found({ server: amounts(601) }, { is: 'server' }, unlimitedOwner)).toEqual([]);
  });
});

describe('a limit that is set', () => {
  it('and set back to default leaves nothing behind', () => {
    const subject = { is: 'role', id: 'fan' } as const;
    const set = withLimit(untouched, subject, 'searches', { day: 5 });
    expect(set.roles).toEqual({ fan: { lifts: false, amounts: { searches: { day: 5 } } } });
    expect(withLimit(set, subject, 'searches', {})).toEqual(untouched);
    expect(withLimit(set, subject, 'live-seconds', { month: 0 }).roles.fan?.amounts).toEqual({
      searches: { day: 5 },
      'live-seconds': { month: 0 },
    });
  });
});
