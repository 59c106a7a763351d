import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { Floor, type Waiting } from '../../../../src/voice/mouth/floor.ts';

const test = base.extend('floor', () => floorOf(item('read')));

const talker = { name: 'talker', rank: 9 };
const reader = { name: 'reader', rank: 1 };

function item(id: string, by = reader, priority: Waiting['priority'] = 'normal'): Waiting {
  return { id, by, priority };
}

function floorOf(...items: Waiting[]) {
  const floor = new Floor<Waiting>();
  for (const each of items) floor.add(each);
  return floor;
}

const ids = (floor: Floor<Waiting>) => floor.line.map(({ id }) => id);

describe('the floor', () => {
  test('goes to what is urgent before all that is normal of the same feature', () => {
    const floor = floorOf(item('a'), item('b', reader, 'urgent'), item('c'), item('d', reader, 'urgent'));
    expect(ids(floor)).toEqual(['b', 'd', 'a', 'c']);
  });

  test('goes to the more important feature, however urgent the others are', () => {
    const floor = floorOf(item('a', reader, 'urgent'), item('b', talker), item('c', talker, 'urgent'));
    expect(ids(floor)).toEqual(['c', 'b', 'a']);
  });

  test('is kept from the others while somebody holds it, and let go once', ({ floor }) => {
    const letGo = floor.hold(talker);
    const letGoToo = floor.hold(talker);
    expect(floor.next).toBeUndefined();
    expect(floor.take()).toBeUndefined();
    floor.add(item('answer', talker));
    expect(floor.take()?.id).toBe('answer');
    letGo();
    letGo();
    expect(floor.next).toBeUndefined();
    letGoToo();
    expect(floor.take()?.id).toBe('read');
  });

  test('is not kept from the more important', () => {
    const floor = floorOf(item('answer', talker), item('read'));
    floor.hold(reader);
    expect(floor.take()?.id).toBe('answer');
    expect(floor.take()?.id).toBe('read');
  });

  test("is nobody's once its holder left", ({ floor }) => {
    floor.hold(talker);
    floor.letGo(talker);
    expect(floor.next?.id).toBe('read');
  });

  test('stays with the others who hold it when one of them leaves', ({ floor }) => {
    const singer = { name: 'singer', rank: 5 };
    floor.hold(talker);
    floor.hold(singer);
    floor.letGo(singer);
    expect(floor.next).toBeUndefined();
  });

  test('goes back to what was interrupted before the rest of its feature, behind the more important', () => {
    const floor = floorOf(item('next'), item('urgent', reader, 'urgent'), item('answer', talker));
    floor.putBack(item('interrupted'));
    expect(ids(floor)).toEqual(['answer', 'interrupted', 'urgent', 'next']);
  });
});

test('one is taken out by its id, and only one, of the feature that asks', () => {
  const floor = floorOf(item('a', talker), item('a'), item('b'), item('a'));
  expect(floor.remove(reader, 'a')?.by).toBe(reader);
  expect(floor.remove(reader, 'z')).toBeUndefined();
  expect(floor.line.map(({ id, by }) => `${by.name} ${id}`)).toEqual(['talker a', 'reader b', 'reader a']);
});

test("a feature's are cleared without touching the others'", () => {
  const floor = floorOf(item('a', talker), item('b'), item('c'));
  expect(floor.clear(reader).map(({ id }) => id)).toEqual(['b', 'c']);
  expect(ids(floor)).toEqual(['a']);
  expect(floor.clear().map(({ id }) => id)).toEqual(['a']);
});

test('whatever is added comes out once, the important first, then the urgent, then in the order of its adding', () => {
  const each = fc.record({
    by: fc.constantFrom(talker, reader),
    priority: fc.constantFrom<Waiting['priority']>('urgent', 'normal'),
  });
  fc.assert(
    fc.property(fc.array(each), (added) => {
      const items = added.map(({ by, priority }, index) => item(String(index), by, priority));
      const floor = floorOf(...items);
      const taken: Waiting[] = [];
      for (let next = floor.take(); next; next = floor.take()) taken.push(next);
      const order = ({ by, priority }: Waiting) => (by === talker ? 0 : 2) + (priority === 'urgent' ? 0 : 1);
      expect(taken).toEqual(items.toSorted((one, other) => order(one) - order(other)));
    }),
  );
});
