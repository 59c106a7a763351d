import { randomInt } from 'node:crypto';

/** No 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V: a person reads it out, another types it into a search. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679';

/** Eight characters as `XXXX-XXXX`: some 78 billion, enough to find one event in a log. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${part()}-${part()}`;
}
