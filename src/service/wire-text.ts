import { z } from 'zod';

/** A text of the service's that is worth having without its end, too. */
export function wireText(mostCharacters: number) {
  return z.string().transform((text) => text.slice(0, mostCharacters));
}
