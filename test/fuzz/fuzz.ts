import * as fc from 'fast-check';
import { test } from 'vitest';

const wantedCases = numberFrom('FUZZ_CASES');

export interface FuzzOptions {
  /** How many inputs are drawn unless FUZZ_CASES says otherwise: a budget in cases, never in time. */
  readonly cases?: number;
}

/**
 * The property holds for every input drawn: it throws when it doesn't. A failure is shrunk to its smallest input.
 * `FUZZ_SEED=12345 FUZZ_CASES=20000 npx vitest run test/fuzz` draws those of a seed again.
 */
export function fuzz<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  property: (input: Input) => void | Promise<void>,
  { cases = 200 }: FuzzOptions = {},
): void {
  test(name, { timeout: noTimeout }, async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => await property(input)),
      { numRuns: wantedCases ?? cases },
    );
  });
}

/** A busy machine takes longer for the same cases; that's no failure. */
const noTimeout = 60 * 60_000;

function numberFrom(name: string): number | undefined {
  const text = process.env[name];
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${name} must be a whole number, not "${text}"`);
  return value;
}
