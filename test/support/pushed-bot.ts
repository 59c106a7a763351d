import { main } from '../../src/main.ts';
import { PushedClock } from './pushed-clock.ts';

/** A program: the bot, on a clock that its parent pushes. Every push is confirmed once all that was due has begun. */
const clock = new PushedClock(Number(process.env.CLOCK_AHEAD_MS ?? 0));
process.on('message', ({ pushMs }: { readonly pushMs: number }) => {
  clock.push(pushMs);
  setImmediate(() => process.send?.({ pushed: true }));
});
await main(process.env, clock);
