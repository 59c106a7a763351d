import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { ffmpeg, ffprobe } from '../../sandbox/test/support/needs.ts';

export interface FilmSample {
  readonly path: string;
  readonly seconds: number;
  /** `width`x`height` */
  readonly size: string;
  readonly silent?: boolean;
}

/** Writes an H.264 MP4 of noise, which no encoder makes small by itself. Needs ffmpeg. */
export function writeNoisyFilm({ path, seconds, size, silent = false }: FilmSample): void {
  const picture = ['-f', 'lavfi', '-i', `nullsrc=s=${size}:r=24,noise=alls=40:allf=t`];
  const sound = silent ? [] : ['-f', 'lavfi', '-i', 'sine=f=330', '-c:a', 'aac'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '18'];
  const args = ['-v', 'error', '-y', ...picture, ...sound, ...codec, '-t', String(seconds), path];
  execFileSync(ffmpeg ?? 'ffmpeg', args, { stdio: 'pipe' });
}

const probed = z.object({
  format: z.object({ duration: z.coerce.number() }),
  streams: z.array(
    z.object({ codec_name: z.string(), width: z.number().optional(), height: z.number().optional() }),
  ),
});

/** What ffprobe sees in a file. */
export function probe(path: string): z.infer<typeof probed> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path];
  return probed.parse(JSON.parse(execFileSync(ffprobe ?? 'ffprobe', args, { encoding: 'utf8' })));
}
