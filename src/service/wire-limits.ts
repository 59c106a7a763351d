import { z } from 'zod';

/**
 * A list from the service, cut to that many entries before any is looked at: checking each of a hundred
 * thousand would hold everything else up.
 */
export function wireList(most: number) {
  return z
    .custom<readonly unknown[]>((value) => Array.isArray(value))
    .transform((entries) => entries.slice(0, most));
}

/** A text of the service's that is worth having without its end, too. */
export function wireText(mostCharacters: number) {
  return z.string().transform((text) => text.slice(0, mostCharacters));
}
