import { guildOnly, youMay } from '../../src/discord/guards.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { renderGaps } from '../../src/knowledge/gaps-page.ts';
import type { ChatCommand, SelectRoute } from '../kit/surface.ts';
import { answerWith } from './answer.ts';

/** `/knowledge gaps`: what members could not find. */
export function knowledgeGaps(desk: KnowledgeDesk): ChatCommand<'knowledge gaps'> {
  return {
    path: ['knowledge', 'gaps'],
    options: [],
    guards: [guildOnly, youMay('ManageGuild')],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await answerWith(interaction, renderGaps(await desk.gaps.list(interaction.guildId), words));
    },
  };
}

export function gapsDone(desk: KnowledgeDesk): SelectRoute {
  return {
    feature: 'knowledge',
    action: 'gaps-done',
    acknowledge: 'update',
    guards: [guildOnly, youMay('ManageGuild')],
    run: async ({ interaction, values, words }) => {
      await desk.gaps.remove(interaction.guildId, values);
      await answerWith(interaction, renderGaps(await desk.gaps.list(interaction.guildId), words));
    },
  };
}
