import { expect, it } from 'vitest';
import { Backlog } from '../../../../src/interpreter/sessions/backlog.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakeTranslationSession } from '../../../support/fake-translation.ts';

const words = (mark: number, ms = 100) => new Uint8Array(ms * 32).fill(mark);
const session = () => new FakeTranslationSession({}, {}, () => false);
const marksOf = ({ appended }: FakeTranslationSession) => appended.map(([mark]) => mark);

it('kept words are given oldest first, no faster than they are taken', async () => {
  const clock = new FakeClock();
  const backlog = new Backlog(1_000, clock);
  for (const mark of [1, 2, 3]) backlog.add(words(mark));
  const full = session();
  full.waitingMs = 1_000;
  const giving = backlog.giveTo(full, () => true, new AbortController().signal);
  await clock.advance(500);
  expect(marksOf(full)).toEqual([]);
  full.waitingMs = 0;
  backlog.add(words(4));
  await clock.advance(20);
  await giving;
  expect(marksOf(full)).toEqual([1, 2, 3, 4]);
  expect(backlog.lengthMs).toBe(0);
});

it('kept words stay when their session is gone', async () => {
  const backlog = new Backlog(1_000, new FakeClock());
  backlog.add(words(1));
  await backlog.giveTo(session(), () => false, new AbortController().signal);
  expect(backlog.lengthMs).toBe(100);
});

it("kept words lose their oldest beyond a length, and it's told how much", () => {
  const backlog = new Backlog(1_000, new FakeClock());
  const dropped = Array.from({ length: 13 }, (_, mark) => backlog.add(words(mark)));
  expect(dropped.reduce((sum, ms) => sum + ms, 0)).toBe(300);
  expect(backlog.lengthMs).toBe(1_000);
  const one = session();
  backlog.giveAllTo(one);
  expect(marksOf(one)[0]).toBe(3);
});
