import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RenderJob } from './renderer.ts';

const run = promisify(execFile);
const timeoutMs = 60_000;

/**
 * Muxes an AAC track into a silent MP4 whose pictures stay as they are: the job's audio cut to the duration and
 * padded with silence (document 1, `audio_url`), or else a quiet tone bed. Rejects when ffmpeg fails.
 */
export async function addSoundtrack(
  ffmpeg: string,
  silentVideo: Uint8Array,
  job: RenderJob,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'emcee-sandbox-'));
  try {
    const [video, audio, result] = ['video.mp4', 'audio', 'result.mp4'].map((name) => join(folder, name));
    if (!video || !audio || !result) throw new Error('no work files');
    await writeFile(video, silentVideo);
    if (job.audio) await writeFile(audio, job.audio);
    const sound = job.audio ? ['-i', audio] : ['-f', 'lavfi', '-i', toneBed(job)];
    const filter = `apad,atrim=end=${job.durationSeconds}`;
    await run(
      ffmpeg,
      [
        '-nostdin',
        '-v',
        'error',
        '-y',
        '-i',
        video,
        ...sound,
        '-map',
        '0:v:0',
        '-map',
        '1:a:0',
        '-c:v',
        'copy',
        '-c:a',
        'aac',
        '-b:a',
        '96k',
        '-ar',
        '48000',
        '-af',
        filter,
        '-t',
        String(job.durationSeconds),
        '-movflags',
        '+faststart',
        result,
      ],
      { signal, timeout: timeoutMs },
    );
    return await readFile(result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A slowly breathing fifth whose root follows the seed. */
function toneBed(job: RenderJob): string {
  const rootHz = 165 + (job.seed % 12) * 10;
  const breath = '(0.6+0.4*sin(2*PI*0.25*t))';
  const tone = (hz: number, level: number) => `${level}*sin(2*PI*${hz}*t)`;
  const chord = [tone(rootHz, 0.08), tone(rootHz * 1.5, 0.05), tone(rootHz * 2, 0.03)].join('+');
  return `aevalsrc=exprs='(${chord})*${breath}':s=48000:d=${job.durationSeconds}`;
}
