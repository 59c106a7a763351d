import { z } from 'zod';

/**
 * A list from the service, cut to this many entries before any is checked: checking a hundred thousand of them would
 * hold up everything else.
 */
export function wireList(most: number) {
  return z
    .custom<readonly unknown[]>((value) => Array.isArray(value))
    .transform((entries) => entries.slice(0, most));
}

/** A text from the service that's useful even if it's cut off. */
export function wireText(mostCharacters: number) {
  return z.string().transform((text) => text.slice(0, mostCharacters));
}
