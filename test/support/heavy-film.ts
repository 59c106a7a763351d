import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Studio } from '../../sandbox/service/rendering/studio.ts';
import type { VideoRenderer } from '../../sandbox/service/server.ts';
import { ffmpeg } from '../../sandbox/test/support/needs.ts';

const run = promisify(execFile);

/** 20 Mbit/s, whatever there is to see: the encoder fills up what the pictures do not need. */
const constantRate = ['-b:v', '20M', '-minrate', '20M', '-maxrate', '20M', '-bufsize', '10M'];

/** The stand-in's own film as a file of some megabytes, as a lavish encoder would make it. Needs ffmpeg. */
export const heavyFilm: VideoRenderer = async (job, signal) => {
  const studio = new Studio(ffmpeg);
  const folder = await mkdtemp(join(tmpdir(), 'emcee-heavy-'));
  const [light, heavy] = [join(folder, 'light.mp4'), join(folder, 'heavy.mp4')];
  try {
    await writeFile(light, await studio.render(job, signal));
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-x264-params', 'nal-hrd=cbr'];
    const args = ['-v', 'error', '-i', light, ...codec, ...constantRate, '-c:a', 'copy', heavy];
    await run(ffmpeg ?? 'ffmpeg', args, { signal });
    return await readFile(heavy);
  } finally {
    await Promise.all([studio.close(), rm(folder, { recursive: true, force: true })]);
  }
};
