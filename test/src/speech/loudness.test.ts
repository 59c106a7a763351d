import { describe, expect, it } from 'vitest';
import { oggOpus } from '../../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../../sandbox/test/support/opus-speech.ts';
import { loudnessOf } from '../../../src/speech/loudness.ts';

const rateHz = 48_000;
/** 440 Hz, of a loudness from 0 to 1 that changes from second to second. */
function tone(...levels: readonly number[]): Int16Array {
  return Int16Array.from({ length: levels.length * rateHz }, (_, at) => {
    const level = levels[Math.floor(at / rateHz)] ?? 0;
    return Math.round(Math.sin((2 * Math.PI * 440 * at) / rateHz) * level * 30_000);
  });
}

const recorded = async (sound: Int16Array, options: Parameters<typeof oggOpus>[1] = {}) =>
  oggOpus(await encodeSpeech(sound, rateHz), options);
const mean = (points: Uint8Array) => points.reduce((sum, point) => sum + point, 0) / points.length;

describe('how loud a recording is', () => {
  it('has a point each 100 ms, as loud as what is heard there', async () => {
    const { waveform } = await loudnessOf(await recorded(tone(1, 0, 0.5)));
    expect(waveform.length).toBeGreaterThanOrEqual(30);
    expect(waveform.length).toBeLessThanOrEqual(31);
    expect(Math.max(...waveform)).toBe(255);
    expect(mean(waveform.subarray(1, 9))).toBeGreaterThan(220);
    expect(mean(waveform.subarray(12, 19))).toBeLessThan(10);
    expect(mean(waveform.subarray(22, 29))).toBeGreaterThan(100);
    expect(mean(waveform.subarray(22, 29))).toBeLessThan(160);
  });

  it('shows a quiet voice, too', async () => {
    const { waveform } = await loudnessOf(await recorded(tone(0.02)));
    expect(mean(waveform.subarray(1, 9))).toBeGreaterThan(180);
  });

  it('has 256 points at most, also of a long one', async () => {
    const { seconds, waveform } = await loudnessOf(await recorded(tone(...Array<number>(40).fill(0.5))));
    expect(waveform).toHaveLength(256);
    expect(seconds).toBeCloseTo(40, 0);
    expect(Math.min(...waveform.subarray(1, 250))).toBeGreaterThan(180);
  });

  it('leaves out what is not to be heard: the lead-in and the filling at the end', async () => {
    const ticks = 1.5 * rateHz;
    const options = { preSkip: 3_840, endTicks: ticks + 3_840, packetsPerPage: 20 };
    const { seconds } = await loudnessOf(await recorded(tone(1, 1), options));
    expect(seconds).toBeLessThan(2);
    expect(seconds).toBeGreaterThan(1.4);
  });

  it('lets everything else go on while it is measured', async () => {
    const long = await recorded(tone(...Array<number>(10).fill(0.5)));
    let breaths = 0;
    let measuring = true;
    const count = () => {
      breaths += 1;
      if (measuring) setImmediate(count);
    };
    setImmediate(count);
    await loudnessOf(long);
    measuring = false;
    expect(breaths).toBeGreaterThan(5);
  });

  it('of what is no recording is an error', async () => {
    await expect(loudnessOf(Uint8Array.of(1, 2, 3))).rejects.toThrow();
  });
});
