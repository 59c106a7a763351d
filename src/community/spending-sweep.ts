import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import type { Money } from '../storage/atomic/atomic.ts';

const everyMs = 60 * 60_000;
const betweenRoundsMs = 20;
const atOnce = 200;
const name = 'days that were spent';

/**
 * Deletes sums and reservations of days that nobody needs any more, a few at a time. Yesterday stays, in case the clock is set
 * back over midnight.
 */
export function spendingSweep(parts: { money: Pick<Money, 'forgetBefore'>; clock: Clock; log: Logger }) {
  const { money, clock, log } = parts;
  const work = async () => {
    const forgotten = await money.forgetBefore(clock.now(), atOnce);
    return clock.now() + (forgotten > 0 ? betweenRoundsMs : everyMs);
  };
  const rounds = new Rounds({ name, clock, log, atOnce: 1, work });
  return {
    start: () => {
      rounds.schedule(name, clock.now());
      rounds.start();
    },
    close: async () => await rounds.close(),
  };
}
