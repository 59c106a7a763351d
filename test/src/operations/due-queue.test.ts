import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue } from '../../../src/operations/due-queue.ts';

describe('a due queue', () => {
  it('hands out whatever was put in by the time it is due', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.nat(1000))), (entries) => {
        const queue = new DueQueue();
        const expected = new Map<string, number>();
        for (const [id, dueAt] of entries) {
          queue.set(String(id), dueAt);
          expected.set(String(id), dueAt);
        }
        const times: number[] = [];
        for (let id = queue.take(1000); id !== undefined; id = queue.take(1000)) {
          times.push(expected.get(id) ?? -1);
          expected.delete(id);
        }
        expect(expected.size).toBe(0);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
    );
  });

  it('hands out those of the same time in the order they were put in', () => {
    const queue = new DueQueue();
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    for (const id of ids) queue.set(id, 7);
    expect(ids.map(() => queue.take(7))).toEqual(ids);
  });

  it('keeps what is not due yet', () => {
    const queue = new DueQueue();
    queue.set('a', 10);
    expect(queue.take(9)).toBeUndefined();
    expect(queue.nextDueAt()).toBe(10);
    expect(queue.take(10)).toBe('a');
    expect(queue.nextDueAt()).toBeUndefined();
  });

  it('forgets an earlier time when a new one is set, and an id that was deleted', () => {
    const queue = new DueQueue();
    queue.set('a', 1);
    queue.set('a', 5);
    queue.set('b', 2);
    queue.delete('b');
    expect(queue.size).toBe(1);
    expect(queue.take(4)).toBeUndefined();
    expect(queue.take(5)).toBe('a');
    expect(queue.size).toBe(0);
  });
});
