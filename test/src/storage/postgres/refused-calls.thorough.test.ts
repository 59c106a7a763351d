import { expect, test } from 'vitest';
import { storeRounds } from '../../../support/store-rounds.ts';

test.each([
  // A standby after a failover; a deadlock; too many connections.
  { fate: 'stays', refusals: ['25006', '40P01', '53300'] },
  // Shut down by its administrator, crashed, and starting.
  { fate: 'ends', refusals: ['57P01', '57P02', '57P03'] },
])(
  'whichever single message is refused on a connection that $fate, everything is done exactly once',
  async ({ refusals }) => {
    const { proxy, round, whole, messages } = await storeRounds();
    // Which reason it is decides only whether there's another try, so each message is refused for the next one.
    for (let at = 1; at <= messages; at += 1) {
      const code = refusals[at % refusals.length] ?? '';
      const what = `message ${at}, refused with ${code}`;
      proxy.refuseAt(at, code);
      expect(await round(what), what).toEqual(whole);
    }
  },
);
