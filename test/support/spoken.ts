import { execFileSync } from 'node:child_process';
import { espeak } from '../../sandbox/test/support/needs.ts';

/** Programs are slow to start, and many tests say the same. */
const sounds = new Map<string, Int16Array>();

/** A sentence in one of the machine's own voices, mono, 16 bit. */
export function spoken(sentence: string, voice: string, rateHz: number): Int16Array {
  const key = JSON.stringify([sentence, voice, rateHz]);
  const samples = sounds.get(key) ?? resampled(waveOf(sentence, voice), rateHz);
  sounds.set(key, samples);
  return samples.slice();
}

const waves = new Map<string, Buffer>();

function waveOf(sentence: string, voice: string): Buffer {
  if (!espeak) throw new Error('espeak-ng is not on PATH');
  const key = JSON.stringify([sentence, voice]);
  const options = ['-v', voice, '-s', '165', '--stdout', sentence];
  const wave = waves.get(key) ?? execFileSync(espeak, options, { maxBuffer: 64 * 1024 * 1024 });
  waves.set(key, wave);
  return wave;
}

function resampled(wave: Buffer, rateHz: number): Int16Array {
  const fromHz = wave.readUInt32LE(24);
  const bytes = new Uint8Array(wave.subarray(44));
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  return new Int16Array(Math.floor((samples.length * rateHz) / fromHz)).map((_, index) => {
    const at = (index * fromHz) / rateHz;
    const before = samples[Math.floor(at)] ?? 0;
    return before + ((samples[Math.floor(at) + 1] ?? before) - before) * (at % 1);
  });
}
