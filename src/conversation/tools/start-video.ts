import { z } from 'zod';
import { showAsIs } from '../../discord/escape.ts';
import { wordsFor } from '../../words/index.ts';
import { answerWithinMs } from './questions.ts';
import { done, failed, nobodyAsked, told } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const schema = z.object({
  prompt: z.string().trim().min(1).max(1_500),
  seconds: z.number().int().min(1).max(60).optional(),
});
const longestShown = 1_200;

/** Starts a video for the person who asked, once they pressed *Yes*: it's their allowance. */
export const startVideoTool: ToolMaker = ({ request, hands, questions, log }) => {
  const { startVideo } = hands;
  if (!startVideo) return undefined;
  const { textChannelId: channelId, publicLocale: locale } = request;
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
      await told({ schema, arguments: given, request, log }, async ({ prompt, seconds }) => {
        if (userId === undefined) return nobodyAsked;
        const { tools } = wordsFor(locale).conversation;
        const sentence = tools.video(`<@${userId}>`, quoted(prompt), seconds);
        const answer = await questions.ask({ channelId, userId, locale, sentence }, signal);
        if (answer.is === 'no') return failed('They pressed No.');
        if (answer.is === 'late') return failed('They did not press Yes in time, so nothing was made.');
        try {
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
