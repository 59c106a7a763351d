import { z } from 'zod';
import type { Actor } from '../../authority/actor.ts';
import { mayWrite } from '../../authority/place.ts';
import { refusalSentence } from '../../discord/failure-words.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import type { CallTool } from '../call-types.ts';
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

interface PersonalTool<Schema extends z.ZodObject> extends Omit<CallTool, 'parameters' | 'run'> {
  /** Each field is described for the model. */
  readonly schema: Schema;
  readonly run: (checked: z.output<Schema>, actor: Actor, signal: AbortSignal) => Promise<string>;
}

/** What the model is told of a schema: it's checked here, whatever limits it has. */
const told = z.object({
  properties: z.record(
    z.string(),
    z.object({ type: z.enum(['string', 'integer']), description: z.string() }),
  ),
  required: z.array(z.string()),
});

/**
 * A tool that runs with checked arguments for the person who asked, with their current permissions from Discord. Refusals
 * and failures become an answer that the model can say.
 */
export function toolFor<Schema extends z.ZodObject>(
  { request, hands, log }: Pick<ToolParts, 'request' | 'hands' | 'log'>,
  { schema, run, ...tool }: PersonalTool<Schema>,
): CallTool {
  return {
    ...tool,
    parameters: told.parse(z.toJSONSchema(schema, { io: 'input' })),
    run: async ({ arguments: given, userId, signal }) => {
      const checked = schema.safeParse(given);
      if (!checked.success)
        return failed('Something that is needed is missing or does not fit. Ask for it again.');
      try {
        const actor = userId === undefined ? undefined : await hands.actorOf(request.guildId, userId);
        return actor ? await run(checked.data, actor, signal) : nobodyAsked;
      } catch (error) {
        if (error instanceof Refusal) return failed(refusalSentence(error.facts, wordsFor(request.locale)));
        log.warn({ err: error, reference: request.reference }, 'a tool of a conversation failed');
        return failed('It did not work this time. They can try again later.');
      }
    },
  };
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
