import { actorOf } from '../../src/discord/actor.ts';
import { moderatorsOnly } from '../../src/discord/guards.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { renderGaps } from '../../src/knowledge/gaps-page.ts';
import { answerWith } from '../kit/answer.ts';
import type { ChatCommand, SelectRoute } from '../kit/surface.ts';

/** `/knowledge gaps`: what members couldn't find. */
export function knowledgeGaps(desk: KnowledgeDesk): ChatCommand<'knowledge gaps'> {
  return {
    path: ['knowledge', 'gaps'],
    options: [],
    guards: [moderatorsOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await answerWith(
        interaction,
        renderGaps(await desk.gaps.list(actorOf(interaction)), desk.gaps.keepDays, words),
      );
    },
  };
}

export function gapsDone(desk: KnowledgeDesk): SelectRoute {
  return {
    feature: 'knowledge',
    action: 'gaps-done',
    acknowledge: 'update',
    guards: [moderatorsOnly],
    run: async ({ interaction, values, words }) => {
      await desk.gaps.remove(actorOf(interaction), values);
      await answerWith(
        interaction,
        renderGaps(await desk.gaps.list(actorOf(interaction)), desk.gaps.keepDays, words),
      );
    },
  };
}
