import type { SeenGap } from './voice-server-types.ts';

const windowPackets = 64;
const frameSamples = 960;

export type Arrival =
  | { readonly kind: 'new'; readonly gap: Omit<SeenGap, 'atMs'> | undefined }
  | { readonly kind: 'replayed' };

/** The order of one sender's packets: which came already, and where numbers or times jump. */
export class IncomingStream {
  #highest: { sequence: number; timestamp: number } | undefined;
  /** Bit n is set when the packet n before the highest came. */
  #seen = 0n;

  accept(sequence: number, timestamp: number): Arrival {
    const highest = this.#highest;
    if (!highest) {
      this.#highest = { sequence, timestamp };
      this.#seen = 1n;
      return { kind: 'new', gap: undefined };
    }
    const step = stepOf16(highest.sequence, sequence);
    if (step <= 0) return this.#late(-step);
    const timestampStep = (timestamp - highest.timestamp) >>> 0;
    this.#highest = { sequence, timestamp };
    this.#seen = BigInt.asUintN(windowPackets, step < windowPackets ? this.#seen << BigInt(step) : 0n) | 1n;
    const even = step === 1 && timestampStep === frameSamples;
    return { kind: 'new', gap: even ? undefined : { sequenceStep: step, timestampStep } };
  }

  #late(age: number): Arrival {
    const bit = 1n << BigInt(age);
    if (age >= windowPackets || (this.#seen & bit) !== 0n) return { kind: 'replayed' };
    this.#seen |= bit;
    return { kind: 'new', gap: undefined };
  }
}

/** The shortest way from one 16-bit number to another, -32768 to 32767. */
function stepOf16(from: number, to: number): number {
  return ((to - from + 0x1_8000) & 0xffff) - 0x8000;
}
