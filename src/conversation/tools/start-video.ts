import { z } from 'zod';
import { showAsIs } from '../../discord/escape.ts';
import { usualSeconds } from '../../service/models.ts';
import { wordsFor } from '../../words/index.ts';
import { answerWithinMs, unanswered } from './questions.ts';
import { assertMayWrite, done, failed, toolFor } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const schema = z.object({
  prompt: z.string().trim().min(1).max(1_500).describe('What the video shows, in one or two sentences'),
  seconds: z.number().int().min(1).max(60).optional().describe('Its length, if they said one'),
});
const longestShown = 1_200;

/** Starts a video for the person who asked, after they press *Yes*, because it uses their allowance. */
export const startVideoTool: ToolMaker = (parts) => {
  const { request, hands, questions } = parts;
  const { startVideo } = hands;
  if (!startVideo) return undefined;
  const { panelChannelId, publicLocale } = request;
  return toolFor(parts, {
    name: 'start_video',
    description:
      'Makes a short video from a description. It costs the person who asks, so they are asked to confirm with a button first.',
    schema,
    timeoutMs: answerWithinMs + 15_000,
    run: async ({ prompt, seconds }, actor, signal) => {
      await assertMayWrite(hands, actor, panelChannelId);
      const { userId } = actor;
      const { tools } = wordsFor(publicLocale).conversation;
      const sentence = tools.video(`<@${userId}>`, quoted(prompt));
      const yes = tools.makeIt(seconds ?? usualSeconds);
      const answer = await questions.ask({ request, userId, sentence, yes }, signal);
      if (answer.is !== 'yes') return failed(unanswered(answer.is));
      try {
        await assertMayWrite(hands, actor, panelChannelId);
        await startVideo(answer.order, { prompt, duration: seconds });
      } catch (error) {
        await answer.close(tools.refused);
        throw error;
      }
      return done({ say: 'The video is being made. It appears in the text channel when it is ready.' });
    },
  });
};

function quoted(prompt: string): string {
  return showAsIs(prompt, longestShown).replaceAll('\n', '\n> ');
}
