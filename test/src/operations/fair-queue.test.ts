import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../src/operations/fair-queue.ts';

const step = fc.constantFrom('a', 'b', 'c', 'take' as const);

describe('a fair queue', () => {
  it('gives things out in the order that it showed, and loses none', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }), (people) => {
        const queue = new FairQueue<{ id: string; userId: string }>();
        people.forEach((userId, index) => {
          queue.enqueue({ id: String(index), userId });
        });
        const shown = queue.inOrder().map(({ id }) => id);
        const taken = people.map(() => queue.take()?.id);
        expect(taken).toEqual(shown);
        expect(new Set(taken).size).toBe(people.length);
        expect(queue.take()).toBeUndefined();
      }),
    );
  });

  it('is emptied in the order that it showed', () => {
    const queue = new FairQueue<{ id: string; userId: string }>();
    for (const id of ['a1', 'a2', 'b1']) queue.enqueue({ id, userId: id.slice(0, 1) });
    expect(queue.clear().map(({ id }) => id)).toEqual(['a1', 'b1', 'a2']);
    expect(queue.size).toBe(0);
  });

  it('serves nobody twice in a row while somebody else waits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new FairQueue<{ id: string; userId: string }>();
        for (const [index, userId] of steps.entries()) {
          if (userId !== 'take') {
            queue.enqueue({ id: String(index), userId });
            continue;
          }
          const last = queue.take()?.userId;
          const [next] = queue.inOrder();
          const othersWait = queue.inOrder().some((item) => item.userId !== last);
          if (othersWait) expect(next?.userId).not.toBe(last);
        }
      }),
    );
  });

  it('counts what was taken: who is being heard has had their turn', () => {
    const queue = new FairQueue<{ id: string; userId: string }>();
    const add = (id: string) => queue.enqueue({ id, userId: id.charAt(0) });
    for (const id of ['a1', 'b1']) {
      add(id);
      queue.take();
    }
    for (const id of ['a2', 'b2', 'c1']) add(id);
    expect(queue.inOrder().map(({ id }) => id)).toEqual(['c1', 'a2', 'b2']);
  });

  it('gives the one who came later their turn before the second thing of those before', () => {
    const queue = new FairQueue<{ id: string; userId: string }>();
    for (const id of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.enqueue({ id, userId: id.charAt(0) });
    expect(queue.inOrder().map(({ id }) => id)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.remove('b1')).toMatchObject({ id: 'b1' });
    expect(queue.remove('b1')).toBeUndefined();
    expect(queue.inOrder().map(({ id }) => id)).toEqual(['a1', 'b2', 'c1', 'a2', 'a3']);
  });
});
