import { describe, expect, test } from 'vitest';
import { Outbox } from '../../../discord/voice/outbox.ts';

function filled(count: number): Outbox {
  const outbox = new Outbox();
  for (let sent = 0; sent < count; sent += 1) outbox.text(13, { user_id: `${sent}` });
  return outbox;
}

function numbers(messages: readonly (string | Buffer)[] | undefined): number[] | undefined {
  return messages?.map((message) =>
    typeof message === 'string' ? JSON.parse(message).seq : message.readUInt16BE(0),
  );
}

describe('the messages of a session', () => {
  test('are numbered in one count, the binary ones in their first two bytes', () => {
    const outbox = new Outbox();
    expect(outbox.text(11, { user_ids: ['1'] })).toBe('{"op":11,"d":{"user_ids":["1"]},"seq":1}');
    expect(outbox.binary(25, Buffer.from([9, 8]))).toEqual(Buffer.from([0, 2, 25, 9, 8]));
  });

  test('are all there for a client that has seen none', () => {
    expect(numbers(filled(3).after(undefined))).toEqual([1, 2, 3]);
    expect(numbers(filled(3).after(-1))).toEqual([1, 2, 3]);
  });

  test('after a number are those behind it', () => {
    expect(numbers(filled(5).after(3))).toEqual([4, 5]);
    expect(numbers(filled(5).after(5))).toEqual([]);
  });

  test('cannot be had from before what was acknowledged', () => {
    const outbox = filled(5);
    expect(outbox.acknowledge(3)).toBe(true);
    expect(outbox.after(2)).toBeUndefined();
    expect(outbox.after(undefined)).toBeUndefined();
    expect(numbers(outbox.after(3))).toEqual([4, 5]);
  });

  test('cannot be acknowledged before they were sent, nor backwards', () => {
    const outbox = filled(5);
    expect(outbox.acknowledge(6)).toBe(false);
    expect(outbox.acknowledge(4)).toBe(true);
    expect(outbox.acknowledge(3)).toBe(false);
    expect(new Outbox().acknowledge(1)).toBe(false);
    expect(new Outbox().acknowledge(-1)).toBe(true);
  });

  test('are given up at the old end when they are too many', () => {
    const outbox = filled(1_500);
    expect(outbox.after(100)).toBeUndefined();
    expect(numbers(outbox.after(1_498))).toEqual([1_499, 1_500]);
    expect(outbox.after(500)).toHaveLength(1_000);
    expect(outbox.after(499)).toBeUndefined();
  });

  test('count from 1 again behind 65535, and are found across it', () => {
    const outbox = filled(65_536);
    expect(numbers(outbox.after(65_534))).toEqual([65_535, 1]);
    expect(outbox.acknowledge(65_535)).toBe(true);
    expect(numbers(outbox.after(65_535))).toEqual([1]);
    expect(outbox.acknowledge(1)).toBe(true);
    expect(outbox.acknowledge(2)).toBe(false);
  });
});
