import { expect, it } from 'vitest';
import { BoundedMap, RecentIds } from '../../../src/operations/bounded-map.ts';

it('a bounded map forgets what was set longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

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
