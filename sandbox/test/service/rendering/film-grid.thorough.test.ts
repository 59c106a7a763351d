import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServiceSandbox, startServiceSandbox } from '../../../service/server.ts';
import { ffprobe, skipsWithout } from '../../support/needs.ts';
import { ServiceCaller } from '../service-caller.ts';
import { mp4Facts } from './mp4-facts.ts';

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
let sandbox: ServiceSandbox;
const films = new Map<string, Promise<Uint8Array>>();

beforeAll(async () => {
  const manyPerSecond = 1_000;
  sandbox = await startServiceSandbox({
    port: 0,
    pace: { pendingMs: 0, runningMs: 0 },
    limits: { createsPerSecond: manyPerSecond, queriesPerSecond: manyPerSecond },
  });
});

afterAll(() => sandbox.close());

/** Asks the stand-in for a film as a client would; each one once. */
function filmOf(resolution: string, ratio: string, duration: number): Promise<Uint8Array> {
  const name = `${resolution} ${ratio} ${duration}`;
  const film = films.get(name) ?? make(resolution, ratio, duration);
  films.set(name, film);
  return film;
}

async function make(resolution: string, ratio: string, duration: number): Promise<Uint8Array> {
  const caller = new ServiceCaller(sandbox, { now: 0 });
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
      const facts = mp4Facts(await filmOf(tier, ratio, 2));
      expect(facts).toMatchObject({ width, height });
      expect(facts.codecs[0]).toMatch(/^avc1/);
      expect(Math.abs(facts.seconds - 2)).toBeLessThanOrEqual(0.1);
    },
    timeoutMs,
  );

  test(
    'a film of 7 s lasts that long',
    async () => {
      const { seconds } = mp4Facts(await filmOf('720P', '16:9', 7));
      expect(Math.abs(seconds - 7)).toBeLessThanOrEqual(0.1);
    },
    timeoutMs,
  );

  test(
    'a film of 15 s lasts exactly that long, though it has fewer frames a second',
    async () => {
      expect(mp4Facts(await filmOf('1080P', '16:9', 15))).toMatchObject({ seconds: 15, frames: 90 });
    },
    timeoutMs,
  );
});

describe('while a film is made', () => {
  test(
    'the server goes on answering',
    async () => {
      const caller = new ServiceCaller(sandbox, { now: 0 });
      const id = await caller.accepted({ prompt: 'Nobody waits' }, { duration: 2 });
      let answersMeanwhile = 0;
      while (answersMeanwhile <= 5 && (await caller.statusOf(id)) !== 'SUCCEEDED') answersMeanwhile += 1;
      expect(answersMeanwhile).toBeGreaterThan(5);
    },
    timeoutMs,
  );
});

describe.skipIf(skipsWithout('ffprobe', 'films as ffprobe sees them'))('as ffprobe sees them', () => {
  test.each(table)(
    '%s %s is H.264 of %d × %d and 2 s',
    async (tier, ratio, width, height) => {
      const folder = await mkdtemp(join(tmpdir(), 'emcee-test-'));
      try {
        const path = join(folder, 'film.mp4');
        await writeFile(path, await filmOf(tier, ratio, 2));
        const options = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
        const { streams, format } = JSON.parse(execFileSync(ffprobe ?? '', options, { encoding: 'utf8' }));
        expect(streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width, height });
        expect(Math.abs(Number(format.duration) - 2)).toBeLessThanOrEqual(0.1);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    timeoutMs,
  );
});
