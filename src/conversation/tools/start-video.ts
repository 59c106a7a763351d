import { z } from 'zod';
import { showAsIs } from '../../discord/escape.ts';
import { usualSeconds } from '../../service/models.ts';
import { wordsFor } from '../../words/index.ts';
import { answerWithinMs, unanswered } from './questions.ts';
import { assertMayWrite, done, failed, told } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const schema = z.object({
  prompt: z.string().trim().min(1).max(1_500),
  seconds: z.number().int().min(1).max(60).optional(),
});
const longestShown = 1_200;

/** Starts a video for the person who asked, after they press *Yes*, because it uses their allowance. */
export const startVideoTool: ToolMaker = (parts) => {
  const { request, hands, questions } = parts;
  const { startVideo } = hands;
  if (!startVideo) return undefined;
  const { id: callId, textChannelId, panelChannelId, publicLocale: locale } = request;
  return {
    name: 'start_video',
    description:
      'Makes a short video from a description. It costs the person who asks, so they are asked to confirm with a button first.',
    parameters: {
      properties: {
        prompt: { type: 'string', description: 'What the video shows, in one or two sentences' },
        seconds: { type: 'integer', description: 'Its length, if they said one' },
      },
      required: ['prompt'],
    },
    timeoutMs: answerWithinMs + 15_000,
    run: async ({ arguments: given, userId, signal }) =>
      await told(parts, { schema, arguments: given, userId }, async ({ prompt, seconds }, actor) => {
        await assertMayWrite(hands, actor, panelChannelId);
        const { userId: askedBy } = actor;
        const { tools } = wordsFor(locale).conversation;
        const sentence = tools.video(`<@${askedBy}>`, quoted(prompt));
        const yes = tools.makeIt(seconds ?? usualSeconds);
        const where = { textChannelId, panelChannelId };
        const question = { callId, ...where, userId: askedBy, locale, sentence, yes };
        const answer = await questions.ask(question, signal);
        if (answer.is !== 'yes') return failed(unanswered(answer.is));
        try {
          await assertMayWrite(hands, actor, panelChannelId);
          await startVideo(answer.order, { prompt, duration: seconds });
        } catch (error) {
          await answer.close(tools.refused);
          throw error;
        }
        return done({ say: 'The video is being made. It appears in the text channel when it is ready.' });
      }),
  };
};

function quoted(prompt: string): string {
  return showAsIs(prompt, longestShown).replaceAll('\n', '\n> ');
}
