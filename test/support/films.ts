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
export function writeNoisyFilm(film: FilmSample): void {
  writeFilm(film, `nullsrc=s=${film.size}:r=12,noise=alls=40:allf=t`);
}

/** Writes an H.264 MP4 of grey: as large in memory as any other of its size, and soon encoded. Needs ffmpeg. */
export function writeGreyFilm(film: FilmSample): void {
  writeFilm(film, `color=c=gray:s=${film.size}:r=24`);
}

function writeFilm({ path, seconds, silent = false }: FilmSample, drawn: string): void {
  const picture = ['-f', 'lavfi', '-i', drawn];
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
