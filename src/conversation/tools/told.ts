import type { z } from 'zod';
import type { Actor } from '../../authority/actor.ts';
import { mayWrite } from '../../authority/place.ts';
import { refusalSentence } from '../../discord/failure-words.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import type { ToolHands, ToolParts } from './tool-parts.ts';

/** What a tool tells the model, which says it in its own words. */
export function done(result: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ok: true, ...result });
}

export function failed(say: string): string {
  return JSON.stringify({ ok: false, say });
}

/** It isn't known who asked, so nothing may be done for them. */
const nobodyAsked = failed('I could not tell who asked. Ask them to say it again, one person at a time.');

interface Given<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly arguments: unknown;
  /** The person who asked, if the room knows. */
  readonly userId: string | undefined;
}

/**
 * Runs a tool with checked arguments for the person who asked, with their current permissions from Discord. Refusals
 * and failures become an answer that the model can say.
 */
export async function told<Schema extends z.ZodType>(
  { request, hands, log }: Pick<ToolParts, 'request' | 'hands' | 'log'>,
  { schema, arguments: given, userId }: Given<Schema>,
  run: (checked: z.output<Schema>, actor: Actor) => Promise<string>,
): Promise<string> {
  const checked = schema.safeParse(given);
  if (!checked.success)
    return failed('Something that is needed is missing or does not fit. Ask for it again.');
  try {
    const actor = userId === undefined ? undefined : await hands.actorOf(request.guildId, userId);
    return actor ? await run(checked.data, actor) : nobodyAsked;
  } catch (error) {
    if (error instanceof Refusal) return failed(refusalSentence(error.facts, wordsFor(request.locale)));
    log.warn({ err: error, reference: request.reference }, 'a tool of a conversation failed');
    return failed('It did not work this time. They can try again later.');
  }
}

/**
 * A tool only writes for a person where they could write themselves at that moment, so their permissions are checked
 * again.
 * @throws {Refusal} `call-channel-closed`, `roles-unknown`
 */
export async function assertMayWrite(
  hands: Pick<ToolHands, 'actorOf'>,
  { guildId, userId }: Pick<Actor, 'guildId' | 'userId'>,
  channelId: string,
): Promise<void> {
  const actor = await hands.actorOf(guildId, userId);
  if (!actor || !mayWrite(actor, { guildId, channelId })) throw new Refusal({ code: 'call-channel-closed' });
}
