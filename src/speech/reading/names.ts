import { stripDeceptive } from '../../discord/escape.ts';

/** Longer names are tiring to hear. */
const longestName = 32;
/** Discord's own names are at most 100 characters long. */
const longestRead = 200;

/**
 * A display name to say aloud: ornamental letters become plain ones, without emoji and marks, and at most 32
 * characters. Undefined if nothing is left.
 */
export function spokenName(name: string): string | undefined {
  const plain = stripDeceptive(name.slice(0, longestRead))
    .normalize('NFKC')
    .replace(/\p{RGI_Emoji}|\p{Extended_Pictographic}/gv, ' ')
    .replace(/\p{M}{3,}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}\s'’.-]/gu, ' ')
    .replace(/(.)\1{3,}/gu, '$1$1$1')
    .replace(/\s+/gu, ' ')
    .trim();
  const short = shortened(plain);
  return /[\p{L}\p{N}]/u.test(short) ? short : undefined;
}

function shortened(plain: string): string {
  const characters = Array.from(plain);
  if (characters.length <= longestName) return plain;
  const cut = characters.slice(0, longestName).join('');
  const border = cut.lastIndexOf(' ');
  return (border > longestName / 2 ? cut.slice(0, border) : cut).trim();
}
