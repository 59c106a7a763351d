import { z } from 'zod';

/**
 * A list of the service's, at most so many of its entries, none of which has been looked at: checking each of a hundred
 * thousand would hold everything else up.
 */
export function wireList(most: number) {
  return z
    .custom<readonly unknown[]>((value) => Array.isArray(value))
    .transform((entries) => entries.slice(0, most));
}
