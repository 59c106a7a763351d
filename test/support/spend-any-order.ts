import * as fc from 'fast-check';
import { expect } from 'vitest';
import { dayOf, type HeldMoney, Spending } from '../../src/community/spending.ts';
import { RepeatedWrites } from '../../src/operations/repeated-writes.ts';
import type { Account, Money } from '../../src/storage/atomic/atomic.ts';
import { FakeClock } from './fake-clock.ts';
import { silentLog } from './fake-log.ts';
import { FakeMoney } from './fake-money.ts';

const limits = { perPersonPerDay: 60, perGuildPerDay: 100, perBotPerDay: 160 };
const owners = 2;
const things = 40;
/** A sum that's wrong stays wrong, so it needn't be read after each step. */
const checkedEvery = 5;
const stopped = AbortSignal.abort();

/** What happens in one of two processes; `fails`: the store doesn't take its write. */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ is: fc.constant('reserve'), ...who(), amount: fc.integer({ min: 0, max: 40 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ is: fc.constant('settle'), ...who(), amount: fc.integer({ min: -1, max: 41 }) }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('return'), ...who(), amount: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('crash'), ...who(), amount: fc.constant(0) }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('clock'), ...who(), amount: fc.integer({ min: -30, max: 30 }) }),
  },
);

function who() {
  return {
    process: fc.integer({ min: 0, max: owners - 1 }),
    thing: fc.integer({ min: 0, max: things - 1 }),
    fails: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  } as const;
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What must be true of one thing that was paid for. */
interface Known {
  readonly owner: number;
  readonly day: string;
  readonly guildId: string;
  readonly userId: string;
  amount: number;
  isOpen: boolean;
}

/** A thing is always the same person's; every other one was written down, so it isn't given back after a crash. */
const guildOf = (thing: number) => `guild-${thing % 2}`;
const personOf = (thing: number) => `person-${thing % 6}`;
const isAccepted = (id: string) => Number(id.split('-').at(-1)) % 2 === 0;

/** Where it's written down what was spent, with writes that can fail. */
export interface ModelMoney {
  readonly money: Money;
  /** For the next process of that owner. */
  held(owner: string): Promise<HeldMoney> | HeldMoney;
  /** From now on, every write fails, or none does. */
  fail(fails: boolean): void;
  sums(): Promise<readonly SumOfModel[]> | readonly SumOfModel[];
  openReservations(): Promise<number> | number;
  close(): Promise<void> | void;
}

interface SumOfModel {
  readonly period: string;
  readonly guild: string;
  readonly person: string;
  readonly amount: number;
}

/** The real engine on a file in memory. */
function sqliteModel(): ModelMoney {
  let failing = false;
  const fake = new FakeMoney(undefined, {
    step: () => {
      if (failing) throw new Error(diskIsFull);
    },
  });
  return {
    money: fake.money,
    held: (owner) => fake.held(owner),
    fail: (fails) => {
      failing = fails;
    },
    sums: () =>
      fake.sums.map(({ period, guild, person, amount }) => ({
        ...{ period: String(period), guild: String(guild), person: String(person), amount: Number(amount) },
      })),
    openReservations: () => fake.reservations.filter(({ settled }) => settled === 0).length,
    close: () => undefined,
  };
}

export const diskIsFull = 'the disk is full';

/** Two processes of different owners on one store, and beside them what it should say. */
class SpendingModel {
  readonly #clock = new FakeClock(Date.UTC(2026, 0, 15, 12));
  #nowMs = this.#clock.now();
  #fails = false;
  #steps = 0;
  readonly #money: ModelMoney;
  readonly #known = new Map<string, Known>();
  readonly #rounds = new Map<string, number>();
  readonly #sums = new Map<string, number>();
  readonly #processes: Spending[] = [];

  constructor(money: ModelMoney) {
    this.#money = money;
  }

  async begin(): Promise<void> {
    for (let owner = 0; owner < owners; owner += 1) this.#processes.push(await this.#start(owner));
  }

  async take({ is, process, thing, amount, fails }: Step): Promise<void> {
    this.#fails = fails;
    this.#money.fail(fails);
    const slot = `${process}-${thing}`;
    const id = `${slot}-${this.#rounds.get(slot) ?? 0}-${thing}`;
    const entry = { id, guildId: guildOf(thing), userId: personOf(thing), at: this.#nowMs };
    if (is === 'reserve') await this.#reserve(process, entry, amount);
    else if (is === 'crash') await this.#crash(process);
    else if (is === 'clock') this.#nowMs += amount * 3_600_000;
    else await this.#settle(process, slot, entry, amount);
    this.#fails = false;
    this.#money.fail(false);
    this.#steps += 1;
    if (this.#steps % checkedEvery === 0)
      await this.#expectSums(entry.guildId, entry.userId, dayOf(entry.at));
  }

  async end(): Promise<void> {
    const byAccount = new Map<string, number>();
    for (const each of this.#known.values())
      for (const account of accountsOf(each)) add(byAccount, keyOf(account), each.amount);
    const stored = (await this.#money.sums()).map(({ period, guild, person, amount }) => [
      `${period}/${guild}/${person}`,
      amount,
    ]);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(byAccount));
    expect(await this.#money.openReservations()).toBe(
      [...this.#known.values()].filter(({ isOpen }) => isOpen).length,
    );
  }

  async #start(owner: number): Promise<Spending> {
    const writes = new RepeatedWrites({ clock: this.#clock, log: silentLog, signal: stopped });
    const spent = await this.#money.held(`process-${owner}`);
    return new Spending({ unit: 'video-seconds', spent, clock: this.#clock, log: silentLog, writes, limits });
  }

  async #reserve(process: number, entry: Entry, amount: number): Promise<void> {
    const { id, guildId, userId, at } = entry;
    const known = this.#known.get(id);
    const spender = { owner: process, day: dayOf(at), guildId, userId };
    const fits = accountsOf(spender).every(
      (account) => (this.#sums.get(keyOf(account)) ?? 0) + amount <= mostOn(account),
    );
    const answer = this.#spending(process).reserve(entry, amount);
    if (this.#fails) return await failing(answer);
    if (((await answer) === undefined) !== (known !== undefined || fits))
      throw new Error(`${id} is wrongly decided`);
    if (known || !fits) return;
    this.#known.set(id, { ...spender, amount, isOpen: true });
    for (const account of accountsOf(spender)) add(this.#sums, keyOf(account), amount);
  }

  /** Whoever hears of it settles it, also the other process. After that, the next thing has another id. */
  async #settle(process: number, slot: string, entry: Entry, amount: number): Promise<void> {
    const settling = this.#spending(process).settle(entry, amount);
    if (this.#fails) return await failing(settling);
    await settling;
    const known = this.#known.get(entry.id);
    if (!known?.isOpen) return;
    this.#correct(known, amount >= 0 && amount <= known.amount ? amount : known.amount);
    if (amount % 2 === 0) this.#rounds.set(slot, (this.#rounds.get(slot) ?? 0) + 1);
  }

  /** Only what this process had left open is looked at by its next one. */
  async #crash(process: number): Promise<void> {
    this.#processes[process] = await this.#start(process);
    const given = this.#spending(process).giveBackUnless(async (id) => isAccepted(id));
    const lost = [...this.#known].filter(
      ([id, { owner, isOpen }]) => owner === process && isOpen && !isAccepted(id),
    );
    if (this.#fails) {
      if (lost.length > 0) await failing(given);
      else await given;
      return;
    }
    await given;
    for (const [, known] of lost) this.#correct(known, 0);
  }

  #correct(known: Known, amount: number): void {
    for (const account of accountsOf(known)) add(this.#sums, keyOf(account), amount - known.amount);
    known.amount = amount;
    known.isOpen = false;
  }

  #spending(process: number): Spending {
    const spending = this.#processes[process];
    if (!spending) throw new Error(`no process ${process}`);
    return spending;
  }

  async #expectSums(guildId: string, userId: string, day: string): Promise<void> {
    const accounts = accountsOf({ guildId, userId, day });
    const sums = await this.#money.money.balances(accounts);
    for (const [index, account] of accounts.entries()) {
      const sum = sums[index] ?? Number.NaN;
      if (sum === (this.#sums.get(keyOf(account)) ?? 0) && sum <= mostOn(account)) continue;
      throw new Error(
        `${sum} on ${keyOf(account)}, where ${this.#sums.get(keyOf(account))} of ${mostOn(account)} belong`,
      );
    }
  }
}

async function failing(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error && error.message === diskIsFull))
    throw new Error('it was written', { cause: error });
}

interface Entry {
  readonly id: string;
  readonly guildId: string;
  readonly userId: string;
  readonly at: number;
}

function accountsOf({ guildId, userId, day }: Pick<Known, 'guildId' | 'userId' | 'day'>): readonly Account[] {
  const of = { unit: 'video-seconds', period: day };
  return [{ ...of, guildId, userId }, { ...of, guildId }, of];
}

function mostOn({ guildId, userId }: Account): number {
  if (guildId === undefined) return limits.perBotPerDay;
  return userId === undefined ? limits.perGuildPerDay : limits.perPersonPerDay;
}

function keyOf({ period, guildId = '', userId = '' }: Account): string {
  return `${period}/${guildId}/${userId}`;
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

/** Runs so many steps in any order, in stores of a thousand steps each. Says its seed when it fails. */
export async function spendInAnyOrder(
  steps: number,
  openMoney: () => Promise<ModelMoney> | ModelMoney = sqliteModel,
): Promise<void> {
  const each = Math.min(1_000, steps);
  const property = fc.asyncProperty(fc.array(step, { minLength: each, maxLength: each }), async (taken) => {
    const money = await openMoney();
    try {
      const model = new SpendingModel(money);
      await model.begin();
      for (const one of taken) await model.take(one);
      await model.end();
    } finally {
      await money.close();
    }
  });
  await fc.assert(property, { numRuns: Math.ceil(steps / each) });
}
