import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Migration, type MigrationRecords, onFile } from '../migration.ts';

/** Version 2: a record for each sum and for each reservation, under keys that begin with their UTC day. */
const sum = z.object({ is: z.literal('sum'), amount: z.number() });
const reservation = z.object({
  is: z.literal('reservation'),
  guildId: z.string(),
  userId: z.string(),
  amount: z.number(),
  settled: z.boolean(),
});

const units = {
  'video-seconds': 'video-seconds',
  'speech-characters': 'spoken-characters',
  'live-seconds': 'live-seconds',
} as const;

/** Moves sums and reservations to tables of their own, where one statement can decide. */
export const spendingDecidedByStore: Migration = {
  version: 3,
  name: 'what was spent, decided by the store',
  run: onFile((records, database) => {
    for (const [collection, unit] of Object.entries(units)) move(records, database, collection, unit);
  }),
};

/** Unreadable records stay where they are. */
function move(records: MigrationRecords, database: DatabaseSync, collection: string, unit: string): void {
  const addSum = database.prepare(
    'INSERT INTO accounts (unit, period, guild, person, amount, kept_until) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const addReservation = database.prepare(
    `INSERT INTO reservations (unit, id, guild, person, charged, amount, settled, owner, fence, kept_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'bot', 0, ?) ON CONFLICT DO NOTHING`,
  );
  for (const [key, value] of records.entries(collection)) {
    const [, day = '', rest = ''] = /^(\d{4}-\d\d-\d\d)\/(.+)$/s.exec(key) ?? [];
    const keptUntil = Date.parse(day) + 2 * dayMs;
    const [scope, guildId = '', userId = ''] = rest.split('/');
    const asSum = sum.safeParse(value);
    const asReservation = reservation.safeParse(value);
    if (scope === 'of' && asReservation.success) {
      const { guildId: guild, userId: person, amount, settled } = asReservation.data;
      const charged = [
        [unit, day, guild, person],
        [unit, day, guild, ''],
        [unit, day, '', ''],
      ];
      const id = rest.slice('of/'.length);
      addReservation.run(
        unit,
        id,
        guild,
        person,
        JSON.stringify(charged),
        amount,
        Number(settled),
        keptUntil,
      );
    } else if (asSum.success) addSum.run(unit, day, guildId, userId, asSum.data.amount, keptUntil);
    else continue;
    records.remove(collection, key);
  }
}

const dayMs = 24 * 60 * 60 * 1000;
