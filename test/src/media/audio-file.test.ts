import { expect, it } from 'vitest';
import { waveSeconds } from '../../../src/media/audio-file.ts';

/** As RIFF has them: chunks of an odd length are followed by a byte that isn't theirs. */
function wave(...chunks: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  return Buffer.concat([
    Buffer.from('RIFF....WAVE'),
    ...chunks.flatMap(([name, content]) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(content.length);
      return [Buffer.from(name), length, content, Buffer.alloc(content.length % 2)];
    }),
  ]);
}

/** Mono of 16 bits at 8 kHz. */
const format = Buffer.alloc(16);
format.writeUInt32LE(8_000, 4);
format.writeUInt32LE(16_000, 8);
const sound = Buffer.alloc(8_000, 7);

it('finds the sound behind a chunk of an odd length', () => {
  const bytes = wave(['LIST', Buffer.from('abc')], ['fmt ', format], ['data', sound]);
  expect(waveSeconds(bytes)).toBe(0.5);
});

it('takes the length from what is there, and from the samples that are promised if those are fewer', () => {
  const cut = wave(['fmt ', format], ['data', sound]).subarray(0, -4_000);
  expect(waveSeconds(cut)).toBe(0.25);
  const fact = Buffer.alloc(4);
  fact.writeUInt32LE(800);
  expect(waveSeconds(wave(['fmt ', format], ['fact', fact], ['data', sound]))).toBe(0.1);
});

it.each([
  ['without a format', wave(['data', sound])],
  ['without sound', wave(['fmt ', format])],
  ['with a format that is cut off', wave(['fmt ', format.subarray(0, 8)], ['data', sound])],
  [
    'of more chunks than are looked through',
    wave(...Array(10_000).fill(['LIST', Buffer.alloc(0)]), ['fmt ', format], ['data', sound]),
  ],
  ['that is none', Buffer.from('no wave at all, just words')],
])('has no length %s', (_, bytes) => {
  expect(waveSeconds(bytes)).toBeUndefined();
});
