import { expect, it } from 'vitest';
import { RecentIds } from '../../../src/discord/recent-ids.ts';

it('an id is new once', () => {
  const ids = new RecentIds(3);
  expect([ids.add('a'), ids.add('a'), ids.add('b')]).toEqual([true, false, true]);
});

it('only the last ids are remembered', () => {
  const ids = new RecentIds(2);
  for (const id of ['a', 'b', 'c']) ids.add(id);
  expect([ids.add('c'), ids.add('b'), ids.add('a')]).toEqual([false, false, true]);
});

it('an id that was removed is new again', () => {
  const ids = new RecentIds(2);
  ids.add('a');
  expect([ids.remove('a'), ids.remove('a'), ids.add('a')]).toEqual([true, false, true]);
});
