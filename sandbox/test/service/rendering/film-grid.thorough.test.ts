import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Studio } from '../../../service/rendering/studio.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../service/server.ts';
import { mp4Facts } from '../../support/mp4-facts.ts';
import { ffmpeg, skipsWithout } from '../../support/needs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ServiceCaller } from '../service-caller.ts';

/** Document 1, section A: output resolution by tier and ratio. */
const table = [
  ['720P', '16:9', 1280, 720],
  ['720P', '9:16', 720, 1280],
  ['720P', '1:1', 960, 960],
  ['720P', '4:3', 1104, 832],
  ['720P', '3:4', 832, 1104],
  ['1080P', '16:9', 1920, 1080],
  ['1080P', '9:16', 1080, 1920],
  ['1080P', '1:1', 1440, 1440],
  ['1080P', '4:3', 1648, 1248],
  ['1080P', '3:4', 1248, 1648],
] as const;

const timeoutMs = 120_000;
const manyPerSecond = 1_000;
const atOnce = {
  port: 0,
  pace: { pendingMs: 0, runningMs: 0 },
  limits: { createsPerSecond: manyPerSecond, queriesPerSecond: manyPerSecond },
};
/** Enough where it's the size that is looked at. */
const framesPerSecond = 2;
const studio = new Studio(undefined);
let sandbox: ServiceSandbox;
/** Its films have few frames and no sound. */
let quick: ServiceSandbox;
const films = new Map<string, Promise<Uint8Array>>();

beforeAll(async () => {
  sandbox = await startServiceSandbox(atOnce);
  quick = await startServiceSandbox({
    ...atOnce,
    renderer: async (job, signal) => await studio.render({ ...job, framesPerSecond, sound: false }, signal),
  });
  return async () => await Promise.all([sandbox, quick, studio].map(async (each) => await each.close()));
});

/** A short film of that size; each is made once. */
function filmOf(resolution: string, ratio: string): Promise<Uint8Array> {
  const name = `${resolution} ${ratio}`;
  const film = films.get(name) ?? make(quick, resolution, ratio, 2);
  films.set(name, film);
  return film;
}

/** Asks the stand-in for a film as a client would. */
async function make(
  service: ServiceSandbox,
  resolution: string,
  ratio: string,
  duration: number,
): Promise<Uint8Array> {
  const caller = new ServiceCaller(service, { now: 0 });
  const id = await caller.accepted({}, { resolution, ratio, duration, seed: 7, watermark: true });
  const url = await vi.waitFor(
    async () => {
      const { body } = await caller.query(id);
      expect(body.output).toMatchObject({ task_status: 'SUCCEEDED' });
      return String(body.output?.video_url);
    },
    { timeout: timeoutMs, interval: 100 },
  );
  return (await fetch(url)).bytes();
}

describe('every resolution and ratio', () => {
  test.each(table)(
    '%s %s is an H.264 film of %d × %d of exactly the duration',
    async (tier, ratio, width, height) => {
      const facts = mp4Facts(await filmOf(tier, ratio));
      expect(facts).toMatchObject({ width, height });
      expect(facts.codecs[0]).toMatch(/^avc1/);
      expect(Math.abs(facts.seconds - 2)).toBeLessThanOrEqual(0.1);
    },
  );

  test('a film of 7 s lasts that long', async () => {
    const { seconds } = mp4Facts(await make(sandbox, '720P', '16:9', 7));
    expect(Math.abs(seconds - 7)).toBeLessThanOrEqual(0.1);
  });

  test('a film of 15 s lasts exactly that long, though it has fewer frames a second', async () => {
    expect(mp4Facts(await make(sandbox, '1080P', '16:9', 15))).toMatchObject({ seconds: 15, frames: 90 });
  });
});

describe('while a film is made', () => {
  test('the server goes on answering', async () => {
    const caller = new ServiceCaller(sandbox, { now: 0 });
    const id = await caller.accepted({ prompt: 'Nobody waits' }, { duration: 2 });
    let answersMeanwhile = 0;
    while (answersMeanwhile <= 5 && (await caller.statusOf(id)) !== 'SUCCEEDED') answersMeanwhile += 1;
    expect(answersMeanwhile).toBeGreaterThan(5);
  });
});

describe.skipIf(skipsWithout('ffmpeg', 'films as ffmpeg sees them'))('as ffmpeg sees them', () => {
  test('each is H.264 of its size and 2 s', async () => {
    const folder = temporaryFolder();
    const paths = await Promise.all(
      table.map(async ([tier, ratio], at) => {
        const path = join(folder, `${at}.mp4`);
        await writeFile(path, await filmOf(tier, ratio));
        return path;
      }),
    );
    // Starting it takes longer than looking at all of them. Without an output it says what its inputs are.
    const inputs = paths.flatMap((path) => ['-i', path]);
    const { stderr } = spawnSync(ffmpeg ?? '', ['-hide_banner', ...inputs], { encoding: 'utf8' });
    const seen = [...stderr.matchAll(/Duration: 00:00:([\d.]+),.*?Video: (\w+).*? (yuv\w+).*? (\d+x\d+)/gs)];
    expect(seen.map(([, , ...facts]) => facts)).toEqual(
      table.map(([, , width, height]) => ['h264', 'yuv420p', `${width}x${height}`]),
    );
    for (const [, seconds] of seen) expect(Math.abs(Number(seconds) - 2)).toBeLessThanOrEqual(0.1);
  });
});
