import { expect, test, vi } from 'vitest';
import { GatheredCalls } from '../../../../src/storage/postgres/gathered-calls.ts';

class Refused extends Error {}

function gathered(refused = '') {
  const sent: string[][] = [];
  const answers: (() => void)[] = [];
  const calls = new GatheredCalls<string>(
    async (batch) => {
      sent.push([...batch]);
      await new Promise<void>((resolve) => answers.push(resolve));
      if (batch.includes(refused)) throw new Refused();
      return batch.map((call) => call.toUpperCase());
    },
    (error) => error instanceof Refused,
  );
  const answer = async () => {
    while (answers.length === 0) await Promise.resolve();
    answers.shift()?.();
  };
  return { calls, sent, answer };
}

test('what is called while one batch is under way goes together in the next one, in order', async () => {
  const { calls, sent, answer } = gathered();
  const first = [calls.call(() => 'a'), calls.call(() => 'b')];
  await Promise.resolve();
  const later = [calls.call(() => 'c'), calls.call(() => 'd')];
  await answer();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  await answer();
  expect(await Promise.all(later)).toEqual(['C', 'D']);
  expect(sent).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('what follows a call that changes how others are made is made after its answer', async () => {
  const { calls, sent, answer } = gathered();
  let name = 'ada';
  const all = [
    calls.call(() => name),
    calls.call(
      () => 'rename',
      () => {
        name = 'gone';
      },
    ),
    calls.call(() => name),
  ];
  await answer();
  await answer();
  expect(await Promise.all(all)).toEqual(['ADA', 'RENAME', 'GONE']);
  expect(sent).toEqual([['ada', 'rename'], ['gone']]);
});

test('one bad call fails alone, and the others are done', async () => {
  const { calls, answer } = gathered('bad');
  const all = Promise.allSettled(['a', 'bad', 'b'].map(async (call) => await calls.call(() => call)));
  for (let batch = 0; batch < 4; batch += 1) await answer();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('work that makes its own call has its turn alone: after what was called before it, and before what follows', async () => {
  const { calls, sent, answer } = gathered();
  const order: string[] = [];
  const before = calls.call(() => 'a');
  const end = Promise.withResolvers<string>();
  const alone = calls.inTurn(async () => {
    order.push(`alone after ${sent.length}`);
    return await end.promise;
  });
  const failing = calls.inTurn(async () => {
    throw new Refused();
  });
  const after = calls.call(() => 'b');
  await answer();
  expect(await before).toBe('A');
  await vi.waitFor(() => expect(order).toEqual(['alone after 1']));
  expect(sent).toEqual([['a']]);
  end.resolve('done');
  expect(await alone).toBe('done');
  await expect(failing).rejects.toBeInstanceOf(Refused);
  await answer();
  expect(await after).toBe('B');
});
