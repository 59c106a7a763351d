import type { OptionWords } from '../../discord/words/command-words.ts';

type ReferenceNumber = 1 | 2 | 3 | 4 | 5;
export type ReferenceOption = `reference${ReferenceNumber}` | `url${ReferenceNumber}`;

const numbers: readonly ReferenceNumber[] = [1, 2, 3, 4, 5];

/** What a reference video is made of, as a file or by address, in order. */
export function eachReference(
  file: (number: ReferenceNumber) => OptionWords,
  address: (number: ReferenceNumber) => OptionWords,
): Readonly<Record<ReferenceOption, OptionWords>> {
  const entries = numbers.flatMap((number) => [
    [`reference${number}`, file(number)],
    [`url${number}`, address(number)],
  ]);
  return Object.fromEntries(entries);
}
