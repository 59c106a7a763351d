import { expect, it } from 'vitest';
import { threadName } from '../../../../src/call/captions/thread-name.ts';

it('the name of a room fits into the name of its thread, however long it is', () => {
  const name = threadName({ title: 'Captions', room: 'Lounge '.repeat(30), part: 'English' }, 0, 'en-US');
  expect(name.length).toBeLessThanOrEqual(100);
  expect(name).toMatch(/^Captions · Lounge .* · .* · English$/);
});
