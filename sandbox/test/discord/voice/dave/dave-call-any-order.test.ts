import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectTogether } from './expect-together.ts';
import { SimulatedCall } from './simulated-call.ts';

const people = Array.from({ length: 10 }, (_, index) => `132400000000000010${index}`);

type Happening =
  | { readonly kind: 'toggle'; readonly who: number }
  | { readonly kind: 'steps'; readonly picks: readonly number[] }
  | { readonly kind: 'complain'; readonly who: number }
  | { readonly kind: 'time' };

const who = fc.integer({ min: 0, max: people.length - 1 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('toggle' as const), who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('steps' as const),
      picks: fc.array(fc.nat(), { maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complain' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const) }) },
);

function play(room: SimulatedCall, happenings: readonly Happening[]): void {
  for (const one of happenings) {
    if (one.kind === 'time') room.elapse();
    else if (one.kind === 'steps') for (const pick of one.picks) room.step((count) => pick % count);
    else {
      const userId = people[one.who] ?? '';
      const client = room.clients.find((candidate) => candidate.userId === userId);
      if (one.kind === 'complain') client?.complain(0);
      else if (client) room.leave(userId, false);
      else room.join(userId, false);
    }
  }
}

test('whatever the order in which ten people come, go and start over, everybody who is there in the end hears everybody', () => {
  const property = fc.property(
    fc.array(happening, { maxLength: 40 }),
    fc.array(fc.nat(), { minLength: 1 }),
    (happenings, picks) => {
      const room = new SimulatedCall();
      play(room, happenings);
      let turn = 0;
      room.settle((count) => {
        turn += 1;
        return (picks[turn % picks.length] ?? 0) % count;
      });
      const present = room.clients.map(({ userId }) => userId);
      if (present.length > 1) expectTogether(room, present);
      else expect(room.call.members).toEqual([]);
      expect(room.timers.size).toBe(0);
    },
  );
  fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 20_000 });
});
