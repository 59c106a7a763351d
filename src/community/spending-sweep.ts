import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Sweep } from '../operations/sweep.ts';
import type { Collection } from '../storage/collection.ts';
import { isOver, type SpendingRecord } from './spending.ts';

const everyMs = 60 * 60_000;

/** Deletes days that nobody needs any more. They come first, so the rest isn't read. */
export function spendingSweep(parts: {
  readonly name: string;
  readonly shelf: Collection<SpendingRecord>;
  readonly clock: Clock;
  readonly log: Logger;
}): Sweep<SpendingRecord> {
  const { name, shelf, clock, log } = parts;
  return new Sweep<SpendingRecord>({
    name,
    clock,
    log,
    everyMs,
    records: () => shelf.entries(),
    judge: (key) => (isOver(key, clock.now()) ? async () => await shelf.delete(key) : 'keep-rest'),
  });
}
