import { execFileSync } from 'node:child_process';
import { espeak } from '../../sandbox/test/support/needs.ts';

/** A sentence in one of the machine's own voices, mono, 16 bit. */
export function spoken(sentence: string, voice: string, rateHz: number): Int16Array {
  if (!espeak) throw new Error('espeak-ng is not on PATH');
  const wave = execFileSync(espeak, ['-v', voice, '-s', '165', '--stdout', sentence], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const fromHz = wave.readUInt32LE(24);
  const bytes = new Uint8Array(wave.subarray(44));
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  return new Int16Array(Math.floor((samples.length * rateHz) / fromHz)).map((_, index) => {
    const at = (index * fromHz) / rateHz;
    const before = samples[Math.floor(at)] ?? 0;
    return before + ((samples[Math.floor(at) + 1] ?? before) - before) * (at % 1);
  });
}
