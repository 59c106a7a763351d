import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';

/** A message of one sentence. */
export function plain(sentence: string): MessageBody {
  return { components: [container([text(sentence)])] };
}
