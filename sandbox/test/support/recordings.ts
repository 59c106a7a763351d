import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Application, createEncoder } from 'libopus-wasm';
import { voiceMessageOf } from '../../console/say/voice-message.ts';
import { ffmpeg } from './needs.ts';
import { oggOpus } from './ogg-writer.ts';
import { waveFile } from './wave-file.ts';

/** What people attach, by how it is made. */
export const recordingKinds = {
  /** As phones make voice messages: Opus at 32 kbit/s, 48 kHz, mono. */
  'voice message': 'voice-message.ogg',
  stereo: 'voice-message.ogg',
  /** Silence takes a byte a packet. */
  dtx: 'voice-message.ogg',
  /** Two files, one behind the other. */
  chained: 'voice-message.ogg',
  /** The last fifth is missing, in the middle of a page. */
  'cut short': 'voice-message.ogg',
  mp3: 'memo.mp3',
  m4a: 'memo.m4a',
  webm: 'memo.webm',
  wav: 'memo.wav',
  film: 'film.mp4',
} as const;
export type RecordingKind = keyof typeof recordingKinds;

const rateHz = 48_000;
const ticks = 960;
/** Ogg Opus says how much of the beginning is the encoder's own. */
const preSkip = 312;

/** Mono sound of 48 kHz as a file of that kind. All but the first five need ffmpeg. */
export async function recordingOf(samples: Int16Array, kind: RecordingKind): Promise<Buffer> {
  switch (kind) {
    case 'voice message':
      return Buffer.from((await voiceMessageOf(samples)).ogg);
    case 'stereo':
      return oggOpus(await packetsOf(samples, 2, false), { channels: 2, preSkip });
    case 'dtx':
      return oggOpus(await packetsOf(samples, 1, true), { preSkip });
    case 'chained': {
      const half = Math.floor(samples.length / 2 / ticks) * ticks;
      const halves = [samples.subarray(0, half), samples.subarray(half)];
      const files = await Promise.all(halves.map(async (each) => (await voiceMessageOf(each)).ogg));
      return Buffer.concat(files);
    }
    case 'cut short': {
      const { ogg } = await voiceMessageOf(samples);
      return Buffer.from(ogg.subarray(0, Math.floor(ogg.length * 0.8)));
    }
    case 'wav':
      return waveFile({ sampleRateHz: rateHz, samples });
    case 'mp3':
      return await converted(samples, kind, ['-b:a', '96k']);
    case 'm4a':
      return await converted(samples, kind, ['-c:a', 'aac', '-b:a', '96k']);
    case 'webm':
      return await converted(samples, kind, ['-c:a', 'libopus', '-b:a', '32k']);
    case 'film': {
      const picture = [
        '-f',
        'lavfi',
        '-i',
        'testsrc=size=64x64:rate=5',
        '-map',
        '1:v',
        '-map',
        '0:a',
        '-shortest',
      ];
      const codec = [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'aac',
        '-f',
        'mp4',
      ];
      return await converted(samples, kind, [...picture, ...codec]);
    }
  }
}

/** Chords that swell, without any words. */
export function music(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * rateHz }, (_, at) => {
    const time = at / rateHz;
    const chord = [261.6, 329.6, 392].map((hertz) =>
      Math.sin(2 * Math.PI * hertz * (1 + Math.floor(time) / 12) * time),
    );
    return Math.round(3_000 * (1 + Math.sin(time)) * chord.reduce((sum, tone) => sum + tone, 0));
  });
}

/** Any file as 16 kHz mono, by the machine's ffmpeg. */
export async function decoded(file: Uint8Array): Promise<Int16Array> {
  const raw = await ran('sound.raw', ['-f', 's16le', '-ac', '1', '-ar', '16000'], file);
  return new Int16Array(new Uint8Array(raw).buffer);
}

async function packetsOf(samples: Int16Array, channels: 1 | 2, dtx: boolean): Promise<readonly Uint8Array[]> {
  using encoder = await createEncoder({
    channels,
    sampleRate: rateHz,
    frameSize: ticks,
    application: Application.Voip,
    bitrate: 32_000,
    dtx,
  });
  const packets: Uint8Array[] = [];
  for (let start = 0; start < samples.length + preSkip; start += ticks) {
    const mono = new Int16Array(ticks);
    mono.set(samples.subarray(start, start + ticks));
    const frame =
      channels === 1 ? mono : Int16Array.from({ length: ticks * 2 }, (_, at) => mono[at >> 1] ?? 0);
    packets.push(encoder.encode(frame).slice());
  }
  return packets;
}

async function converted(
  samples: Int16Array,
  kind: RecordingKind,
  options: readonly string[],
): Promise<Buffer> {
  return await ran(recordingKinds[kind], options, waveFile({ sampleRateHz: rateHz, samples }));
}

async function ran(name: string, options: readonly string[], input?: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'emcee-recording-'));
  try {
    const [source, target] = [join(folder, 'input'), join(folder, name)];
    if (input) await writeFile(source, input);
    const given = input ? ['-i', source] : [];
    await promisify(execFile)(ffmpeg ?? 'ffmpeg', ['-v', 'error', '-y', ...given, ...options, target]);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
