import { expect, test } from 'vitest';
import { Gathered } from '../../../src/operations/gathered.ts';

/** A round waits until it is let go, and remembers what it was asked. */
function held(most = 3) {
  const rounds: { readonly asks: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const gathered = new Gathered<number, string>(async (asks) => {
    await new Promise<void>((resolve, reject) => {
      rounds.push({ asks, end: (error) => (error ? reject(error) : resolve()) });
    });
    return asks.map((ask) => `answer ${ask}`);
  }, most);
  return { gathered, rounds };
}

test('what comes in while a round runs is done together in the next, so many at once', async () => {
  const { gathered, rounds } = held();
  const answers = [0, 1, 2, 3, 4].map((ask) => gathered.ask(ask));
  expect(rounds.map(({ asks }) => asks)).toEqual([[0]]);
  rounds[0]?.end();
  await answers[0];
  rounds[1]?.end();
  await answers[3];
  rounds[2]?.end();
  expect(await Promise.all(answers)).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 3', 'answer 4']);
  expect(rounds.map(({ asks }) => asks)).toEqual([[0], [1, 2, 3], [4]]);
});

test('a round that fails fails for those in it, and the next goes on', async () => {
  const { gathered, rounds } = held();
  const [first, second] = [gathered.ask(1), gathered.ask(2)];
  rounds[0]?.end(new Error('no'));
  await expect(first).rejects.toThrow('no');
  rounds[1]?.end();
  expect(await second).toBe('answer 2');
});
