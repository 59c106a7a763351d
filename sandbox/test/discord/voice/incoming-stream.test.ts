import { test as base, describe, expect } from 'vitest';
import { IncomingStream } from '../../../discord/voice/incoming-stream.ts';

const test = base.extend('accept', () => stream());

/** Accepts packets of one frame each. */
function stream(): (sequence: number, timestamp?: number) => ReturnType<IncomingStream['accept']> {
  const incoming = new IncomingStream();
  return (sequence, timestamp = (sequence * 960) >>> 0) => incoming.accept(sequence & 0xffff, timestamp);
}

const even = { kind: 'new', gap: undefined };

describe('the packets of a sender', () => {
  test('follow one another over the end of their numbers and times', ({ accept }) => {
    expect(accept(65_535, 2 ** 32 - 960)).toEqual(even);
    expect(accept(0, 0)).toEqual(even);
    expect(accept(1, 960)).toEqual(even);
  });

  test('may come late, once', ({ accept }) => {
    for (const sequence of [10, 12]) accept(sequence);
    expect(accept(11)).toEqual(even);
    expect(accept(11)).toEqual({ kind: 'replayed' });
    expect(accept(10)).toEqual({ kind: 'replayed' });
  });

  test('are replayed when they are too late to be told from such', ({ accept }) => {
    accept(100);
    accept(300);
    expect(accept(237)).toEqual(even);
    expect(accept(236)).toEqual({ kind: 'replayed' });
  });

  test('that leap say how far', ({ accept }) => {
    accept(1);
    expect(accept(4)).toEqual({ kind: 'new', gap: { sequenceStep: 3, timestampStep: 3 * 960 } });
    expect(accept(5, 5)).toMatchObject({ gap: { sequenceStep: 1 } });
  });
});
