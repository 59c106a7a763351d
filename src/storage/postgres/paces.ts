import type { Clock } from '../../operations/clock.ts';
import type { Paces } from '../paces.ts';
import type { PostgresAccess, Statement } from './access.ts';

/** The next turn is written down before anybody waits for it, so nobody holds anything while they wait, and a killed process loses one. */
const book: Statement = {
  name: 'book',
  text: `INSERT INTO paces (name, used_until) VALUES ($1, store_now() + $2)
    ON CONFLICT (name) DO UPDATE SET used_until = greatest(paces.used_until, store_now()) + $2
    RETURNING used_until - $2 * $3 - store_now() AS wait_ms`,
};

export function postgresPaces({ write }: PostgresAccess, clock: Clock): Paces {
  return {
    take: async ({ name, everyMs, burst = 1 }, signal) => {
      const [row] = await write(
        async (query) => await query<{ wait_ms: number }>(book, [name, everyMs, burst]),
      );
      const waitMs = Math.ceil(row?.wait_ms ?? 0);
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
  };
}
