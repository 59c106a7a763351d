import { expect, it } from 'vitest';
import { Attendance } from '../../../src/call/attendance.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('somebody who joins keeps a silent call from ending, for as long as it may be silent', async () => {
  const clock = new FakeClock();
  const ended: string[] = [];
  const { signal } = new AbortController();
  const attendance = new Attendance(clock, 10_000, signal, ({ is }) => ended.push(is));
  void attendance.watch();
  await clock.advance(9_000);
  attendance.join('ann');
  await clock.advance(9_999);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect(ended).toEqual(['idle']);
});
