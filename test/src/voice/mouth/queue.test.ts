import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Queue, type Queued } from '../../../../src/voice/mouth/queue.ts';

function queueOf(...items: Queued[]) {
  const queue = new Queue<Queued>();
  for (const item of items) queue.add(item);
  return queue;
}

test('urgent goes before all that is normal, behind what is urgent already', () => {
  const queue = queueOf(
    { id: 'a', priority: 'normal' },
    { id: 'b', priority: 'urgent' },
    { id: 'c', priority: 'normal' },
    { id: 'd', priority: 'urgent' },
  );
  expect(queue.ids).toEqual(['b', 'd', 'a', 'c']);
});

test('one is taken out by its id, and only one', () => {
  const queue = queueOf(
    { id: 'a', priority: 'normal' },
    { id: 'b', priority: 'normal' },
    { id: 'a', priority: 'normal' },
  );
  expect(queue.remove('a')?.id).toBe('a');
  expect(queue.remove('z')).toBeUndefined();
  expect(queue.ids).toEqual(['b', 'a']);
});

test('whatever is added comes out once, urgent first and in the order of its adding', () => {
  const priority = fc.constantFrom<Queued['priority']>('urgent', 'normal');
  fc.assert(
    fc.property(fc.array(priority), (priorities) => {
      const items = priorities.map((each, index) => ({ id: String(index), priority: each }));
      const queue = queueOf(...items);
      const taken: Queued[] = [];
      for (let item = queue.take(); item; item = queue.take()) taken.push(item);
      const wanted = [
        ...items.filter((item) => item.priority === 'urgent'),
        ...items.filter((item) => item.priority === 'normal'),
      ];
      expect(taken).toEqual(wanted);
    }),
  );
});
