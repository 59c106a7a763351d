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

/** What a recording is made of: mono sound of 48 kHz. */
export interface Sound {
  readonly samples: Int16Array;
  readonly kind: RecordingKind;
}

/** Mono sound of 48 kHz as a file of that kind; those in `conversions` need ffmpeg. */
export async function recordingOf(samples: Int16Array, kind: RecordingKind): Promise<Buffer> {
  const [file] = await recordingsOf([{ samples, kind }]);
  if (!file) throw new Error(`no file of kind ${kind}`);
  return file;
}

/** Several at once, because each start of ffmpeg costs more than what it does. */
export async function recordingsOf(sounds: readonly Sound[]): Promise<readonly Buffer[]> {
  const converted = sounds.filter(({ kind }) => kind in conversions);
  const files = await converting(
    converted.map(({ samples, kind }) => ({
      input: waveFile({ sampleRateHz: rateHz, samples }),
      name: recordingKinds[kind],
      options: conversions[kind] ?? [],
    })),
    pictures,
  );
  const made = new Map(converted.map((sound, at) => [sound, files[at]]));
  return await Promise.all(
    sounds.map(async (sound) => made.get(sound) ?? (await written(sound.samples, sound.kind))),
  );
}

/** The picture of a film. */
const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5'];
const ofPictures = ['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** What ffmpeg makes, and how. */
const conversions: Partial<Readonly<Record<RecordingKind, readonly string[]>>> = {
  mp3: ['-b:a', '96k'],
  m4a: ['-c:a', 'aac', '-b:a', '96k'],
  webm: ['-c:a', 'libopus', '-b:a', '32k'],
  film: ['-map', '0:v', ...ofPictures, '-c:a', 'aac', '-f', 'mp4'],
};

async function written(samples: Int16Array, kind: RecordingKind): Promise<Buffer> {
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
    default:
      throw new Error(`only ffmpeg makes ${kind}`);
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
  const [samples] = await decodedAll([file]);
  if (!samples) throw new Error('nothing was decoded');
  return samples;
}

/** Several at once, because each start of ffmpeg costs more than what it does. */
export async function decodedAll(files: readonly Uint8Array[]): Promise<readonly Int16Array[]> {
  const options = ['-f', 's16le', '-ac', '1', '-ar', '16000'];
  const raw = await converting(files.map((input) => ({ input, name: 'sound.raw', options })));
  return raw.map((each) => new Int16Array(new Uint8Array(each).buffer));
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

interface Conversion {
  readonly input: Uint8Array;
  readonly name: string;
  readonly options: readonly string[];
}

/** Converts the sound of each input by one run of ffmpeg. `first`: its input 0, where some want one. */
async function converting(
  conversions: readonly Conversion[],
  first: readonly string[] = [],
): Promise<readonly Buffer[]> {
  if (conversions.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'emcee-recording-'));
  try {
    const inputs: string[] = [...first];
    const outputs: string[] = [];
    const targets: string[] = [];
    for (const [at, { input, name, options }] of conversions.entries()) {
      const [source, target] = [join(folder, `${at}-input`), join(folder, `${at}-${name}`)];
      await writeFile(source, input);
      inputs.push('-i', source);
      outputs.push(...options, '-map', `${at + (first.length > 0 ? 1 : 0)}:a`, target);
      targets.push(target);
    }
    await promisify(execFile)(ffmpeg ?? 'ffmpeg', ['-v', 'error', '-y', ...inputs, ...outputs]);
    return await Promise.all(targets.map(async (target) => await readFile(target)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
