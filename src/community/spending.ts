import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import { Turns } from '../operations/turns.ts';

/** What a guild's people spent on one UTC day, by the thing that spent it. */
export const spendingDaySchema = z.object({
  entries: z.record(z.string(), z.object({ userId: z.string(), amount: z.number() })),
  /** By person: what was spent by things that nobody asks after any more. */
  finished: z.record(z.string(), z.number()).optional(),
});
export type SpendingDay = z.infer<typeof spendingDaySchema>;

export interface SpendingShelf {
  get(id: string): Promise<SpendingDay | undefined>;
  set(id: string, day: SpendingDay): Promise<void>;
}

/** 0 means no limit. */
export interface SpendingLimits {
  readonly perPersonPerDay: number;
  readonly perGuildPerDay: number;
}

export interface Allowance {
  readonly scope: 'person' | 'guild';
  readonly limit: number;
  readonly left: number;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
}

export interface SpendingEntry {
  readonly guildId: string;
  readonly userId: string;
  /** What spends: reserving twice under one id counts once. */
  readonly id: string;
  /** When it was reserved (epoch ms): decides the day, also of a later refund. */
  readonly at: number;
}

/**
 * Keeps people and guilds within what they were given. An amount is reserved before it is spent and given back when
 * nothing came of it, so that people at the same moment cannot go over the limit together.
 */
export class Spending {
  readonly #shelf: SpendingShelf;
  readonly #clock: Clock;
  readonly #limits: SpendingLimits;
  readonly #turns = new Turns();

  constructor(parts: { shelf: SpendingShelf; clock: Clock; limits: SpendingLimits }) {
    this.#shelf = parts.shelf;
    this.#clock = parts.clock;
    this.#limits = parts.limits;
  }

  /** Resolves to the allowance that forbids it, or to undefined once the amount is reserved. */
  async reserve(entry: SpendingEntry, amount: number): Promise<Allowance | undefined> {
    const key = dayKey(entry);
    return await this.#turns.take(key, async () => {
      const day = (await this.#shelf.get(key)) ?? { entries: {} };
      if (day.entries[entry.id]) return undefined;
      const exceeded = this.#allowances(day, entry).find(({ left }) => amount > left);
      if (exceeded) return exceeded;
      await this.#shelf.set(key, {
        ...day,
        entries: { ...day.entries, [entry.id]: { userId: entry.userId, amount } },
      });
      return undefined;
    });
  }

  /** Corrects a reservation to what was really spent; 0 gives it back. Saying it twice changes nothing. */
  async settle(entry: SpendingEntry, amount: number): Promise<void> {
    const key = dayKey(entry);
    await this.#turns.take(key, async () => {
      const day = await this.#shelf.get(key);
      const reserved = day?.entries[entry.id];
      if (!day || !reserved || reserved.amount === amount) return;
      await this.#shelf.set(key, {
        ...day,
        entries: { ...day.entries, [entry.id]: { ...reserved, amount } },
      });
    });
  }

  /**
   * Settles for good, for small things of which a day has thousands: the amount is added to the person's sum and its id
   * forgotten, so the day's record grows with people and not with things.
   */
  async finish(entry: SpendingEntry, amount: number): Promise<void> {
    const key = dayKey(entry);
    await this.#turns.take(key, async () => {
      const day = await this.#shelf.get(key);
      const reserved = day?.entries[entry.id];
      if (!day || !reserved) return;
      const { [entry.id]: _, ...entries } = day.entries;
      const sum = (day.finished?.[reserved.userId] ?? 0) + amount;
      await this.#shelf.set(key, { entries, finished: { ...day.finished, [reserved.userId]: sum } });
    });
  }

  /** What this person has left today; undefined when persons have no limit. */
  async left(guildId: string, userId: string): Promise<Allowance | undefined> {
    const entry = { guildId, userId, id: '', at: this.#clock.now() };
    const day = (await this.#shelf.get(dayKey(entry))) ?? { entries: {} };
    const allowances = this.#allowances(day, entry);
    return allowances.reduce<Allowance | undefined>(
      (least, allowance) => (least && least.left <= allowance.left ? least : allowance),
      undefined,
    );
  }

  #allowances(day: SpendingDay, entry: SpendingEntry): Allowance[] {
    const { perPersonPerDay, perGuildPerDay } = this.#limits;
    let byPerson = 0;
    let byGuild = 0;
    const open = Object.values(day.entries).map(({ userId, amount }) => [userId, amount] as const);
    for (const [userId, amount] of [...open, ...Object.entries(day.finished ?? {})]) {
      byGuild += amount;
      if (userId === entry.userId) byPerson += amount;
    }
    const resetsAt = (Math.floor(entry.at / dayMs) + 1) * dayMs;
    return [
      {
        scope: 'person' as const,
        limit: perPersonPerDay,
        left: Math.max(0, perPersonPerDay - byPerson),
        resetsAt,
      },
      {
        scope: 'guild' as const,
        limit: perGuildPerDay,
        left: Math.max(0, perGuildPerDay - byGuild),
        resetsAt,
      },
    ].filter(({ limit }) => limit > 0);
  }
}

const dayMs = 24 * 60 * 60 * 1000;

function dayKey(entry: SpendingEntry): string {
  return `${entry.guildId}/${new Date(entry.at).toISOString().slice(0, 10)}`;
}
