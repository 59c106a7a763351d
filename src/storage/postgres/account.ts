import type { Logger } from 'pino';
import type { Pace, Paces } from '../../operations/paces.ts';
import type { PostgresAccess, Statement } from './access.ts';

/** It's written down before anybody waits for it, so nothing is held by those who wait, and a killed process loses one. */
const take: Statement = { name: 'take turn', text: 'SELECT take_turn($1, $2, $3, $4, $5) AS taken' };
const giveBack: Statement = {
  name: 'give turn back',
  text: 'UPDATE paces SET turns = array_remove(turns, $2) WHERE name = $1',
};

/**
 * A call arrives some time after its turn, one later than another: spans are longer by two fifths, or by a quarter of a second if
 * that's less, so that no more of them arrive in one than the service takes. Of five creations in a second, one may be 0.4 s late.
 */
const spanWithMargin = (spanMs: number) => spanMs + Math.min(spanMs * 0.4, 250);

/** Turns by the database's clock. While it's away, this process goes on at the pace that all of them have, and each call waits for that long. */
export function postgresPaces({ write }: PostgresAccess, log: Logger): Paces {
  const taken = async ({ name, most, spanMs }: Pace, spare: number, onlyNow: boolean) => {
    const values = [name, most - spare, most, spanWithMargin(spanMs), onlyNow];
    try {
      const [row] = await write(
        async (query) => await query<{ taken: readonly [waitMs: number, turn: number] }>(take, values),
      );
      const [waitMs, turn] = row?.taken ?? [0, 0];
      return { waitMs: Math.ceil(waitMs), turn };
    } catch (error) {
      log.error({ err: error, pace: name }, "couldn't ask whose turn it is among all processes");
      return { waitMs: Math.ceil(spanMs / most), turn: 0 };
    }
  };
  return {
    book: async (pace) => {
      const { waitMs, turn } = await taken(pace, 0, false);
      return {
        waitMs,
        giveBack: async () => {
          await write(async (query) => await query(giveBack, [pace.name, turn])).catch(() => undefined);
        },
      };
    },
    bookNow: async (pace, spare) => (await taken(pace, spare, true)).waitMs,
  };
}
