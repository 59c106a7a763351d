import { test as base, expect } from 'vitest';
import { Speakers, WaitingDatagrams } from '../../../../src/voice/ears/speakers.ts';
import { CountingCodec } from '../../../support/counting-codec.ts';

const test = base.extend('speakers', () => streams()).extend('waiting', () => new WaitingDatagrams());

/** Two streams: one that's Mina's on a voice server, and one whose person isn't named yet. */
function streams() {
  const speakers = new Speakers({
    codec: new CountingCodec(),
    pacer: { join: () => () => undefined },
    silentFramesAtMost: 60,
    nowMs: () => 0,
    emit: () => undefined,
    onProblem: (error) => {
      throw error;
    },
  });
  speakers.nameStream(7, 'mina', 'one server', 0);
  speakers.keepUnnamed(8, Buffer.of(1));
  return speakers;
}

test('what came of a stream is there once its person is named', ({ speakers }) => {
  expect([speakers.ownerOf(7), speakers.ownerOf(8)]).toEqual(['mina', undefined]);
  expect(speakers.nameStream(8, 'ole', 'one server', 0)).toEqual([Buffer.of(1)]);
  expect(speakers.ownerOf(8)).toBe('ole');
});

test('nothing is kept of anyone while nobody may be heard', ({ speakers }) => {
  speakers.retain(new Set());
  expect(speakers.nameStream(8, 'ole', 'one server', 0)).toEqual([]);
});

test("on another voice server a stream is nobody's, and what came before is gone", ({ speakers }) => {
  speakers.beginAnew('one server');
  expect(speakers.ownerOf(7)).toBe('mina');
  speakers.keepUnnamed(8, Buffer.of(2));
  speakers.beginAnew('another server');
  expect(speakers.ownerOf(7)).toBeUndefined();
  expect(speakers.nameStream(8, 'ole', 'another server', 0)).toEqual([]);
});

test("a stream of a person who left is nobody's", ({ speakers }) => {
  speakers.nameStream(9, 'ole', 'one server', 0);
  speakers.forgetPerson('mina');
  expect([speakers.ownerOf(7), speakers.ownerOf(9)]).toEqual([undefined, 'ole']);
});

test('gives back what came in the last two seconds, once and in order', ({ waiting }) => {
  for (let number = 0; number < 5; number += 1) waiting.add(7, Buffer.of(number), number * 500);
  expect(waiting.take(7, 3_000, 0).map((datagram) => datagram[0])).toEqual([2, 3, 4]);
  expect(waiting.take(7, 3_000, 0)).toEqual([]);
});

test('keeps streams apart, and no more than a hundred packets of twenty-five', ({ waiting }) => {
  for (let ssrc = 0; ssrc < 30; ssrc += 1)
    for (let number = 0; number < 150; number += 1) waiting.add(ssrc, Buffer.of(number), 0);
  expect(waiting.take(3, 0, 0).map((datagram) => datagram[0])).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 50),
  );
  expect(waiting.take(29, 0, 0)).toEqual([]);
});

test('keeps copies: the block of memory may be used again', ({ waiting }) => {
  const datagram = Buffer.of(1);
  waiting.add(7, datagram, 0);
  datagram[0] = 2;
  expect(waiting.take(7, 0, 0)).toEqual([Buffer.of(1)]);
});
