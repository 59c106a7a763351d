import { expect, test } from 'vitest';
import { storeRounds } from '../../../support/store-rounds.ts';

/** A standby after a failover; shut down by its administrator, crashed, and starting; a deadlock; too many connections. */
const refusals = ['25006', '57P01', '57P02', '57P03', '40P01', '53300'] as const;

test.each(refusals)(
  'whichever single message is refused with %s, everything is done exactly once',
  async (code) => {
    const { proxy, round, whole, messages } = await storeRounds();
    for (let at = 1; at <= messages; at += 1) {
      const what = `message ${at}, refused with ${code}`;
      proxy.refuseAt(at, code);
      expect(await round(what), what).toEqual(whole);
    }
  },
);
