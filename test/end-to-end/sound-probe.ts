import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { ffmpeg, ffprobe } from '../../sandbox/test/support/needs.ts';

const probed = z.object({
  format: z.object({ format_name: z.string(), duration: z.coerce.number() }),
  streams: z.tuple([
    z.object({ codec_name: z.string(), sample_rate: z.coerce.number(), channels: z.number() }),
  ]),
});

export interface ProbedSound {
  readonly container: string;
  readonly codec: string;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly durationSeconds: number;
}

/** What ffprobe sees in a sound file. */
export function probeSound(path: string): ProbedSound {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path];
  const json = execFileSync(ffprobe ?? 'ffprobe', args, { encoding: 'utf8' });
  const { format, streams } = probed.parse(JSON.parse(json));
  const [{ codec_name, sample_rate, channels }] = streams;
  return {
    container: format.format_name,
    codec: codec_name,
    sampleRateHz: sample_rate,
    channels,
    durationSeconds: format.duration,
  };
}

/** Decodes a sound file with ffmpeg to 48 kHz mono. */
export function decodedSound(path: string): Int16Array {
  const args = ['-v', 'error', '-i', path, '-f', 's16le', '-ac', '1', '-ar', '48000', '-'];
  const bytes = execFileSync(ffmpeg ?? 'ffmpeg', args, { maxBuffer: 64 * 1024 * 1024 });
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
}
