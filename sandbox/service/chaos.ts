import { createHash } from 'node:crypto';

/** A given share of all calls fails, each in a way drawn from the seed. */
export interface ChaosSettings {
  /** 0 to 1. */
  readonly share: number;
  /** With the same seed, the n-th call of a kind always ends the same way, however the kinds mix. */
  readonly seed: number;
  /** How long a slow answer is held back. Default 1 s. */
  readonly slowMs?: number;
}

export const chaosCalls = ['create', 'query', 'list', 'cancel', 'file'] as const;
export type ChaosCall = (typeof chaosCalls)[number];

/**
 * `-before`: the call has no effect; `-after`: it had its effect and only the answer suffers, as with `garbled` (half of
 * the answer, under its status) and `slow`. `throttled` is a 429 and has no effect.
 */
export const chaosEffects = [
  'error-before',
  'error-after',
  'throttled',
  'drop-before',
  'drop-after',
  'garbled',
  'slow',
] as const;
export type ChaosEffect = (typeof chaosEffects)[number];

/** One call that was hit. */
export interface ChaosStrike {
  readonly call: ChaosCall;
  /** Its place among the calls of its kind since the chaos was set; the first is 0. */
  readonly index: number;
  readonly effect: ChaosEffect;
}

const defaultSlowMs = 1_000;

/** Draws how calls end. */
export class Chaos {
  readonly strikes: ChaosStrike[] = [];
  #settings: ChaosSettings | undefined;
  readonly #counts = new Map<ChaosCall, number>();

  get settings(): ChaosSettings | undefined {
    return this.#settings;
  }

  get slowMs(): number {
    return this.#settings?.slowMs ?? defaultSlowMs;
  }

  /** Counts from the beginning; undefined ends it. */
  set(settings: ChaosSettings | undefined): void {
    this.#settings = settings;
    this.#counts.clear();
    this.strikes.length = 0;
  }

  /** For the next call of its kind; undefined if it's let through. */
  draw(call: ChaosCall): ChaosEffect | undefined {
    if (!this.#settings) return undefined;
    const index = this.#counts.get(call) ?? 0;
    this.#counts.set(call, index + 1);
    const effect = fateOf(this.#settings, call, index);
    if (effect) this.strikes.push({ call, index, effect });
    return effect;
  }
}

function fateOf({ share, seed }: ChaosSettings, call: ChaosCall, index: number): ChaosEffect | undefined {
  const dice = createHash('sha256').update(`${seed} ${call} ${index}`).digest();
  if (dice.readUInt32LE(0) / 2 ** 32 >= share) return undefined;
  return chaosEffects[dice.readUInt32LE(4) % chaosEffects.length];
}
