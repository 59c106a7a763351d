import type { Logger } from 'pino';
import { z } from 'zod';
import { dayOf, givenBackIn, spanOf, sumsKeptUntil } from '../community/spending.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import type { Money } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import type { RecordIndex } from '../storage/record-index.ts';

/** What was given back to whom, by whom and why. */
export const giveBackSchema = z.object({
  guildId: z.string(),
  userId: z.string(),
  by: z.string(),
  unit: z.enum(spendingUnits),
  amount: z.number(),
  reason: z.string().optional(),
  at: z.number(),
});
export type GiveBack = z.output<typeof giveBackSchema>;

/** The server's; it names who got it and who gave it. */
export function giveBackIndex(_: string, { guildId, userId, by }: GiveBack): RecordIndex {
  return { guildId, about: [userId, by] };
}

export interface GiveBackOrder {
  /** The interaction's, so that one press gives back once. */
  readonly id: string;
  readonly guildId: string;
  readonly userId: string;
  readonly by: string;
  readonly unit: SpendingUnit;
  readonly amount: number;
  readonly reason?: string | undefined;
  /** The bot's owner also takes it off what their own limits count. */
  readonly isOwner: boolean;
}

/**
 * A moderator's is counted beside what was charged: their server's limits see what's left of it, and the owner's limits for the
 * server and the bot still see all that was paid. What was given stays given, whatever the store does next: it resolves to
 * that, and doesn't ask anybody to give it again.
 */
export async function giveBack(
  order: GiveBackOrder,
  {
    money,
    giveBacks,
    writes,
    log,
    now,
  }: {
    readonly money: Pick<Money, 'sumsOf' | 'correct'>;
    readonly giveBacks: Pick<Collection<GiveBack>, 'add'>;
    readonly writes: Pick<RepeatedWrites, 'tryToWrite'>;
    readonly log: Logger;
    readonly now: number;
  },
): Promise<number> {
  const { id, guildId, userId, unit, isOwner } = order;
  const back = givenBackIn(unit);
  const { from, to } = spanOf('month', now);
  const sums = await money.sumsOf({ userId });
  const days = new Set(
    sums
      .filter((sum) => sum.guildId === guildId && sum.unit === unit && sum.amount > 0)
      .map(({ period }) => period)
      .filter((period) => period >= from && period <= to),
  );
  let left = order.amount;
  for (const period of [...days].toSorted().toReversed()) {
    if (left <= 0) break;
    const whose = [{ guildId, userId }, { guildId }];
    const charged = isOwner
      ? [...whose, {}].map((each) => ({ unit, period, ...each }))
      : whose.map((each) => ({ unit: back, period, ...each }));
    const given = money.correct({
      ...{ unit: back, id: `${id}/${period}`, guildId, userId, amount: left, charged },
      within: { units: [unit, back], from: period, to: period, guildId, userId },
      keptUntil: sumsKeptUntil(now),
      sumsKeptUntil: sumsKeptUntil(Date.parse(period)),
    });
    try {
      left -= await given;
    } catch (error) {
      if (left === order.amount) throw error;
      log.error({ err: error, guildId, unit }, "couldn't give back all of it");
      break;
    }
  }
  const amount = order.amount - left;
  const { by, reason } = order;
  if (amount > 0)
    await writes.tryToWrite({ guildId, unit, what: 'who gave what back' }, async () => {
      const record = { guildId, userId, by, unit, amount, reason, at: now };
      await giveBacks.add(`${guildId}/${dayOf(now)}/${id}`, record);
    });
  return amount;
}
