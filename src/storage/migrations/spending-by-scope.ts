import { z } from 'zod';
import type { Migration, MigrationRecords } from '../migration.ts';

/** Version 1, under `<guild>/<day>`: one record with an entry for each thing that spent. */
const dayRecord = z.object({
  entries: z.record(z.string(), z.object({ userId: z.string(), amount: z.number() })),
  finished: z.record(z.string(), z.number()).optional(),
});

const collections = ['video-seconds', 'speech-characters'] as const;

/**
 * Turns a guild's day into one total per person, one for the guild and one for the bot, and a record per reservation.
 */
export const spendingByScope: Migration = {
  version: 2,
  name: 'what was spent, by scope',
  run: (records) => {
    for (const collection of collections) {
      const sums = new Map<string, number>();
      for (const [id, value] of records.entries(collection)) split(records, collection, id, value, sums);
      for (const [key, amount] of sums) records.put(collection, key, { is: 'sum', amount });
    }
  },
};

/** Unreadable records stay where they are and are set aside later like any others. */
function split(
  records: MigrationRecords,
  collection: string,
  id: string,
  value: unknown,
  sums: Map<string, number>,
): void {
  const [, guildId, day] = /^(.+)\/(\d{4}-\d\d-\d\d)$/.exec(id) ?? [];
  const parsed = dayRecord.safeParse(value);
  if (!guildId || !day || !parsed.success) return;
  const add = (userId: string, amount: number) => {
    for (const key of [`${day}/person/${guildId}/${userId}`, `${day}/guild/${guildId}`, `${day}/bot`])
      sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  for (const [thing, { userId, amount }] of Object.entries(parsed.data.entries)) {
    add(userId, amount);
    const reservation = { is: 'reservation', guildId, userId, amount, settled: false };
    records.put(collection, `${day}/of/${thing}`, reservation);
  }
  for (const [userId, amount] of Object.entries(parsed.data.finished ?? {})) add(userId, amount);
  records.remove(collection, id);
}
