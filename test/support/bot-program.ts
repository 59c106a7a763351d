import { main } from '../../src/main.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { PushedClock } from './pushed-clock.ts';

/** A program: the bot, by real time or on a clock that its parent pushes. A push is confirmed once all that was due has begun. */
const { CLOCK_AHEAD_MS: aheadMs } = process.env;
const clock = aheadMs === undefined ? systemClock : new PushedClock(Number(aheadMs));
if (clock instanceof PushedClock)
  process.on('message', ({ pushMs }: { readonly pushMs: number }) => {
    clock.push(pushMs);
    setImmediate(() => process.send?.({ pushed: true }));
  });
await main(process.env, clock);
