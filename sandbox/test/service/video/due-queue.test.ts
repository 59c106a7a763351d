import { expect, test } from 'vitest';
import { DueQueue } from '../../../service/video/due-queue.ts';

function drained(queue: DueQueue<string>, now = Number.POSITIVE_INFINITY): string[] {
  const items: string[] = [];
  for (let due = queue.firstDue(now); due; due = queue.firstDue(now)) {
    items.push(due.item);
    queue.dropFirst();
  }
  return items;
}

function queueOf(...entries: [string, number][]): DueQueue<string> {
  const queue = new DueQueue<string>();
  for (const [item, dueAt] of entries) queue.add(item, dueAt);
  return queue;
}

test('the soonest comes first, and of equals the one that came first', () => {
  expect(drained(queueOf(['c', 30], ['a', 10], ['b1', 20], ['b2', 20]))).toEqual(['a', 'b1', 'b2', 'c']);
});

test('what is not due yet stays', () => {
  const queue = queueOf(['a', 10], ['b', 11]);
  expect(drained(queue, 10)).toEqual(['a']);
  expect(queue.nextDueAt).toBe(11);
});

test('an empty queue is never due', () => {
  expect(queueOf().nextDueAt).toBe(Number.POSITIVE_INFINITY);
});

test('what is removed does not come', () => {
  const queue = queueOf(['a', 10], ['b', 20], ['c', 30]);
  queue.remove('b');
  queue.remove('never there');
  expect(drained(queue)).toEqual(['a', 'c']);
});

test('times that changed change the order', () => {
  const queue = queueOf(['a', 10], ['b', 20]);
  queue.reorder((item) => (item === 'a' ? 40 : 5));
  expect(drained(queue)).toEqual(['b', 'a']);
});
