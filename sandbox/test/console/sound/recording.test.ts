import { expect, test } from 'vitest';
import { meterLevel, rms } from '../../../console/page/sound/loudness.ts';
import { Recording } from '../../../console/page/sound/recording.ts';

function samplesOf(wav: Uint8Array): Int16Array {
  return new Int16Array(wav.buffer.slice(44));
}

test('a recording is a WAV file of 16 bits, mono, 48 kHz', () => {
  const recording = new Recording(1);
  recording.add(Float32Array.of(0, 0.5, -0.5, 1, -1, 2));
  const wav = recording.wav();
  const view = new DataView(wav.buffer);
  const text = (at: number, length: number) => String.fromCharCode(...wav.subarray(at, at + length));
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
  expect(view.getUint32(4, true)).toBe(wav.length - 8);
  expect([20, 22, 32, 34].map((at) => view.getUint16(at, true))).toEqual([1, 1, 2, 16]);
  expect([24, 28, 40].map((at) => view.getUint32(at, true))).toEqual([48_000, 96_000, 12]);
  expect([...samplesOf(wav)]).toEqual([0, 16_384, -16_383, 32_767, -32_767, 32_767]);
});

test('a recording keeps the last seconds', () => {
  const recording = new Recording(1);
  for (let piece = 0; piece < 25; piece += 1) recording.add(new Float32Array(4800).fill(piece / 100));
  const samples = samplesOf(recording.wav());
  expect(samples.length).toBe(48_000);
  expect(samples[0]).toBe(Math.round(0.15 * 32_767));
});

test('loudness is zero for silence, one at full scale, and half at −30 dB', () => {
  expect(meterLevel(rms(new Float32Array(10)))).toBe(0);
  expect(meterLevel(rms(new Float32Array(10).fill(-1)))).toBe(1);
  expect(meterLevel(10 ** (-30 / 20))).toBeCloseTo(0.5);
  expect(meterLevel(10 ** (-80 / 20))).toBe(0);
  expect(rms(new Float32Array(0))).toBe(0);
});
