import type { Clock } from '../../src/operations/clock.ts';
import { accountLimits } from '../../src/service/models.ts';
import type { ModelFamily } from '../../src/service/video/model.ts';
import type { AccountLimits } from '../../src/video/submission-queue.ts';
import { acceleratedClock } from '../../test/support/accelerated-clock.ts';
import type { Sample } from '../support/measurement.ts';
import { Account } from './account.ts';

export type Limits = Readonly<Record<ModelFamily, AccountLimits>>;
export type Accounts = Readonly<Record<ModelFamily, Account>>;

export interface Phase {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly accounts: Accounts;
}

export const families: readonly ModelFamily[] = ['standard', 'small'];
/** So many of each family wait from the beginning: more than any bot gets through in the time. */
export const jobsOfEachFamily = 300;

const fastSpeed = 60;
const fastWarmUpMs = 3 * 60_000;
const fastWindowMs = 15 * 60_000;
const rateWindowMs = 10_000;
const rateWarmUpMs = 1_000;

/**
 * Lets a bot work off its queue twice: in real time with places without end, so that the rate is what holds it back,
 * and on a fast clock with the account's places.
 */
export async function observe(work: (phase: Phase) => Promise<void>): Promise<Sample> {
  const startedAt = Date.now();
  const endless = {
    standard: { ...accountLimits.standard, tasksAtOnce: 10_000 },
    small: { ...accountLimits.small, tasksAtOnce: 10_000 },
  };
  const rate = phaseOf(acceleratedClock({ startedAt, speed: 1 }), endless);
  const places = phaseOf(acceleratedClock({ startedAt, speed: fastSpeed }), accountLimits);
  const [rateFrom, rateUntil] = await window(rate, rateWarmUpMs, rateWindowMs, work);
  const [from, until] = await window(places, fastWarmUpMs, fastWindowMs, work);
  const all = [rate, places].flatMap(({ accounts }) => families.map((family) => accounts[family]));
  return {
    rateStandard: rate.accounts.standard.rateUsed(rateFrom, rateUntil),
    rateSmall: rate.accounts.small.rateUsed(rateFrom, rateUntil),
    placesStandard: places.accounts.standard.placesUsed(from, until),
    placesSmall: places.accounts.small.placesUsed(from, until),
    refusals: all.reduce((sum, { refusals }) => sum + refusals, 0),
    peopleRefused: all.reduce((sum, { peopleRefused }) => sum + peopleRefused, 0),
  };
}

function phaseOf(clock: Clock, limits: Limits): Phase {
  const accounts = {
    standard: new Account(clock, limits.standard),
    small: new Account(clock, limits.small),
  };
  return { clock, limits, accounts };
}

async function window(
  phase: Phase,
  warmUpMs: number,
  windowMs: number,
  work: (phase: Phase) => Promise<void>,
): Promise<readonly [from: number, until: number]> {
  await work(phase);
  await phase.clock.sleep(warmUpMs);
  const from = phase.clock.now();
  await phase.clock.sleep(windowMs);
  return [from, phase.clock.now()];
}
