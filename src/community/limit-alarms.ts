import type { Logger } from 'pino';
import { z } from 'zod';
import { RecentIds } from '../operations/bounded-map.ts';
import type { SpendingPeriod, SpendingUnit } from '../refusal/spending.ts';
import type { Money } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import type { AppliedLimit } from './limits.ts';
import type { News } from './news.ts';
import { givenBackIn, spanOf } from './spending.ts';

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
