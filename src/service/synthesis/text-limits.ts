import type { SynthesisProblem } from './problem.ts';

/** Document 2, "Limits". Text that can go on elsewhere is cut as the service bills: the strictest reading of "characters". */
export const messageLimit = 20_000;
export const taskLimit = 200_000;

/**
 * What is wrong with a text, before it is spoken. Plain text is never too long, because it goes on in another message or
 * task; SSML must fit into its one message (document 2 A, `enable_ssml`), in which every character counts 1: the document
 * counts Han twice in `instruction` only.
 */
export function checkSpokenText(text: string, ssml = false): readonly SynthesisProblem[] {
  if (text.trim() === '') return [{ field: 'text', rule: 'empty' }];
  return ssml && [...text].length > messageLimit
    ? [{ field: 'text', rule: 'too-long', max: messageLimit }]
    : [];
}
