import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Timeline } from '../../../../src/voice/ears/timeline.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import { silencePacket } from '../../../../src/voice/packets/audio.ts';

const silentFramesAtMost = 60;
const loud = 10_000;
const word = Uint8Array.of(1);
/** 10 ms of it. */
const half = Uint8Array.of(2);

/** A stream whose sound, spoken or guessed, is as loud all the time. */
function stage(after?: number) {
  const frames: HeardFrame[] = [];
  const timeline = new Timeline({
    userId: 'mina',
    decoder: {
      decode: (packet) =>
        packet.length === silencePacket.length
          ? new Int16Array(320)
          : new Int16Array(packet[0] === 2 ? 160 : 320).fill(loud),
      conceal: (samples) => new Int16Array(samples).fill(loud),
      recover: (_, samples) => new Int16Array(samples).fill(loud),
      free: () => undefined,
    },
    silentFramesAtMost,
    after,
    emit: (frame) => frames.push(frame),
  });
  const kinds = () => frames.map(({ kind }) => kind);
  const times = () => frames.map(({ rtpTimestamp }) => rtpTimestamp / 960);
  return { timeline, frames, kinds, times };
}

/** The largest step from one sample to the next, in all that was heard. */
function largestStep(frames: readonly HeardFrame[]): number {
  const samples = frames.flatMap((frame) => [...frame.samples]);
  let largest = 0;
  for (let index = 1; index < samples.length; index += 1)
    largest = Math.max(largest, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)));
  return largest;
}

const times = (count: number, kind: HeardFrame['kind']) => Array.from({ length: count }, () => kind);

describe('a loss that is too long to be guessed', () => {
  test('fades away, and what comes behind it fades in: nothing clicks', () => {
    const { timeline, frames, kinds } = stage();
    timeline.play(word, 0, 0);
    timeline.play(word, 15 * 960, 14);
    timeline.play(word, 16 * 960, 0);
    expect(kinds()).toEqual([
      'spoken',
      ...times(5, 'concealed'),
      ...times(8, 'silence'),
      'concealed',
      ...times(2, 'spoken'),
    ]);
    expect(largestStep(frames)).toBeLessThan(loud / 50);
    expect(frames[8]?.samples.every((sample) => sample === 0)).toBe(true);
  });

  test('of five frames is guessed at full strength, since nothing is silent behind it', () => {
    const { timeline, frames } = stage();
    timeline.play(word, 0, 0);
    timeline.play(word, 6 * 960, 5);
    expect(largestStep(frames)).toBe(0);
    expect(frames).toHaveLength(7);
  });
});

describe('somebody who goes silent in the middle of a word', () => {
  test('fades away over 60 ms, however the time goes by', () => {
    for (const steps of [[5], [1, 1, 1, 1, 1], [2, 3]]) {
      const { timeline, frames, kinds } = stage();
      timeline.play(word, 0, 0);
      for (const step of steps) timeline.silence(step);
      expect(kinds()).toEqual(['spoken', ...times(3, 'concealed'), ...times(2, 'silence')]);
      expect(largestStep(frames)).toBeLessThan(loud / 50);
    }
  });

  test('and comes back does not click', () => {
    const { timeline, frames } = stage();
    timeline.play(word, 0, 0);
    timeline.silence(10);
    timeline.play(word, 11 * 960, 0);
    expect(largestStep(frames)).toBeLessThan(loud / 50);
  });

  test('is simply silent when silence ended the word', () => {
    const { timeline, kinds } = stage();
    timeline.play(word, 0, 0);
    timeline.play(silencePacket, 960, 0);
    timeline.silence(3);
    expect(kinds()).toEqual(['spoken', ...times(4, 'silence')]);
  });
});

describe('speech that comes late', () => {
  test('is heard behind what took its place, and time goes on', () => {
    const { timeline, kinds, times } = stage();
    timeline.play(word, 0, 0);
    timeline.silence(5);
    for (let number = 1; number <= 8; number += 1) timeline.play(word, number * 960, 0);
    expect(kinds().slice(6)).toEqual(Array.from({ length: 8 }, () => 'spoken'));
    expect(times()).toEqual(Array.from({ length: 14 }, (_, index) => index));
  });

  test('is no longer late after the next pause, which is so much shorter', () => {
    const { timeline, kinds, times } = stage();
    timeline.play(word, 0, 0);
    timeline.silence(5);
    timeline.play(word, 960, 0);
    // Five frames ahead of the speaker's own clock now.
    for (let number = 2; number < 7; number += 1) timeline.play(silencePacket, number * 960, 0);
    expect(kinds()).toHaveLength(7);
    timeline.silence(4);
    timeline.play(word, 11 * 960, 0);
    expect(times().at(-1)).toBe(11);
    expect(times()).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  test('makes the silence that is told as time goes by begin so much later', () => {
    const { timeline, kinds } = stage();
    timeline.play(word, 0, 0);
    timeline.silence(5);
    timeline.play(word, 960, 0);
    timeline.silence(5);
    expect(kinds()).toHaveLength(7);
    timeline.silence(3);
    expect(kinds().slice(7)).toEqual(['concealed', 'concealed', 'concealed']);
  });

  test('by more than it can be is a stream that started over, and all of its silence is told', () => {
    const { timeline, frames, kinds } = stage();
    timeline.play(word, 900_000_000, 0);
    timeline.play(word, 5_000, 0);
    timeline.silence(5);
    expect(frames.map(({ rtpTimestamp }) => (rtpTimestamp - 900_000_000) / 960)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    expect(kinds().slice(2)).toEqual([...times(3, 'concealed'), ...times(2, 'silence')]);
  });
});

test('the next stream of the same person goes on where their last one was', () => {
  const { timeline, frames } = stage(960_000);
  timeline.play(word, 17, 0);
  timeline.play(word, 17 + 960, 0);
  expect(frames.map(({ rtpTimestamp }) => rtpTimestamp)).toEqual([960_000, 960_960]);
  expect(timeline.end).toBe(961_920);
});

test('whatever arrives, and whenever, time only goes on, a whole frame at a time', () => {
  const jump = fc.oneof(
    { weight: 6, arbitrary: fc.constant(960) },
    { weight: 2, arbitrary: fc.integer({ min: -20_000, max: 200_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 ** 32 - 1 }) },
  );
  const step = fc.oneof(
    fc.record({
      is: fc.constant('play' as const),
      packet: fc.constantFrom(word, word, half, silencePacket),
      jump,
      missing: fc.integer({ min: 0, max: 30 }),
    }),
    fc.record({ is: fc.constant('silence' as const), frames: fc.integer({ min: 1, max: 80 }) }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { nil: undefined }),
      fc.array(step, { maxLength: 60 }),
      (first, after, steps) => {
        const { timeline, frames } = stage(after);
        let timestamp = first;
        for (const each of steps) {
          if (each.is === 'silence') timeline.silence(each.frames);
          else {
            timeline.play(each.packet, timestamp, each.missing);
            timestamp = (timestamp + each.jump) >>> 0;
          }
        }
        let end = after ?? frames[0]?.rtpTimestamp ?? 0;
        for (const frame of frames) {
          expect(frame.samples).toHaveLength(320);
          expect((frame.rtpTimestamp - end) | 0).toBeGreaterThanOrEqual(0);
          end = (frame.rtpTimestamp + 960) >>> 0;
        }
        const mostOfAStep = silentFramesAtMost + 10;
        expect(frames.length).toBeLessThanOrEqual(steps.length * mostOfAStep);
      },
    ),
    { numRuns: 400 },
  );
});
