import type { Logger } from 'pino';
import type { z } from 'zod';
import { refusalSentence } from '../../discord/failure-words.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import type { CallRequest } from '../call-types.ts';

/** What a tool tells the model, which says it in its own words. */
export function done(result: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ok: true, ...result });
}

export function failed(say: string): string {
  return JSON.stringify({ ok: false, say });
}

/** Nobody is known to have asked, so nothing may be done for them. */
export const nobodyAsked = failed(
  'I could not tell who asked. Ask them to say it again, one person at a time.',
);

interface Given<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly arguments: unknown;
  readonly request: CallRequest;
  readonly log: Logger;
}

/** Runs a tool with checked arguments; whatever is refused or goes wrong becomes an answer that the model can say. */
export async function told<Schema extends z.ZodType>(
  { schema, arguments: given, request, log }: Given<Schema>,
  run: (checked: z.output<Schema>) => Promise<string>,
): Promise<string> {
  const checked = schema.safeParse(given);
  if (!checked.success)
    return failed('Something that is needed is missing or does not fit. Ask for it again.');
  try {
    return await run(checked.data);
  } catch (error) {
    if (error instanceof Refusal) return failed(refusalSentence(error.facts, wordsFor(request.locale)));
    log.warn({ err: error, reference: request.reference }, 'a tool of a conversation failed');
    return failed('It did not work this time. They can try again later.');
  }
}
