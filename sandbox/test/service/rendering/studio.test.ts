import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { frameRateFor } from '../../../service/rendering/h264.ts';
import type { RenderJob } from '../../../service/rendering/renderer.ts';
import { Studio } from '../../../service/rendering/studio.ts';
import { mp4Facts } from '../../support/mp4-facts.ts';
import { ffmpeg, skipsWithout } from '../../support/needs.ts';
import { wavOf } from '../audio-files.ts';
import { imageOf } from '../reference-files.ts';

const job: RenderJob = {
  model: 'gen2.7-t2v',
  prompt: 'A red fox in the snow',
  width: 320,
  height: 240,
  durationSeconds: 3,
  seed: 7,
  watermark: false,
  sound: true,
};
const never = new AbortController().signal;

// Each studio starts a thread with an encoder of its own, which takes longer than a film this small.
const silent = new Studio(undefined);
const failing = new Studio(join(import.meta.dirname, 'no-such-program'));
const heard = new Studio(ffmpeg);
afterAll(async () => {
  for (const studio of [silent, failing, heard]) await studio.close();
});

describe('the studio', () => {
  test('without ffmpeg the file has pictures only', async () => {
    const facts = mp4Facts(await silent.render(job, never));
    expect(facts).toMatchObject({ seconds: 3, width: 320, height: 240, frames: 36 });
    expect(facts.codecs).toEqual([expect.stringMatching(/^avc1/)]);
  });

  test('an ffmpeg that fails costs the sound, not the film', async () => {
    const facts = mp4Facts(await failing.render(job, never));
    expect(facts).toMatchObject({ seconds: 3, codecs: [expect.stringMatching(/^avc1/)] });
  });

  test('the same job gives the same file without another encoding, another seed another film', async () => {
    const [one, same, other] = await Promise.all([
      silent.render(job, never),
      silent.render({ ...job }, never),
      silent.render({ ...job, seed: 8 }, never),
    ]);
    expect(same).toBe(one);
    expect(other).not.toEqual(one);
  });

  test('the same job with other audio is another film', async () => {
    const quiet = await silent.render({ ...job, audio: wavOf(2) }, never);
    expect(await silent.render({ ...job, audio: wavOf(2, 0.5) }, never)).not.toBe(quiet);
  });

  test('the same job with other references, or the same ones in another order, is another film', async () => {
    const one = { label: 'character1', kind: 'image', bytes: await imageOf('png', 240, 240) } as const;
    const two = { label: 'character2', kind: 'video', seconds: 2 } as const;
    const [first, same, turned, longer] = await Promise.all([
      silent.render({ ...job, references: [one, two] }, never),
      silent.render({ ...job, references: [{ ...one }, { ...two }] }, never),
      silent.render({ ...job, references: [two, one] }, never),
      silent.render({ ...job, references: [one, { ...two, seconds: 3 }] }, never),
    ]);
    expect(same).toBe(first);
    expect(turned).not.toEqual(first);
    expect(longer).not.toEqual(first);
  });

  test('a job that cannot be encoded rejects, and the next one is encoded', async () => {
    await expect(silent.render({ ...job, width: 0 }, never)).rejects.toThrow();
    expect(mp4Facts(await silent.render({ ...job, seed: 9 }, never)).frames).toBe(36);
  });

  test('closing ends what is being encoded', async () => {
    const studio = new Studio(undefined);
    const film = studio.render({ ...job, durationSeconds: 15 }, never);
    const rejected = expect(film).rejects.toThrow('the encoder thread ended');
    await studio.close();
    await rejected;
  });

  test.each([
    ['3 s of 320 × 240', { width: 320, height: 240, durationSeconds: 3 }, 12],
    ['10 s of 1080p', { width: 1_920, height: 1_080, durationSeconds: 10 }, 9],
    ['15 s of 1080p', { width: 1_920, height: 1_080, durationSeconds: 15 }, 6],
  ])('long films have fewer frames a second: %s', (_, changes, framesPerSecond) => {
    expect(frameRateFor({ ...job, ...changes })).toBe(framesPerSecond);
  });
});

describe('a job without sound', () => {
  test('is a film without a sound track, whatever is on the machine', async () => {
    for (const studio of [silent, failing, heard]) {
      const film = await studio.render({ ...job, sound: false }, never);
      expect(mp4Facts(film)).toMatchObject({ seconds: 3, codecs: [expect.stringMatching(/^avc1/)] });
    }
  });
});

describe.skipIf(skipsWithout('ffmpeg', 'the sound of the films'))('sound', () => {
  test('a tone bed as long as the film is made when there is no audio', async () => {
    const film = await heard.render(job, never);
    expect(mp4Facts(film).codecs).toEqual([expect.stringMatching(/^avc1/), expect.stringMatching(/^mp4a/)]);
    expect(mp4Facts(film).seconds).toBeCloseTo(3, 1);
    expect(loudnessBySecond(film).map((peak) => peak > 0.02)).toEqual([true, true, true]);
  });

  test('audio shorter than the film leaves the rest silent', async () => {
    const film = await heard.render({ ...job, audio: wavOf(2, 0.5) }, never);
    const [first = 0, , last = 1] = loudnessBySecond(film);
    expect(first).toBeGreaterThan(0.3);
    expect(last).toBeLessThan(0.1);
    expect(mp4Facts(film).seconds).toBeCloseTo(3, 1);
  });

  test('audio longer than the film is cut to its duration', async () => {
    const film = await heard.render({ ...job, audio: wavOf(10, 0.5) }, never);
    expect(mp4Facts(film).seconds).toBeCloseTo(3, 1);
    expect(loudnessBySecond(film)).toHaveLength(3);
  });
});

/** The peak (0 to 1) of each second of sound, without the first and last 100 ms in it, where codecs ring. */
function loudnessBySecond(film: Uint8Array): number[] {
  const sampleRateHz = 8_000;
  const options = [
    '-v',
    'error',
    '-f',
    'mp4',
    '-i',
    'pipe:0',
    '-vn',
    '-ac',
    '1',
    '-ar',
    String(sampleRateHz),
  ];
  const pcm = execFileSync(ffmpeg ?? '', [...options, '-f', 's16le', 'pipe:1'], { input: film });
  const seconds = Math.round(pcm.length / 2 / sampleRateHz);
  return Array.from({ length: seconds }, (_, second) => {
    let peak = 0;
    const from = Math.round((second + 0.1) * sampleRateHz);
    for (let at = from; at < from + 0.8 * sampleRateHz && at * 2 + 1 < pcm.length; at += 1) {
      peak = Math.max(peak, Math.abs(pcm.readInt16LE(at * 2)) / 32_768);
    }
    return peak;
  });
}
