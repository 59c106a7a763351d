import { describe, expect, test } from 'vitest';
import { IncomingStream } from '../../../discord/voice/incoming-stream.ts';

/** Accepts packets of one frame each. */
function stream(): (sequence: number, timestamp?: number) => ReturnType<IncomingStream['accept']> {
  const incoming = new IncomingStream();
  return (sequence, timestamp = (sequence * 960) >>> 0) => incoming.accept(sequence & 0xffff, timestamp);
}

const even = { kind: 'new', gap: undefined };

describe('the packets of a sender', () => {
  test('follow one another over the end of their numbers and times', () => {
    const accept = stream();
    expect(accept(65_535, 2 ** 32 - 960)).toEqual(even);
    expect(accept(0, 0)).toEqual(even);
    expect(accept(1, 960)).toEqual(even);
  });

  test('may come late, once', () => {
    const accept = stream();
    for (const sequence of [10, 12]) accept(sequence);
    expect(accept(11)).toEqual(even);
    expect(accept(11)).toEqual({ kind: 'replayed' });
    expect(accept(10)).toEqual({ kind: 'replayed' });
  });

  test('are replayed when they are too late to be told from such', () => {
    const accept = stream();
    accept(100);
    accept(300);
    expect(accept(237)).toEqual(even);
    expect(accept(236)).toEqual({ kind: 'replayed' });
  });

  test('that leap say how far', () => {
    const accept = stream();
    accept(1);
    expect(accept(4)).toEqual({ kind: 'new', gap: { sequenceStep: 3, timestampStep: 3 * 960 } });
    expect(accept(5, 5)).toMatchObject({ gap: { sequenceStep: 1 } });
  });
});
