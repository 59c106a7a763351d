import { expect, test } from 'vitest';
import { Frames } from '../../../console/page/sound/frames.ts';

test.each([128, 480, 960, 1000, 3000])('pieces of %i samples become frames of 20 ms, in order', (length) => {
  const frames: Float32Array[] = [];
  const cut = new Frames((frame) => frames.push(frame));
  const sound = Float32Array.from({ length: 9600 }, (_, at) => at);
  for (let at = 0; at < sound.length; at += length) cut.add(sound.subarray(at, at + length));
  expect(frames.map((frame) => frame.length)).toEqual(Array(10).fill(960));
  expect(frames.flatMap((frame) => [...frame])).toEqual([...sound]);
});
