import { expect, test } from 'vitest';
import { storeRounds } from '../../../support/store-rounds.ts';

test('whichever single message is lost, before or after the database has it, everything is done exactly once', async () => {
  const { proxy, round, whole, messages } = await storeRounds();
  for (let at = 1; at <= messages; at += 1)
    for (const when of ['before', 'after'] as const) {
      const what = `message ${at}, lost ${when} the database had it`;
      proxy.loseAt(at, when);
      expect(await round(what), what).toEqual(whole);
    }
});
