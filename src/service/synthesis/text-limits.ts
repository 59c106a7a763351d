import { weightedLength } from './characters.ts';
import type { SynthesisProblem } from './problem.ts';

/** Document 2, "Limits". Counted as the service bills, the strictest reading of "characters". */
export const messageLimit = 20_000;
export const taskLimit = 200_000;

/**
 * What is wrong with a text, before it is spoken. Plain text is never too long, because it goes on in another message or
 * task; SSML must fit into its one message (document 2 A, `enable_ssml`).
 */
export function checkSpokenText(text: string, ssml = false): readonly SynthesisProblem[] {
  if (text.trim() === '') return [{ field: 'text', rule: 'empty' }];
  return ssml && weightedLength(text) > messageLimit
    ? [{ field: 'text', rule: 'too-long', max: messageLimit }]
    : [];
}
