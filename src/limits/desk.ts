import type { Logger } from 'pino';
import {
  amountsOf,
  type Contradiction,
  contradictionsIn,
  type LimitAmount,
  type LimitSubject,
  type LimitsPage,
  type OwnersLimits,
  type Spender,
  withLimit,
} from '../community/limits.ts';
import type { News } from '../community/news.ts';
import type { OwnerPause } from '../community/owner-pause.ts';
import type { SettingsEditor, SettingsPage } from '../community/settings-pages.ts';
import type { Clock } from '../operations/clock.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AllowanceLeft, SpendingPeriod, SpendingUnit } from '../refusal/spending.ts';
import type { Money } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import { type GiveBack, type GiveBackOrder, giveBack } from './give-back.ts';
import { type LimitsPreview, previewOf, type WorstDay, worstDayOf } from './preview.ts';
import { type Spent, spendingsIn } from './usage.ts';

/** As many as one panel can still be understood with. */
const mostOwn = 50;

export type GivenLimits = Readonly<Partial<Record<SpendingPeriod, LimitAmount>>>;

/** What a pause doesn't stop because it's paid, and what waits for its end. */
export interface GoingOn {
  /** Being made. */
  readonly videos: number;
  /** Accepted and not paid yet. */
  readonly waitingVideos: number;
  /** Being read. */
  readonly texts: number;
  readonly hasCall: boolean;
}

export interface LimitsDeskParts {
  readonly page: SettingsPage<LimitsPage>;
  readonly owners: OwnersLimits;
  readonly isOwner: (userId: string) => Promise<boolean>;
  readonly money: Pick<Money, 'sumsOf' | 'balances' | 'correct'>;
  readonly giveBacks: Pick<Collection<GiveBack>, 'add'>;
  readonly writes: Pick<RepeatedWrites, 'tryToWrite'>;
  readonly pause: OwnerPause;
  readonly spenderOf: (guildId: string, userId: string) => Promise<Spender>;
  readonly goingOnIn: (guildId: string) => GoingOn | Promise<GoingOn>;
  readonly news: News;
  /** What a person has left, in the units that are limited. */
  readonly leftFor: (guildId: string, userId: string) => Promise<readonly AllowanceLeft[]>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What may be spent, what was, and how moderators decide about it: what the commands and panels use. */
export class LimitsDesk {
  readonly #parts: LimitsDeskParts;

  constructor(parts: LimitsDeskParts) {
    this.#parts = parts;
  }

  get owners(): OwnersLimits {
    return this.#parts.owners;
  }

  async goingOnIn(guildId: string): Promise<GoingOn> {
    return await this.#parts.goingOnIn(guildId);
  }

  get isEverythingPaused(): boolean {
    return this.#parts.pause.isOn;
  }

  /** The person whom the bot belongs to. */
  async isOwner(userId: string): Promise<boolean> {
    return await this.#parts.isOwner(userId);
  }

  async limitsIn(guildId: string): Promise<LimitsPage> {
    return await this.#parts.page.of(guildId);
  }

  /** What couldn't both be meant if this were saved. */
  async contradictions(
    guildId: string,
    subject: LimitSubject,
    unit: SpendingUnit,
    given: GivenLimits,
  ): Promise<readonly Contradiction[]> {
    const after = withLimit(await this.limitsIn(guildId), subject, unit, given);
    return contradictionsIn(after, subject, unit, this.owners[unit]);
  }

  /** @throws {Refusal} `limits-full` */
  async setLimit(
    editor: SettingsEditor,
    subject: LimitSubject,
    unit: SpendingUnit,
    given: GivenLimits,
  ): Promise<void> {
    await this.#parts.page.change(editor, (before) => {
      const after = withLimit(before, subject, unit, given);
      const count = Math.max(Object.keys(after.roles).length, Object.keys(after.people).length);
      const isMore = Object.keys(amountsOf(before, subject)).length === 0;
      if (isMore && count > mostOwn) throw new Refusal({ code: 'limits-full', limit: mostOwn });
      return after;
    });
  }

  /** Whether what a role or a person has replaces what counts for everyone, instead of only being stricter. */
  async switchLifting(editor: SettingsEditor, subject: LimitSubject): Promise<void> {
    if (subject.is !== 'role' && subject.is !== 'person') throw new Refusal({ code: 'control-expired' });
    const shelf = subject.is === 'role' ? 'roles' : 'people';
    await this.#parts.page.change(editor, (before) => {
      const own = before[shelf][subject.id];
      if (!own) return before;
      return { ...before, [shelf]: { ...before[shelf], [subject.id]: { ...own, lifts: !own.lifts } } };
    });
  }

  async setPrices(editor: SettingsEditor, prices: LimitsPage['prices']): Promise<void> {
    await this.#parts.page.change(editor, (before) => ({ ...before, prices }));
  }

  /** Nothing new is spent in the server from now on. */
  async pauseServer(editor: SettingsEditor): Promise<void> {
    const at = this.#parts.clock.now();
    await this.#parts.page.change(editor, (before) => ({
      ...before,
      paused: before.paused ?? { by: editor.userId, at },
    }));
  }

  async resumeServer(editor: SettingsEditor): Promise<void> {
    await this.#parts.page.change(editor, ({ paused: _, ...before }) => before);
  }

  /** @throws {Refusal} `bot-owner-only` for everyone but the bot's owner */
  async pauseEverything(userId: string, on: boolean): Promise<void> {
    const { pause, log } = this.#parts;
    if (!(await this.isOwner(userId))) throw new Refusal({ code: 'bot-owner-only' });
    if (on) await pause.pauseEverything();
    else await pause.resumeEverything();
    log.warn({ userId, on }, "the bot's owner paused or resumed everything that costs money");
  }

  /** The most that a day can cost, as it's decided now. */
  async worstDay(guildId: string): Promise<WorstDay & { readonly currency: string }> {
    const page = await this.limitsIn(guildId);
    return { ...worstDayOf(page, this.owners), currency: page.prices.currency };
  }

  /** The worst case of a day, and who would have been refused yesterday. */
  async preview(guildId: string): Promise<LimitsPreview> {
    const { money, clock, spenderOf } = this.#parts;
    const [page, sums] = [await this.limitsIn(guildId), await money.sumsOf({ guildId })];
    const of = { page, owners: this.owners, spent: spendingsIn(sums), now: clock.now() };
    return await previewOf(of, async (userId) => await spenderOf(guildId, userId));
  }

  /**
   * Takes off what was charged wrongly, the latest days of this month first. Resolves to how much that was.
   * @throws {Refusal} `nothing-to-give-back`
   */
  async giveBack(order: Omit<GiveBackOrder, 'isOwner'>): Promise<number> {
    const { money, giveBacks, writes, news, clock, log } = this.#parts;
    const isOwner = await this.isOwner(order.by);
    const amount = await giveBack({ ...order, isOwner }, { money, giveBacks, writes, log, now: clock.now() });
    if (amount === 0) throw new Refusal({ code: 'nothing-to-give-back' });
    const { guildId, by, userId, unit } = order;
    news.tellNews({ is: 'given-back', guildId, by, userId, unit, amount });
    return amount;
  }

  /** What was spent in a server, this month and last. */
  async spentIn(guildId: string): Promise<readonly Spent[]> {
    return spendingsIn(await this.#parts.money.sumsOf({ guildId }));
  }

  async leftFor(guildId: string, userId: string): Promise<readonly AllowanceLeft[]> {
    return await this.#parts.leftFor(guildId, userId);
  }

  get now(): number {
    return this.#parts.clock.now();
  }
}
