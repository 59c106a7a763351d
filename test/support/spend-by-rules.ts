import { vi } from 'vitest';
import { LimitRules } from '../../src/community/limit-rules.ts';
import { type LimitAmount, type LimitSubject, newcomerMs, withLimit } from '../../src/community/limits.ts';
import { OwnerPause, type OwnerPauseRecord } from '../../src/community/owner-pause.ts';
import { Spending } from '../../src/community/spending.ts';
import { giveBack } from '../../src/limits/give-back.ts';
import { RepeatedWrites } from '../../src/operations/repeated-writes.ts';
import { FakeClock } from './fake-clock.ts';
import { silentLog as log } from './fake-log.ts';
import { FakeMoney } from './fake-money.ts';
import { memorySettings } from './fake-settings.ts';
import { noOwnersLimits } from './limits-world.ts';
import { MemoryShelf } from './memory-shelf.ts';
import { type DrawnLimits, type LimitSpan, mostOf, noLimits, type Scope } from './naive-limits.ts';

type Unit = 'video-seconds' | 'small-video-seconds';
const units: readonly Unit[] = ['video-seconds', 'small-video-seconds'];
const guilds = ['guild-0', 'guild-1'];
const people = ['ada', 'ben', 'cai', 'dan'];
const role = 'fans';
const owner = { perPersonPerDay: 60, perGuildPerDay: 100, perBotPerDay: 160 };
const things = 12;
const processes = 2;
const hourMs = 3_600_000;
const stopped = AbortSignal.abort();
/** A sum that's wrong stays wrong, so it needn't be read after each step. */
const checkedEvery = 7;
/** Each store starts within hours of one of them. */
const begins = ['2026-01-15T12', '2026-01-31T23', '2026-02-28T20', '2024-02-28T22', '2026-12-31T21'];

interface Known {
  readonly process: number;
  readonly unit: Unit;
  readonly day: string;
  readonly guildId: string;
  readonly userId: string;
  readonly keptUntil: number;
  amount: number;
  isOpen: boolean;
}

/** What's drawn, always the same from one seed. */
export function drawnFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * Two processes of two servers whose limits are the moderators' own: a day and a month, newcomers, a role, one person, lifted or
 * not, changed at any moment; pauses, what's given back, clocks that go anywhere, crashes and failed writes. Beside them, in
 * plain sums, what should be let through.
 */
export class RulesModel {
  readonly #draw: (below: number) => number;
  readonly #clock: FakeClock;
  readonly #money = new FakeMoney(undefined, {
    step: () => {
      if (this.#fails) throw new Error('the disk is full');
    },
  });
  readonly #settings = memorySettings();
  readonly #pause = new OwnerPause({
    shelf: new MemoryShelf<OwnerPauseRecord>(),
    now: () => 0,
  });
  readonly #limits = new Map<string, DrawnLimits>(guilds.map((guildId) => [guildId, noLimits()]));
  readonly #paused = new Set<string>();
  readonly #fans = new Set<string>();
  readonly #joinedAt = new Map<string, number>();
  readonly #known = new Map<string, Known>();
  readonly #sums = new Map<string, number>();
  readonly #spendings: Spending[] = [];
  readonly #rounds = new Map<number, number>();
  readonly #rules: LimitRules;
  #fails = false;
  #steps = 0;
  #givenBack = 0;
  /** What was done, for whoever looks at a fault. */
  readonly trace: string[] = [];

  constructor(draw: (below: number) => number) {
    this.#draw = draw;
    const begin = Date.parse(`${begins[draw(begins.length)]}:00:00Z`);
    this.#clock = new FakeClock(begin);
    vi.spyOn(this.#clock, 'now').mockImplementation(() => this.#nowMs);
    this.#nowMs = begin;
    this.#rules = new LimitRules({
      page: this.#settings.page('limits'),
      owners: { ...noOwnersLimits, 'video-seconds': owner, 'small-video-seconds': owner },
      pause: this.#pause,
      onSettings: () => undefined,
      alarms: { checkServer: async () => undefined },
      spenderOf: async (_, userId) => ({
        userId,
        roleIds: this.#fans.has(userId) ? [role] : [],
        joinedAt: this.#joinedAt.get(userId) ?? 0,
        moderates: false,
      }),
      clock: this.#clock,
      log,
    });
    for (let process = 0; process < processes; process += 1) this.#spendings.push(this.#start(process));
  }

  #nowMs: number;

  async takeStep(): Promise<void> {
    const drawn = this.#draw(100);
    if (drawn < 40) await this.#reserve();
    else if (drawn < 65) await this.#settle(this.#draw(42) - 1);
    else if (drawn < 75) await this.#settle(0);
    else if (drawn < 79) await this.#crash();
    else if (drawn < 84) this.#moveClock();
    else if (drawn < 91) await this.#setLimit();
    else if (drawn < 93) await this.#pauseOrResume();
    else if (drawn < 96) await this.#giveBack();
    else if (drawn < 98) this.#changeWho();
    else await this.#sweep();
    this.#fails = false;
    this.#steps += 1;
    if (this.#steps % checkedEvery === 0) this.expectSums();
  }

  /** Every sum of the store is the model's, and none stands there that isn't. */
  expectSums(): void {
    const stored = new Map(
      this.#money.sums.map(({ unit, period, guild, person, amount }) => [
        `${unit}/${period}/${guild}/${person}`,
        Number(amount),
      ]),
    );
    const all = new Set([...stored.keys(), ...this.#sums.keys()]);
    for (const key of all)
      if ((stored.get(key) ?? 0) !== (this.#sums.get(key) ?? 0))
        throw new Error(`${stored.get(key)} stands on ${key}, where ${this.#sums.get(key)} belongs`);
  }

  #start(process: number): Spending {
    return new Spending({
      unit: 'video-seconds',
      also: ['small-video-seconds'],
      spent: { ...this.#money.held(`process-${process}`), rules: this.#rules },
      clock: this.#clock,
      log,
      writes: new RepeatedWrites({ clock: this.#clock, log, signal: stopped }),
      limits: owner,
    });
  }

  async #reserve(): Promise<void> {
    const { process, id, guildId, userId, unit } = this.#drawThing();
    const amount = this.#draw(41);
    const at = this.#nowMs;
    this.#mayFail();
    this.#note(`reserve ${amount} ${unit} as ${id} for ${userId} in ${guildId} at ${iso(at)}`);
    const known = this.#known.get(id);
    const isPaused = this.#pause.isOn || this.#paused.has(guildId);
    const fits = this.#limitsOn(guildId, userId, unit).every(
      ({ most, ...over }) => this.#sumOf(over) + amount <= most,
    );
    const answer = this.#spending(process).reserve({ id, guildId, userId, at, unit }, amount);
    if (this.#fails && !isPaused) return await failing(answer);
    const inTheWay = await answer;
    if ((inTheWay === undefined) !== (!isPaused && (known !== undefined || fits)))
      throw new Error(`${id} is wrongly ${inTheWay ? 'refused' : 'let through'}`);
    if (inTheWay && inTheWay.left < 0) throw new Error(`${inTheWay.left} are left`);
    if (inTheWay || known) return;
    const day = dayOf(at);
    const keptUntil = Date.parse(day) + 48 * hourMs;
    this.#known.set(id, { process, unit, day, guildId, userId, keptUntil, amount, isOpen: true });
    for (const key of sumsOf(unit, day, guildId, userId)) this.#add(key, amount);
  }

  async #settle(amount: number): Promise<void> {
    const { id, thing, guildId, userId, process } = this.#drawThing();
    this.#mayFail();
    this.#note(`settle ${id} at ${amount}`);
    const settling = this.#spending(process).settle({ id, guildId, userId, at: this.#nowMs }, amount);
    if (this.#fails) return await failing(settling);
    await settling;
    const known = this.#known.get(id);
    if (known?.isOpen) this.#correct(known, amount >= 0 && amount <= known.amount ? amount : known.amount);
    this.#rounds.set(thing, (this.#rounds.get(thing) ?? 0) + 1);
  }

  /** Nothing of it was accepted, so its next process gives it all back. */
  async #crash(): Promise<void> {
    const process = this.#draw(processes);
    this.#note(`process ${process} starts again`);
    this.#spendings[process] = this.#start(process);
    await this.#spending(process).giveBackUnless(async () => false);
    for (const known of this.#known.values())
      if (known.process === process && known.isOpen) this.#correct(known, 0);
  }

  /** Also back, over midnight and over the end of a month. */
  #moveClock(): void {
    const hours = this.#draw(10) === 0 ? (this.#draw(90) - 45) * 24 : this.#draw(61) - 30;
    this.#nowMs += hours * hourMs + this.#draw(hourMs);
    this.#note(`it's ${iso(this.#nowMs)}`);
  }

  async #setLimit(): Promise<void> {
    const guildId = this.#guild();
    const own = this.#limits.get(guildId) ?? noLimits();
    const whose =
      (['everyone', 'newcomers', 'server', 'role', 'person'] as const)[this.#draw(5)] ?? 'everyone';
    const unit = this.#unit();
    const given = { ...this.#drawAmount('day'), ...this.#drawAmount('month') };
    const subject: LimitSubject =
      whose === 'role'
        ? { is: whose, id: role }
        : whose === 'person'
          ? { is: whose, id: 'ada' }
          : { is: whose };
    const lifts = this.#draw(2) === 0;
    this.#note(`${whose} in ${guildId} may use ${JSON.stringify(given)} of ${unit}, lifting: ${lifts}`);
    own[whose][unit] = given;
    await this.#settings.page('limits').change({ guildId, userId: 'mod' }, (before) => {
      const after = withLimit(before, subject, unit, given);
      if (subject.is !== 'role' && subject.is !== 'person') return after;
      const shelf = subject.is === 'role' ? 'roles' : 'people';
      const found = after[shelf][subject.id];
      if (!found) return after;
      own.lifts[subject.is] = lifts;
      return { ...after, [shelf]: { [subject.id]: { ...found, lifts } } };
    });
  }

  #drawAmount(period: 'day' | 'month'): Partial<Record<'day' | 'month', LimitAmount>> {
    const drawn = this.#draw(6);
    if (drawn === 0) return { [period]: 0 };
    if (drawn === 1) return { [period]: 'unlimited' };
    return drawn < 4 ? { [period]: this.#draw(period === 'day' ? 80 : 300) } : {};
  }

  async #pauseOrResume(): Promise<void> {
    if (this.#draw(4) === 0) {
      this.#note(`the owner ${this.#pause.isOn ? 'resumes' : 'pauses'} everything`);
      await (this.#pause.isOn ? this.#pause.resumeEverything() : this.#pause.pauseEverything());
      return;
    }
    const guildId = this.#guild();
    const on = this.#paused.has(guildId) ? undefined : { by: 'mod', at: 0 };
    this.#note(`${guildId} ${on ? 'pauses' : 'resumes'}`);
    await this.#settings.page('limits').change({ guildId, userId: 'mod' }, ({ paused: _, ...before }) => ({
      ...before,
      ...(on ? { paused: on } : {}),
    }));
    if (on) this.#paused.add(guildId);
    else this.#paused.delete(guildId);
  }

  async #giveBack(): Promise<void> {
    const [guildId, userId, unit] = [this.#guild(), this.#person(), this.#unit()];
    const [amount, isOwner, now] = [1 + this.#draw(60), this.#draw(3) === 0, this.#nowMs];
    this.#givenBack += 1;
    this.#note(
      `${isOwner ? 'the owner' : 'a moderator'} gives ${amount} ${unit} back to ${userId} in ${guildId}`,
    );
    const { money } = this.#money;
    const given = await giveBack(
      { id: `back-${this.#givenBack}`, guildId, userId, by: 'mod', unit, amount, isOwner },
      {
        money,
        giveBacks: { add: async () => true },
        writes: { tryToWrite: async () => undefined },
        log,
        now,
      },
    );
    const back = `${unit}/given-back`;
    let left = amount;
    for (const day of this.#daysThisMonth().toReversed()) {
      if ((this.#sums.get(`${unit}/${day}/${guildId}/${userId}`) ?? 0) <= 0) continue;
      const net = this.#sumOf({ units: [unit, back], from: day, to: day, guildId, userId });
      const off = Math.min(left, net);
      left -= off;
      const [own, server, bot] = sumsOf(isOwner ? unit : back, day, guildId, userId);
      for (const key of isOwner ? [own, server, bot] : [own, server]) this.#add(key, -off);
      if (left <= 0) break;
    }
    if (given !== amount - left) throw new Error(`${given} were given back instead of ${amount - left}`);
  }

  #changeWho(): void {
    const userId = this.#person();
    const isFan = this.#draw(2) === 0;
    if (isFan) this.#fans.add(userId);
    else this.#fans.delete(userId);
    this.#joinedAt.set(userId, this.#nowMs - this.#draw(2 * newcomerMs));
    this.#note(`${userId} is ${isFan ? 'a' : 'no'} fan and joined ${iso(this.#joinedAt.get(userId) ?? 0)}`);
  }

  async #sweep(): Promise<void> {
    const now = this.#nowMs;
    this.#note('days that nobody needs are cleared');
    await this.#money.money.forgetBefore(now, 100_000);
    for (const [id, { keptUntil }] of this.#known) if (keptUntil <= now) this.#known.delete(id);
    for (const key of this.#sums.keys()) {
      const [day = ''] = /\d{4}-\d\d-\d\d/.exec(key) ?? [];
      const [year, month] = day.split('-').map(Number);
      if (Date.UTC(year ?? 0, (month ?? 1) + 1) <= now) this.#sums.delete(key);
    }
  }

  #limitsOn(guildId: string, userId: string, unit: Unit) {
    const own = this.#limits.get(guildId) ?? noLimits();
    const who = {
      isFan: this.#fans.has(userId),
      isAda: userId === 'ada',
      isNew: this.#nowMs - (this.#joinedAt.get(userId) ?? 0) < newcomerMs,
    };
    const back = `${unit}/given-back`;
    const span = (scope: Scope, period: 'day' | 'month', counted: readonly string[]): LimitSpan => {
      const today = dayOf(this.#nowMs);
      const from = period === 'day' ? today : `${today.slice(0, 7)}-01`;
      const whose = scope === 'person' ? { guildId, userId } : scope === 'guild' ? { guildId } : {};
      return { units: counted, from, to: today, ...whose };
    };
    const both = units.flatMap((each) => [each, `${each}/given-back`]);
    return [
      { ...span('person', 'day', both), most: owner.perPersonPerDay },
      { ...span('guild', 'day', units), most: owner.perGuildPerDay },
      { ...span('bot', 'day', units), most: owner.perBotPerDay },
      ...(['person', 'guild'] as const).flatMap((scope) =>
        (['day', 'month'] as const).map((period) => ({
          ...span(scope, period, [unit, back]),
          most: mostOf(own, who, { scope, unit, period }, owner),
        })),
      ),
    ];
  }

  #sumOf({ units: counted, from, to, guildId = '', userId = '' }: LimitSpan): number {
    let sum = 0;
    for (const day of this.#daysThisMonth()) {
      if (day < from || day > to) continue;
      const onDay = counted.map((unit) => this.#sums.get(`${unit}/${day}/${guildId}/${userId}`) ?? 0);
      sum += Math.max(
        0,
        onDay.reduce((all, each) => all + each, 0),
      );
    }
    return sum;
  }

  #daysThisMonth(): readonly string[] {
    const today = dayOf(this.#nowMs);
    return Array.from(
      { length: Number(today.slice(8)) },
      (_, day) => `${today.slice(0, 8)}${String(day + 1).padStart(2, '0')}`,
    );
  }

  #correct(known: Known, amount: number): void {
    const { unit, day, guildId, userId } = known;
    for (const key of sumsOf(unit, day, guildId, userId)) this.#add(key, amount - known.amount);
    known.amount = amount;
    known.isOpen = false;
  }

  #add(key: string, amount: number): void {
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount);
  }

  #drawThing() {
    const thing = this.#draw(things);
    const id = `thing-${thing}-${this.#rounds.get(thing) ?? 0}`;
    const [guildId, userId] = [guilds[thing % 2] ?? '', people[thing % 4] ?? ''];
    const unit = units[Math.floor(thing / 4) % 2] ?? 'video-seconds';
    return { thing, id, guildId, userId, unit, process: this.#draw(processes) };
  }

  #guild(): string {
    return guilds[this.#draw(guilds.length)] ?? '';
  }

  #person(): string {
    return people[this.#draw(people.length)] ?? '';
  }

  #unit(): Unit {
    return units[this.#draw(2)] ?? 'video-seconds';
  }

  #mayFail(): void {
    this.#fails = this.#draw(10) === 0;
  }

  #spending(process: number): Spending {
    const spending = this.#spendings[process];
    if (!spending) throw new Error(`no process ${process}`);
    return spending;
  }

  #note(what: string): void {
    this.trace.push(`${what}${this.#fails ? ' (the store fails)' : ''}`);
    if (this.trace.length > 40) this.trace.shift();
  }
}

async function failing(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error && error.message === 'the disk is full'))
    throw new Error('it was written', { cause: error });
}

function sumsOf(unit: string, day: string, guildId: string, userId: string): [string, string, string] {
  return [`${unit}/${day}/${guildId}/${userId}`, `${unit}/${day}/${guildId}/`, `${unit}/${day}//`];
}

function dayOf(at: number): string {
  return iso(at).slice(0, 10);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** So many steps, in stores of 500 each. A fault says its seed and what was done before it. */
export async function spendByRules(steps: number, seed = Math.floor(Math.random() * 2 ** 31)): Promise<void> {
  const each = Math.min(500, steps);
  for (let store = 0; store * each < steps; store += 1) {
    const model = new RulesModel(drawnFrom(seed + store));
    try {
      for (let step = 0; step < each; step += 1) await model.takeStep();
      model.expectSums();
    } catch (error) {
      const trace = model.trace.join('\n');
      throw new Error(`MONEY_SEED=${seed + store}\n${trace}\n${String(error)}`, { cause: error });
    }
  }
}
