import { createHash } from 'node:crypto';

/** Numbers from 0 to below 1 that follow from a text, and from nothing else. */
export function diceOf(text: string): () => number {
  let block = createHash('sha256').update(text).digest();
  let at = 0;
  return () => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    const value = block.readUInt32LE(at) / 2 ** 32;
    at += 4;
    return value;
  };
}
