import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SoundSink } from '../../../../src/media/sound/sound-sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'emcee-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('bytes that come in pieces of any length are the samples that they were', async () => {
  const bytes = Buffer.from(Int16Array.from({ length: 40 }, (_, index) => index * 777 - 15_000).buffer);
  const path = join(folder, 'sound');
  const sink = new SoundSink(path, 1_000);
  const ends = [0, 1, 2, 5, 5, 6, 11, 40, 79, 80];
  for (const [index, end] of ends.entries()) await sink.writeBytes(bytes.subarray(ends[index - 1] ?? 0, end));
  await sink.close();
  expect(readFileSync(path)).toEqual(bytes);
  expect(sink.silent).toBe(false);
});
