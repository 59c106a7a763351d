import { z } from 'zod';
import { showAsIs } from '../../discord/escape.ts';
import { container, text } from '../../discord/layout.ts';
import { wordsFor } from '../../words/index.ts';
import { done, failed, nobodyAsked, told } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const longestSeconds = 3_600;
const schema = z.object({
  seconds: z.number().int().min(1).max(longestSeconds),
  label: z.string().trim().max(200).optional(),
});
const mostTimers = 10;

/** Pings the person in the call's text channel when time's up, if the call still runs. */
export const setTimer: ToolMaker = ({ request, messenger, clock, log, over }) => {
  const { id, textChannelId, publicLocale, reference } = request;
  let running = 0;
  let made = 0;
  return {
    name: 'set_timer',
    description:
      'Sets a timer of up to an hour. It ends with the conversation, and pings the person in the text channel.',
    parameters: {
      properties: {
        seconds: { type: 'integer', description: 'From now on, in seconds: 1 to 3600' },
        label: { type: 'string', description: 'What it is for, if they said so' },
      },
      required: ['seconds'],
    },
    run: async ({ arguments: given, userId }) =>
      await told({ schema, arguments: given, request, log }, async ({ seconds, label }) => {
        if (userId === undefined) return nobodyAsked;
        if (running >= mostTimers) return failed('Ten timers are running already. Wait for one to end.');
        running += 1;
        made += 1;
        const nonce = `t${made}-${id.slice(-16)}`;
        const ring = async () => {
          const what = label ? showAsIs(label, 400) : undefined;
          const sentence = wordsFor(publicLocale).conversation.tools.timer(`<@${userId}>`, what);
          await messenger.post(
            textChannelId,
            { components: [container([text(sentence)])], mentions: [userId] },
            nonce,
          );
        };
        void clock
          .sleep(seconds * 1_000, over)
          .then(ring)
          .catch((error: unknown) => {
            if (!over.aborted) log.warn({ err: error, reference }, "couldn't announce a timer");
          })
          .finally(() => {
            running -= 1;
          });
        return done({ say: `A timer of ${seconds} seconds is running.` });
      }),
  };
};
