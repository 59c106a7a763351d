import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Mixer } from '../../../../src/call/hearing/mixer.ts';

const ticksPerFrame = 960;
const frame = (userId: string, index: number, value: number, begin = 0) => ({
  userId,
  samples: new Int16Array(320).fill(value),
  rtpTimestamp: (begin + index * ticksPerFrame) >>> 0,
});

/** Gives frames as they come, 20 ms apart, and takes what is ready. */
function mix(frames: readonly (readonly [atMs: number, ReturnType<typeof frame>])[], mixer = new Mixer()) {
  const chunks: Int16Array[] = [];
  const sorted = frames.toSorted(([one], [other]) => one - other);
  const lastMs = (sorted.at(-1)?.[0] ?? 0) + 400;
  let next = 0;
  for (let nowMs = 0; nowMs <= lastMs; nowMs += 5) {
    for (; next < sorted.length && (sorted[next]?.[0] ?? Infinity) <= nowMs; next += 1) {
      const given = sorted[next];
      if (given) mixer.add(given[1], nowMs);
    }
    chunks.push(...mixer.take(nowMs));
  }
  const rest = mixer.flush();
  if (rest) chunks.push(rest);
  return { samples: chunks.flatMap((chunk) => [...chunk]), sizes: chunks.map(({ length }) => length), mixer };
}

const talk = (userId: string, count: number, value: number, fromMs = 0, begin = 0) =>
  Array.from(
    { length: count },
    (_, index) => [fromMs + index * 20, frame(userId, index, value, begin)] as const,
  );

describe('one speaker', () => {
  it('comes out as they went in, 100 ms at a time', () => {
    const frames = Array.from(
      { length: 10 },
      (_, index) => [index * 20, frame('a', index, index + 1)] as const,
    );
    const { samples, sizes } = mix(frames);
    expect(sizes).toEqual([1_600, 1_600]);
    expect(samples).toEqual(frames.flatMap(([, { samples }]) => [...samples]));
  });

  it('is handed over with the packet that fills the chunk', () => {
    const mixer = new Mixer();
    for (const [atMs, each] of talk('a', 4, 7)) mixer.add(each, atMs);
    expect(mixer.take(60)).toEqual([]);
    mixer.add(frame('a', 4, 7), 80);
    expect(mixer.take(80)).toHaveLength(1);
  });

  it('has silence where a packet is missing, and nothing moves', () => {
    const frames = talk('a', 10, 5).filter((_, index) => index !== 3);
    const { samples } = mix(frames);
    expect(samples).toHaveLength(3_200);
    expect(samples.slice(960, 1_280)).toEqual(new Array(320).fill(0));
    expect(samples.slice(1_280)).toEqual(new Array(1_920).fill(5));
  });

  it('goes on across the wrap of the clock', () => {
    const { samples } = mix(talk('a', 10, 5, 0, 2 ** 32 - 3 * ticksPerFrame));
    expect(samples).toEqual(new Array(3_200).fill(5));
  });

  it('that is cut off leaves the rest of a chunk', () => {
    const { sizes } = mix(talk('a', 7, 5));
    expect(sizes).toEqual([1_600, 640]);
  });
});

describe('several speakers', () => {
  it('are summed where they speak at once', () => {
    const { samples } = mix([...talk('a', 10, 100), ...talk('b', 10, 11, 0, 555)]);
    expect(samples).toHaveLength(3_200);
    expect(samples.slice(320, 2_880).every((sample) => sample === 111)).toBe(true);
  });

  it('are never louder than a sample can be, and nothing is cut', () => {
    const { samples } = mix([...talk('a', 10, 30_000), ...talk('b', 10, 30_000), ...talk('c', 10, -10_000)]);
    expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(32_767);
    const steps = samples
      .slice(640, 2_600)
      .map((sample, index, all) => Math.abs(sample - (all[index - 1] ?? sample)));
    expect(Math.max(...steps)).toBeLessThan(2_000);
  });

  it("keep their own time when another one's packets come late", () => {
    const late = talk('b', 10, 1, 0, 99).map(
      ([atMs, each], index) => [index === 4 ? atMs + 500 : atMs, each] as const,
    );
    const { samples, mixer } = mix([...talk('a', 40, 100), ...late]);
    expect(samples).toHaveLength(12_800);
    const withoutB = samples.map((sample) => sample - (sample % 100));
    expect(withoutB.every((sample) => sample === 100)).toBe(true);
    expect(mixer.lateSamples).toBe(320);
  });

  it('hear nobody wait for one who fell silent in mid-chunk', () => {
    const mixer = new Mixer();
    mixer.add(frame('b', 0, 1), 0);
    for (const [atMs, each] of talk('a', 5, 7)) mixer.add(each, atMs);
    expect(mixer.take(80)).toEqual([]);
    expect(mixer.take(140)).toHaveLength(1);
  });

  it('are all there, whatever the order in which packets come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 60, maxLength: 60 }), (jitter) => {
        // The ears hand over each person's packets in order.
        const late = (frames: ReturnType<typeof talk>, from: number) => {
          let lastMs = 0;
          return frames.map(([atMs, each], index) => {
            lastMs = Math.max(lastMs, atMs + (jitter[from + index] ?? 0));
            return [lastMs, each] as const;
          });
        };
        const a = late(talk('a', 30, 100), 0);
        const b = late(talk('b', 30, 1, 0, 77), 30);
        const { samples, mixer } = mix([...a, ...b]);
        expect(mixer.lateSamples).toBe(0);
        expect(samples.filter((sample) => sample >= 100).length).toBe(30 * 320);
        expect(samples.filter((sample) => sample % 100 === 1).length).toBe(30 * 320);
      }),
      { numRuns: 60 },
    );
  });

  it('are not heard any more once they are removed', () => {
    const mixer = new Mixer();
    mixer.add(frame('a', 0, 5), 0);
    mixer.remove('a');
    for (const [atMs, each] of talk('b', 5, 7, 0)) mixer.add(each, atMs);
    expect(mixer.take(200).length).toBeGreaterThan(0);
  });
});
