import { expect, test } from 'vitest';
import { WaitingDatagrams } from '../../../../src/voice/ears/speakers.ts';

test('gives back what came in the last two seconds, once and in order', () => {
  const waiting = new WaitingDatagrams();
  for (let number = 0; number < 5; number += 1) waiting.add(7, Buffer.of(number), number * 500);
  expect(waiting.take(7, 3_000).map((datagram) => datagram[0])).toEqual([2, 3, 4]);
  expect(waiting.take(7, 3_000)).toEqual([]);
});

test('keeps streams apart, and no more than a hundred packets of twenty-five', () => {
  const waiting = new WaitingDatagrams();
  for (let ssrc = 0; ssrc < 30; ssrc += 1)
    for (let number = 0; number < 150; number += 1) waiting.add(ssrc, Buffer.of(number), 0);
  expect(waiting.take(3, 0).map((datagram) => datagram[0])).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 50),
  );
  expect(waiting.take(29, 0)).toEqual([]);
});

test('keeps copies: the block of memory may be used again', () => {
  const waiting = new WaitingDatagrams();
  const datagram = Buffer.of(1);
  waiting.add(7, datagram, 0);
  datagram[0] = 2;
  expect(waiting.take(7, 0)).toEqual([Buffer.of(1)]);
});
