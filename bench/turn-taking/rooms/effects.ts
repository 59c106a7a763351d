import { Application, createDecoder, createEncoder } from 'libopus-wasm';
import { drawnFrom } from './drawn.ts';

const rateHz = 16_000;
const full = 32_768;

function clipped(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}

/** Turned up or down until its root mean square is there; of speech, its louder half counts. */
export function atLevel(samples: ArrayLike<number>, dbfs: number, active = false): Int16Array {
  let powers: number[] = [];
  for (let at = 0; at + 320 <= samples.length; at += 320) {
    let power = 0;
    for (let index = at; index < at + 320; index += 1) power += (samples[index] ?? 0) ** 2;
    powers.push(power / 320);
  }
  if (active) powers = powers.toSorted((one, other) => other - one).slice(0, Math.ceil(powers.length / 2));
  const level = Math.sqrt(powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length));
  const gain = level === 0 ? 0 : (full * 10 ** (dbfs / 20)) / level;
  return Int16Array.from(samples, (sample) => clipped(sample * gain));
}

export function louder(samples: Int16Array, decibels: number): Int16Array {
  const gain = 10 ** (decibels / 20);
  return samples.map((sample) => clipped(sample * gain));
}

/** A room that falls by 60 dB in that time: the direct sound, and a few hundred echoes of it. */
export function inRoom(samples: Int16Array, t60Ms: number, seed = 7): Int16Array {
  const random = drawnFrom(seed);
  const taps = Array.from({ length: 160 }, () => {
    const lateMs = 2 + random() * t60Ms;
    return [Math.round(lateMs * 16), (random() * 2 - 1) * 0.35 * 10 ** ((-3 * lateMs) / t60Ms)] as const;
  });
  const sums = Float64Array.from([...samples, ...new Int16Array(t60Ms * 16)]);
  for (const [late, gain] of taps)
    for (let index = 0; index < samples.length; index += 1)
      sums[index + late] = (sums[index + late] ?? 0) + (samples[index] ?? 0) * gain;
  return Int16Array.from(sums, clipped);
}

/** 300 to 3,400 Hz. */
export function byTelephone(samples: Int16Array): Int16Array {
  let sound = Float64Array.from(samples);
  for (let round = 0; round < 2; round += 1) {
    const keepLow = 1 - Math.exp((-2 * Math.PI * 300) / rateHz);
    const keepHigh = 1 - Math.exp((-2 * Math.PI * 3_400) / rateHz);
    let low = 0;
    let high = 0;
    sound = sound.map((sample) => {
      high += (sample - high) * keepHigh;
      low += (high - low) * keepLow;
      return high - low;
    });
  }
  return Int16Array.from(sound, clipped);
}

/** As Opus leaves it at 8 kbit/s, with that share of its packets lost. */
export async function asOpus(samples: Int16Array, lost = 0, seed = 3): Promise<Int16Array> {
  const random = drawnFrom(seed);
  const options = { sampleRate: rateHz, channels: 1 } as const;
  const encoder = await createEncoder({
    ...options,
    application: Application.Voip,
    bitrate: 8_000,
    complexity: 5,
    frameSize: 320,
  });
  const decoder = await createDecoder(options);
  const whole = new Int16Array(Math.ceil(samples.length / 320) * 320);
  const padded = new Int16Array(whole.length);
  padded.set(samples);
  for (let at = 0; at < whole.length; at += 320) {
    const packet = encoder.encode(new Uint8Array(padded.buffer, at * 2, 640));
    whole.set(random() < lost ? decoder.decodePacketLoss(320) : decoder.decode(packet), at);
  }
  encoder.free();
  decoder.free();
  return whole;
}

/** Both at once, the second one that much later. */
export function together(one: Int16Array, other: Int16Array, laterMs = 0): Int16Array {
  const later = Math.round(laterMs * 16);
  const sum = new Int16Array(Math.max(one.length, later + other.length));
  sum.set(one);
  for (let index = 0; index < other.length; index += 1)
    sum[later + index] = clipped((sum[later + index] ?? 0) + (other[index] ?? 0));
  return sum;
}

export function pausing(first: Int16Array, pauseMs: number, second: Int16Array): Int16Array {
  return together(first, second, first.length / 16 + pauseMs);
}
