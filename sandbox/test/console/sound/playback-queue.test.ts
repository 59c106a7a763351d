import { beforeEach, describe, expect, test } from 'vitest';
import { PlaybackQueue } from '../../../console/page/sound/playback-queue.ts';

const blockSamples = 128;
const frameSamples = 960;

let queue: PlaybackQueue;

beforeEach(() => {
  queue = new PlaybackQueue();
});

/** One frame of 20 ms in which every sample has this value. */
function push(value: number): void {
  queue.push([new Float32Array(frameSamples).fill(value)]);
}

/** Reads so many milliseconds, mono. */
function read(ms: number): Float32Array {
  const blocks = Math.round((ms * 48) / blockSamples);
  const all = new Float32Array(blocks * blockSamples);
  for (let block = 0; block < blocks; block += 1)
    queue.read([all.subarray(block * blockSamples, (block + 1) * blockSamples)]);
  return all;
}

/** The values in the order in which they came out, with how many samples of each. */
function runs(samples: Float32Array): readonly (readonly [value: number, samples: number])[] {
  const found: [number, number][] = [];
  for (const sample of samples) {
    const last = found.at(-1);
    const value = Math.round(sample * 1000) / 1000;
    if (last && last[0] === value) last[1] += 1;
    else found.push([value, 1]);
  }
  return found;
}

describe('what somebody says', () => {
  test('waits for a cushion of 60 ms, then comes whole and in order', () => {
    push(0.1);
    push(0.2);
    expect(runs(read(8))).toEqual([[0, 384]]);
    push(0.3);
    expect(runs(read(64))).toEqual([
      [0.1, 960],
      [0.2, 960],
      [0.3, 960],
      [0, 192],
    ]);
  });

  test('is played after 100 ms even when nothing more comes', () => {
    push(0.1);
    const played = runs(read(160));
    expect(played.map(([value]) => value)).toEqual([0, 0.1, 0]);
    expect(played[0]?.[1]).toBeLessThanOrEqual(4800);
    expect(played[1]?.[1]).toBe(frameSamples);
  });

  test('goes on with a new cushion after a gap, and loses nothing', () => {
    for (const value of [0.1, 0.2, 0.3]) push(value);
    read(400);
    push(0.4);
    expect(runs(read(16))).toEqual([[0, 768]]);
    push(0.5);
    push(0.6);
    expect(runs(read(64)).slice(0, 3)).toEqual([
      [0.4, 960],
      [0.5, 960],
      [0.6, 960],
    ]);
  });

  describe('that came too late once', () => {
    /** How long sound that comes in time waits until it is played. */
    const waitMs = () => {
      let packets = 0;
      while (runs(read(8)).every(([value]) => value === 0)) {
        packets += 1;
        push(0.1);
      }
      read(1000);
      return packets * 20;
    };

    beforeEach(() => {
      for (const value of [0.1, 0.2, 0.3]) push(value);
      read(100);
    });

    test('is kept back longer from then on, up to 400 ms', () => {
      for (let late = 0; late < 8; late += 1) {
        for (let packet = 0; packet < 25; packet += 1) push(0.1);
        read(520);
      }
      read(1000);
      expect(waitMs()).toBeGreaterThanOrEqual(300);
      expect(waitMs()).toBeLessThanOrEqual(400);
    });

    test('is trusted a little more after each utterance that came in time', () => {
      for (let packet = 0; packet < 10; packet += 1) push(0.1);
      read(1000);
      for (let utterance = 0; utterance < 8; utterance += 1) waitMs();
      expect(waitMs()).toBe(60);
    });
  });

  test('comes in two channels, or in both when it has one', () => {
    const left = new Float32Array(4800).fill(0.1);
    const right = new Float32Array(4800).fill(0.2);
    const out = [new Float32Array(128), new Float32Array(128)];
    queue.push([left, right]);
    queue.read(out);
    expect(out.map((channel) => Math.round((channel[0] ?? 0) * 10))).toEqual([1, 2]);
    queue.clear();
    queue.push([left]);
    queue.read(out);
    expect(out.map((channel) => Math.round((channel[0] ?? 0) * 10))).toEqual([1, 1]);
  });

  test('that is late is caught up in pauses, never in speech', () => {
    for (let frame = 0; frame < 15; frame += 1) push(0.1);
    for (let frame = 0; frame < 10; frame += 1) push(0);
    for (let frame = 0; frame < 5; frame += 1) push(0.2);
    expect(runs(read(480))).toEqual([
      [0.1, 15 * frameSamples],
      [0.2, 5 * frameSamples],
      [0, 480 * 48 - 20 * frameSamples],
    ]);
  });

  test('keeps its pauses while it is in time', () => {
    for (const value of [0.1, 0.1, 0.1, 0, 0, 0.2]) push(value);
    expect(runs(read(120)).map(([value, length]) => [value, length / frameSamples])).toEqual([
      [0.1, 3],
      [0, 2],
      [0.2, 1],
    ]);
  });

  test('never grows beyond five seconds: the oldest goes', () => {
    for (let frame = 0; frame < 300; frame += 1) push(frame < 100 ? 0.1 : 0.2);
    const [first] = runs(read(5100));
    expect(first).toEqual([0.1, 50 * frameSamples]);
  });

  test('is dropped when the person is gone', () => {
    for (const value of [0.1, 0.2, 0.3]) push(value);
    queue.clear();
    expect(runs(read(200))).toEqual([[0, 200 * 48]]);
  });
});
