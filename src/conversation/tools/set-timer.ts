import { z } from 'zod';
import type { Actor } from '../../authority/actor.ts';
import { showAsIs } from '../../discord/escape.ts';
import { container, text } from '../../discord/layout.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import { assertMayWrite, done, failed, toolFor } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const longestSeconds = 3_600;
const schema = z.object({
  seconds: z.number().int().min(1).max(longestSeconds).describe('From now on, in seconds: 1 to 3600'),
  label: z.string().trim().max(200).optional().describe('What it is for, if they said so'),
});
const mostTimers = 10;

/**
 * Pings the person in the call's text channel when time's up, if the call is still running. If they can't write there
 * by then, they're told privately.
 */
export const setTimer: ToolMaker = (parts) => {
  const { request, hands, messenger, clock, log, over } = parts;
  const { id, panelChannelId, publicLocale, reference } = request;
  let running = 0;
  let made = 0;
  const ring = async (actor: Actor, label: string | undefined, nonce: string) => {
    const { userId } = actor;
    const what = label ? showAsIs(label, 400) : undefined;
    const sentence = wordsFor(publicLocale).conversation.tools.timer(`<@${userId}>`, what);
    const components = [container([text(sentence)])];
    try {
      await assertMayWrite(hands, actor, panelChannelId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!over.aborted) await messenger.direct(userId, { components }, nonce);
      return;
    }
    if (!over.aborted) await messenger.post(panelChannelId, { components, mentions: [userId] }, nonce);
  };
  return toolFor(parts, {
    name: 'set_timer',
    description:
      'Sets a timer of up to an hour. It ends with the conversation, and pings the person in the text channel.',
    schema,
    run: async ({ seconds, label }, actor) => {
      await assertMayWrite(hands, actor, panelChannelId);
      if (running >= mostTimers) return failed('Ten timers are running already. Wait for one to end.');
      running += 1;
      made += 1;
      const nonce = `t${made}-${id.slice(-16)}`;
      void clock
        .sleep(seconds * 1_000, over)
        .then(async () => await ring(actor, label, nonce))
        .catch((error: unknown) => {
          if (!over.aborted) log.warn({ err: error, reference }, "couldn't announce a timer");
        })
        .finally(() => {
          running -= 1;
        });
      return done({ say: `A timer of ${seconds} seconds is running.` });
    },
  });
};
