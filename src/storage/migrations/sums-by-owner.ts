import { z } from 'zod';
import { type Migration, onFile } from '../migration.ts';

/** Version 6: which sums a reservation was added to. */
const charged = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]));

/** A person's sums stand next to each other, a day after the other, so a month is one look. */
export const sumsByOwner: Migration = {
  version: 7,
  name: 'sums by whose they are',
  run: onFile((_, database) => {
    database.exec(`
      INSERT INTO sums (guild, person, unit, period, amount, kept_until)
        SELECT guild, person, unit, period, amount, kept_until FROM accounts;
      DELETE FROM accounts;
    `);
    const rewrite = database.prepare('UPDATE reservations SET charged = ? WHERE unit = ? AND id = ?');
    for (const { unit, id, charged: text, kept_until: sumsKeptUntil } of database
      .prepare('SELECT unit, id, charged, kept_until FROM reservations')
      .all()) {
      const before = charged.parse(JSON.parse(String(text)));
      const rows = before.map(([of, period, guild, person]) => [guild, person, of, period]);
      rewrite.run(JSON.stringify({ rows, sumsKeptUntil }), String(unit), String(id));
    }
  }),
};
