import type { Logger } from 'pino';
import { z } from 'zod';
import { RecentIds } from '../operations/bounded-map.ts';
import type { Clock } from '../operations/clock.ts';
import type { SpendingPeriod, SpendingUnit } from '../refusal/spending.ts';
import type { Money } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import { type AppliedLimit, type LimitsPage, limitsFor, type OwnersLimits, type Spender } from './limits.ts';
import type { News } from './news.ts';
import type { OwnerPause } from './owner-pause.ts';
import type { SettingsPage } from './settings-pages.ts';
import { givenBackIn, type PausedBy, type PauseListener, type SpendingRules, spanOf } from './spending.ts';

/** What counts for whom, from what a server's moderators and the bot's owner decided. */
export class LimitRules implements SpendingRules {
  readonly #parts;
  /** By server and unit: a look at its alarms is under way. */
  readonly #looking = new Map<string, Promise<void>>();

  readonly #paused = new Set<string>();
  readonly #onPause = new Set<PauseListener>();

  constructor(parts: {
    readonly page: Pick<SettingsPage<LimitsPage>, 'of'>;
    readonly owners: OwnersLimits;
    readonly pause: Pick<OwnerPause, 'isOn' | 'onPause'>;
    /** Calls back with each server whose settings changed, however that happened. */
    readonly onSettings: (changed: (guildId: string) => void) => void;
    readonly alarms: Pick<LimitAlarms, 'checkServer'>;
    /** What Discord says about someone in a server. @throws if it doesn't answer */
    readonly spenderOf: (guildId: string, userId: string) => Promise<Spender>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    parts.pause.onPause(() => this.#tellPause(undefined));
    parts.onSettings((guildId) => {
      this.#lookAtPause(guildId).catch((error: unknown) => {
        parts.log.error({ err: error, guildId }, "couldn't look whether spending is paused");
      });
    });
  }

  async limitsOf(guildId: string, userId: string, unit: SpendingUnit): Promise<readonly AppliedLimit[]> {
    const { page, owners, clock } = this.#parts;
    const limits = await page.of(guildId);
    const spender = dependsOnWho(limits, unit) ? await this.spenderOf(guildId, userId) : nobody(userId);
    return limitsFor(limits, spender, unit, owners[unit], clock.now());
  }

  /** Someone whom Discord doesn't tell about is nobody special, and might have joined today. */
  async spenderOf(guildId: string, userId: string): Promise<Spender> {
    try {
      return await this.#parts.spenderOf(guildId, userId);
    } catch (error) {
      this.#parts.log.info({ err: error, guildId }, "couldn't ask whose limits count; the strictest do");
      return { ...nobody(userId), joinedAt: undefined };
    }
  }

  async pausedBy(guildId: string): Promise<PausedBy> {
    const { paused } = await this.#parts.page.of(guildId);
    if (paused) this.#paused.add(guildId);
    else this.#paused.delete(guildId);
    return this.pausedNow(guildId);
  }

  pausedNow(guildId: string): PausedBy {
    if (this.#parts.pause.isOn) return 'owner';
    return this.#paused.has(guildId) ? 'guild' : undefined;
  }

  onPause(listener: PauseListener): void {
    this.#onPause.add(listener);
  }

  noteSpending(guildId: string, unit: SpendingUnit, at: number): void {
    const key = `${guildId}/${unit}`;
    if (this.#looking.has(key)) return;
    const looking = this.#look(guildId, unit, at).finally(() => this.#looking.delete(key));
    this.#looking.set(key, looking);
  }

  async close(): Promise<void> {
    await Promise.all(this.#looking.values());
  }

  async #lookAtPause(guildId: string): Promise<void> {
    const before = this.#paused.has(guildId);
    await this.pausedBy(guildId);
    if (before !== this.#paused.has(guildId)) this.#tellPause(guildId);
  }

  #tellPause(guildId: string | undefined): void {
    for (const listener of this.#onPause) listener(guildId);
  }

  async #look(guildId: string, unit: SpendingUnit, at: number): Promise<void> {
    const { page, owners, alarms, clock, log } = this.#parts;
    try {
      const applied = limitsFor(await page.of(guildId), nobody(''), unit, owners[unit], clock.now());
      const owner = owners[unit].perGuildPerDay;
      const limits = applied.map((limit) =>
        limit.scope === 'guild' && limit.period === 'day' && owner > 0
          ? { ...limit, most: Math.min(limit.most, owner) }
          : limit,
      );
      await alarms.checkServer(guildId, unit, at, limits);
    } catch (error) {
      log.error({ err: error, guildId }, "couldn't look at a server's limits");
    }
  }
}

function nobody(userId: string): Spender {
  return { userId, roleIds: [], joinedAt: 0, moderates: false };
}

/** Most things cost the same limits for everyone, and then nobody is asked who it is. */
function dependsOnWho({ newcomers, roles, people }: LimitsPage, unit: SpendingUnit): boolean {
  const own = [...Object.values(roles), ...Object.values(people)];
  return newcomers[unit] !== undefined || own.some(({ amounts }) => amounts[unit] !== undefined);
}

/** That moderators were told, so that they're told once a day and once a month. */
export const limitAlarmSchema = z.object({ guildId: z.string(), at: z.number() });
export type LimitAlarm = z.infer<typeof limitAlarmSchema>;

export const alarmPercents = [50, 80, 100] as const;
export type AlarmPercent = (typeof alarmPercents)[number];

/** Reached alarms that aren't looked up again. */
const mostRemembered = 10_000;

/** Tells a server's moderators when half, most and all of what the server may use is used. */
export class LimitAlarms {
  readonly #shelf: Pick<Collection<LimitAlarm>, 'add'>;
  readonly #money: Pick<Money, 'balances'>;
  readonly #news: News;
  readonly #log: Logger;
  readonly #told = new RecentIds(mostRemembered);

  constructor(
    shelf: Pick<Collection<LimitAlarm>, 'add'>,
    money: Pick<Money, 'balances'>,
    news: News,
    log: Logger,
  ) {
    this.#shelf = shelf;
    this.#money = money;
    this.#news = news;
    this.#log = log;
  }

  /** Never rejects. */
  async checkServer(
    guildId: string,
    unit: SpendingUnit,
    at: number,
    limits: readonly AppliedLimit[],
  ): Promise<void> {
    try {
      for (const { scope, period, most } of limits) {
        if (scope !== 'guild' || most === 0) continue;
        const span = spanOf(period, at);
        const [spent = 0] = await this.#money.balances([
          { units: [unit, givenBackIn(unit)], ...span, guildId },
        ]);
        await this.#tell({ guildId, unit, period, most, spent, at, from: span.from });
      }
    } catch (error) {
      this.#log.error({ err: error, guildId, unit }, "couldn't look whether a limit is nearly used up");
    }
  }

  /** Only the highest one is told, and each once. */
  async #tell(reached: {
    readonly guildId: string;
    readonly unit: SpendingUnit;
    readonly period: SpendingPeriod;
    readonly most: number;
    readonly spent: number;
    readonly at: number;
    readonly from: string;
  }): Promise<void> {
    const { guildId, unit, period, most, spent, at, from } = reached;
    let highest: AlarmPercent | undefined;
    try {
      for (const percent of alarmPercents) {
        if (spent * 100 < most * percent) break;
        const id = `${guildId}/${from}/${period}/${unit}/${percent}`;
        if (this.#told.has(id)) continue;
        if (await this.#shelf.add(id, { guildId, at })) highest = percent;
        this.#told.add(id);
      }
    } finally {
      // What's written down as told is told, also where the next one couldn't be.
      const event = { guildId, unit, period, spent, limit: most };
      if (highest !== undefined) this.#news.tellNews({ is: 'limit-reached', ...event, percent: highest });
    }
  }
}
