import type { FaultEffect, Faults } from '../../../sandbox/faults.ts';

export interface FailingCalls {
  /** 0 to 1. */
  readonly share: number;
  readonly seed: number;
  /** How many calls are decided on; those after them all succeed. */
  readonly calls: number;
}

const tooMany = { message: 'You are being rate limited.', retry_after: 1, global: false };

/** Ways in which a call to Discord fails while it is there at all. */
const effects: readonly FaultEffect[] = [
  { kind: 'answer', when: 'before', status: 500, body: { message: '500: Internal Server Error', code: 0 } },
  { kind: 'answer', when: 'after', status: 500, body: { message: '500: Internal Server Error', code: 0 } },
  { kind: 'answer', when: 'before', status: 503, body: '<html><h1>upstream connect error</h1></html>' },
  { kind: 'answer', when: 'after', status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' },
  { kind: 'answer', when: 'before', status: 429, headers: { 'retry-after': '1' }, body: tooMany },
  {
    kind: 'answer',
    when: 'after',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":"1324',
  },
  { kind: 'drop', when: 'before' },
  { kind: 'drop', when: 'after' },
  { kind: 'delay', ms: 200 },
];

/**
 * Lets a share of the bot's calls to the Discord stand-in fail in random ways, the same ones in the same order for the
 * same seed. Only calls below the path with the version are hit: people use the one without.
 * @returns how many will be hit
 */
export function letCallsFail(faults: Faults, { share, seed, calls }: FailingCalls): number {
  const random = randomFrom(seed);
  const path = '/api/v10/**';
  let [spared, hit] = [0, 0];
  for (let call = 0; call < calls; call += 1) {
    const effect = random() < share ? effects[Math.floor(random() * effects.length)] : undefined;
    if (!effect) {
      spared += 1;
      continue;
    }
    // Faults are taken in the order in which they were armed: one that does nothing lets calls through.
    if (spared > 0) faults.arm({ path, times: spared, effect: { kind: 'delay', ms: 0 } });
    faults.arm({ path, effect });
    [spared, hit] = [0, hit + 1];
  }
  return hit;
}

/** Mulberry32: 0 up to, but not including, 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
