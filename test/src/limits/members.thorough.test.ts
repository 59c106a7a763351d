import { expect, it } from 'vitest';
import { dayOf } from '../../../src/community/spending.ts';
import { guildId, LimitsWorld } from '../../support/limits-world.ts';

const dayMs = 24 * 60 * 60_000;
const members = 20_000;
const days = 30;

/** Always the same numbers, so a fault can be looked at again. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('20,000 members over 30 days: the sums of members, server and bot and the bill are the same, to the unit', async () => {
  const world = new LimitsWorld();
  await world.desk.setLimit(world.editor, { is: 'server' }, 'video-seconds', { day: 1_500, month: 40_000 });
  await world.desk.setLimit(world.editor, { is: 'newcomers' }, 'video-seconds', {});
  const random = drawn(7);
  const spending = world.of('video-seconds');
  // What the service's stand-in would write on its bill.
  let billed = 0;
  let refused = 0;
  const seen = new Set<number>();
  for (let day = 0; day < days; day += 1) {
    for (let asked = 0; asked < members / days; asked += 1) {
      // Everyone at least once, in turn.
      const member = asked * days + day;
      seen.add(member);
      const entry = world.entry(`member-${member}`);
      const seconds = 2 + Math.floor(random() * 9);
      if (await spending.reserve(entry, seconds)) {
        refused += 1;
        continue;
      }
      const fate = random();
      const used = fate < 0.1 ? 0 : fate < 0.2 ? Math.floor(seconds / 2) : seconds;
      await spending.settle(entry, used);
      billed += used;
      const today = { unit: 'video-seconds', period: dayOf(world.clock.now()), guildId };
      if (asked % 100 === 0)
        expect((await world.money.money.balances([today]))[0]).toBeLessThanOrEqual(1_500);
    }
    await world.clock.advance(dayMs);
  }
  await world.rules.close();
  const sums = world.money.sums.map(({ guild, person, amount }) => ({
    scope: person === '' ? (guild === '' ? 'bot' : 'server') : 'members',
    amount: Number(amount),
  }));
  const total = (of: string) =>
    sums.filter(({ scope }) => scope === of).reduce((sum, { amount }) => sum + amount, 0);
  expect(seen.size).toBeGreaterThan(members - days);
  expect(refused).toBeGreaterThan(0);
  expect([total('members'), total('server'), total('bot')]).toEqual([billed, billed, billed]);
});
