import { expect, it } from 'vitest';
import { FoldedLines } from '../../../src/operations/folded-lines.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

const said = (lines: readonly Readonly<Record<string, unknown>>[]) =>
  lines.map(({ msg, trouble, times }) => [msg, trouble, times]);

it('the same warning again and again is one line at once, and one with a count for each minute', async () => {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const folded = new FoldedLines(log, clock);
  for (let second = 0; second < 150; second += 1) {
    folded.warn('busy', { trouble: 'busy' }, 'an error');
    await clock.advance(1_000);
  }
  expect(said(lines)).toEqual([
    ['an error', 'busy', undefined],
    ['an error', 'busy', 59],
    ['an error', 'busy', 60],
  ]);
  folded.close();
  folded.close();
  expect(said(lines).slice(3)).toEqual([['an error', 'busy', 30]]);
});

it('another warning is another line, and one that comes rarely is never counted', async () => {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const folded = new FoldedLines(log, clock);
  folded.warn('busy', { trouble: 'busy' }, 'an error');
  folded.warn('fatal', { trouble: 'fatal' }, 'an error');
  await clock.advance(60_000);
  folded.warn('busy', { trouble: 'busy' }, 'an error');
  folded.close();
  expect(said(lines)).toEqual([
    ['an error', 'busy', undefined],
    ['an error', 'fatal', undefined],
    ['an error', 'busy', undefined],
  ]);
});
