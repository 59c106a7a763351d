import { drawnFrom } from './drawn.ts';
import { atLevel } from './effects.ts';

/** What fills one noise: it adds to `into`, 16 kHz, with numbers from 0 to 1 to draw from. */
type Noise = (into: Float64Array, random: () => number) => void;

const rateHz = 16_000;

/** Calls `each` at every event's first sample, `leastMs` to `mostMs` apart. */
function everySo(
  into: Float64Array,
  random: () => number,
  [leastMs, mostMs]: readonly [number, number],
  each: (at: number) => void,
): void {
  for (
    let at = random() * mostMs * 16;
    at < into.length;
    at += (leastMs + random() * (mostMs - leastMs)) * 16
  )
    each(Math.floor(at));
}

function burst(
  into: Float64Array,
  at: number,
  durationMs: number,
  sample: (passed: number, share: number) => number,
): void {
  const count = durationMs * 16;
  for (let index = 0; index < count && at + index < into.length; index += 1)
    into[at + index] = (into[at + index] ?? 0) + sample(index / rateHz, index / count);
}

/** White noise between two edges, as two one-pole filters make it. */
function band(random: () => number, lowHz: number, highHz: number): () => number {
  const keepHigh = 1 - Math.exp((-2 * Math.PI * highHz) / rateHz);
  const keepLow = 1 - Math.exp((-2 * Math.PI * lowHz) / rateHz);
  let high = 0;
  let low = 0;
  return () => {
    high += (random() * 2 - 1 - high) * keepHigh;
    low += (high - low) * keepLow;
    return high - low;
  };
}

const tone = (hz: number, seconds: number) => Math.sin(2 * Math.PI * hz * seconds);

const steady =
  (lowHz: number, highHz: number, humHz: number, hum: number): Noise =>
  (into, random) => {
    const next = band(random, lowHz, highHz);
    for (let index = 0; index < into.length; index += 1) {
      const seconds = index / rateHz;
      const sway = 1 + 0.1 * tone(0.7, seconds);
      into[index] = sway * next() + hum * (tone(humHz, seconds) + 0.5 * tone(humHz * 2, seconds));
    }
  };

const keyboard: Noise = (into, random) =>
  everySo(into, random, [90, 320], (at) => {
    const click = band(random, 1_500, 6_000);
    const thud = 120 + random() * 120;
    const loud = 0.5 + random();
    burst(
      into,
      at,
      45,
      (s) => loud * (click() * Math.exp(-s * 180) + 0.3 * tone(thud, s) * Math.exp(-s * 90)),
    );
  });

const knocks: Noise = (into, random) =>
  everySo(into, random, [900, 1_900], (at) => {
    const hz = 140 + random() * 90;
    const next = band(random, 200, 1_500);
    for (const later of [0, 190, 370])
      burst(into, at + later * 16, 120, (s) => (tone(hz, s) + next()) * Math.exp(-s * 45));
  });

const scale = [0, 2, 4, 5, 7, 9, 11, 12];
const music: Noise = (into, random) =>
  everySo(into, random, [230, 260], (at) => {
    for (const [octave, loud] of [
      [1, 1],
      [0.5, 0.7],
      [2, 0.4],
    ] as const) {
      const hz = 220 * octave * 2 ** ((scale[Math.floor(random() * 8)] ?? 0) / 12);
      burst(into, at, 480, (s) => {
        const attack = Math.min(1, s * 100);
        return (
          loud * attack * Math.exp(-s * 5) * (tone(hz, s) + 0.5 * tone(hz * 2, s) + 0.3 * tone(hz * 3, s))
        );
      });
    }
  });

const drums: Noise = (into, random) => {
  let beat = 0;
  everySo(into, random, [245, 255], (at) => {
    const hat = band(random, 4_000, 7_900);
    const snare = band(random, 300, 4_000);
    burst(into, at, 60, (s) => 0.5 * hat() * Math.exp(-s * 80));
    if (beat % 4 === 0)
      burst(into, at, 200, (s) => 2 * tone(60 + 60 * Math.exp(-s * 40), s) * Math.exp(-s * 18));
    if (beat % 4 === 2) burst(into, at, 160, (s) => 2 * snare() * Math.exp(-s * 25));
    beat += 1;
  });
};

const breathing: Noise = (into, random) =>
  everySo(into, random, [1_700, 2_300], (at) => {
    const next = band(random, 400, 3_500);
    burst(into, at, 800, (_, share) => next() * Math.sin(Math.PI * share) ** 2);
    burst(into, at + 950 * 16, 600, (_, share) => 0.7 * next() * Math.sin(Math.PI * share) ** 2);
  });

const dishes: Noise = (into, random) =>
  everySo(into, random, [120, 700], (at) => {
    const partials = [0, 1, 2].map(() => [1_300 + random() * 4_500, 8 + random() * 20] as const);
    burst(into, at, 260, (s) =>
      partials.reduce((sum, [hz, decay]) => sum + tone(hz, s) * Math.exp(-s * decay), 0),
    );
  });

const barks: Noise = (into, random) =>
  everySo(into, random, [1_100, 2_600], (at) => {
    const hz = 380 + random() * 300;
    const rough = band(random, 500, 3_000);
    for (const later of random() < 0.5 ? [0] : [0, 340]) {
      let phase = 0;
      burst(into, at + later * 16, 170, (_, share) => {
        phase += (hz * (0.8 + 0.5 * Math.sin(Math.PI * share))) / rateHz;
        const voice = [1, 2, 3, 4].reduce((sum, k) => sum + Math.sin(2 * Math.PI * k * phase) / k, 0);
        return Math.sin(Math.PI * share) ** 0.7 * (voice + 0.8 * rough());
      });
    }
  });

const rustling: Noise = (into, random) =>
  everySo(into, random, [60, 420], (at) => {
    const next = band(random, 1_200, 7_000);
    const loud = random();
    burst(into, at, 40 + random() * 160, (_, share) => loud * next() * Math.sin(Math.PI * share));
  });

const traffic: Noise = (into, random) => {
  const next = band(random, 40, 700);
  for (let index = 0; index < into.length; index += 1)
    into[index] = next() * (0.25 + Math.max(0, tone(0.21, index / rateHz)) ** 2);
};

const squeaks: Noise = (into, random) =>
  everySo(into, random, [800, 2_500], (at) => {
    const from = 600 + random() * 900;
    let phase = 0;
    burst(into, at, 150 + random() * 250, (_, share) => {
      phase += (from * (1 + 0.6 * share)) / rateHz;
      return (
        Math.sin(Math.PI * share) * (Math.sin(2 * Math.PI * phase) + 0.4 * Math.sin(4 * Math.PI * phase))
      );
    });
  });

const ringtone: Noise = (into, random) =>
  everySo(into, random, [1_900, 2_100], (at) => {
    burst(into, at, 900, (s) => tone(440, s) + tone(480, s));
  });

export const noises: Readonly<Record<string, Noise>> = {
  fan: steady(60, 900, 100, 0.02),
  vacuum: steady(100, 4_000, 230, 0.08),
  rain: steady(500, 6_000, 50, 0),
  traffic,
  keyboard,
  knocks,
  music,
  drums,
  breathing,
  dishes,
  barks,
  rustling,
  squeaks,
  ringtone,
};
export const steadyNoises = ['fan', 'vacuum', 'rain'] as const;

/** So many seconds of a noise at a level, which is that of all of it together. */
export function noiseOf(kind: string, seconds: number, dbfs: number, seed = 1): Int16Array {
  const into = new Float64Array(seconds * rateHz);
  noises[kind]?.(into, drawnFrom(seed));
  return atLevel(into, dbfs);
}
