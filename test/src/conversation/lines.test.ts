import { describe, expect, it } from 'vitest';
import type { CallLine } from '../../../src/conversation/call-types.ts';
import { TranscriptLines } from '../../../src/conversation/lines.ts';
import { callLine } from '../../support/conversation-world.ts';

const bot = (sure: string): CallLine => callLine({ id: 'r', by: { is: 'assistant' }, sure, at: 0 });

describe('the transcript', () => {
  it('has a line that grows and is final once', () => {
    const told: CallLine[] = [];
    const lines = new TranscriptLines((line) => told.push(line));
    lines.hearing('i1', 'ann', { sure: 'What', unsure: ' is' }, 5);
    expect(lines.textOf('i1')).toBe('What is');
    lines.heard('i1', 'ann', 'What is new?', 9);
    expect(told.map(({ sure, unsure, final, at }) => [sure, unsure, final, at])).toEqual([
      ['What', ' is', false, 5],
      ['What is new?', '', true, 5],
    ]);
  });

  it('tells the next session nothing of a time that is withheld, also what is known late', () => {
    const told: CallLine[] = [];
    const lines = new TranscriptLines((line) => told.push(line));
    lines.heard('i1', 'ann', 'Before.', 5);
    lines.heard('i2', 'ann', 'What is the code?', 10);
    lines.hearing('i3', 'ann', { sure: 'So it is', unsure: '' }, 15);
    lines.withhold(10, 20);
    lines.heard('i3', 'ann', 'So it is 4711?', 25);
    lines.answered({ ...bot('It is 4711.'), at: 18 });
    lines.heard('i4', 'ann', 'After.', 21);
    expect(lines.summary).toBe('Person 1: Before.\nPerson 1: After.');
    expect(told.at(-2)?.sure).toBe('It is 4711.');
  });

  it('forgets a line that was begun fifty lines ago and never ended, but none that still grows', () => {
    const lines = new TranscriptLines(() => undefined);
    for (const itemId of ['grows', 'left']) lines.hearing(itemId, 'ann', { sure: itemId, unsure: '' }, 0);
    for (let count = 0; count < 49; count += 1) {
      lines.hearing(`i${count}`, 'ann', { sure: 'So', unsure: '' }, 0);
      lines.hearing('grows', 'ann', { sure: 'grows on', unsure: '' }, 0);
    }
    expect([lines.textOf('grows'), lines.textOf('left'), lines.textOf('i0')]).toEqual(['grows on', '', 'So']);
  });

  it('keeps the words of two hundred turns of people who left to itself, and remembers no more', () => {
    const told: CallLine[] = [];
    const lines = new TranscriptLines((line) => told.push(line));
    lines.withdraw('ann', ['first', ...Array.from({ length: 200 }, (_, index) => `i${index}`)]);
    for (const itemId of ['first', 'i0', 'i199']) lines.heard(itemId, 'ann', 'Late.', 0);
    expect(told.map(({ isWithdrawn = false }) => isWithdrawn)).toEqual([false, true, true]);
  });

  it('takes back a line that nobody said', () => {
    const told: CallLine[] = [];
    const lines = new TranscriptLines((line) => told.push(line));
    lines.refuse('i0');
    lines.hearing('i1', 'ann', { sure: 'It is five', unsure: '' }, 0);
    lines.refuse('i1');
    expect(told.map(({ sure, final }) => [sure, final])).toEqual([
      ['It is five', false],
      ['', true],
    ]);
  });

  it('is summed up without names, the last lines only', () => {
    const lines = new TranscriptLines(() => undefined);
    expect(lines.summary).toBeUndefined();
    for (let count = 0; count < 20; count += 1) lines.heard(`i${count}`, 'ann', `Sentence ${count}.`, 0);
    lines.heard('j', 'ben', 'I disagree.', 0);
    lines.answered(bot('So do I.'));
    const summary = lines.summary ?? '';
    expect(summary).not.toContain('Sentence 5.');
    expect(summary.endsWith('Person 1: Sentence 19.\nPerson 2: I disagree.\nYou: So do I.')).toBe(true);
    expect(summary).not.toContain('ann');
  });
});
