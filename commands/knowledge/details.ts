import { placedActorOf } from '../../src/discord/actor.ts';
import { passageNumbers } from '../../src/knowledge/answer-page.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { renderDetails } from '../../src/knowledge/details-page.ts';
import { parsePageId } from '../../src/knowledge/search-page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith } from '../kit/answer.ts';
import type { ButtonRoute, SelectRoute } from '../kit/surface.ts';

/** Everything about the document chosen in a menu. */
export function chosenDetails(desk: KnowledgeDesk): SelectRoute {
  return {
    feature: 'knowledge',
    action: 'details',
    acknowledge: 'private',
    run: async ({ interaction, id, values, words }) => {
      const reader = placedActorOf(interaction);
      const page = await desk.page(reader, id);
      const shown = page.documents[Number(values[0])];
      const { base, document } = await desk.document(reader, shown);
      await answerWith(interaction, renderDetails(base, document, words));
    },
  };
}

/** The same for a passage's document. */
export function passageDetails(desk: KnowledgeDesk): ButtonRoute {
  return {
    feature: 'knowledge',
    action: 'detail',
    acknowledge: 'private',
    run: async ({ interaction, id, words }) => {
      const target = parsePageId(id);
      if (!target) throw new Refusal({ code: 'control-expired' });
      const reader = placedActorOf(interaction);
      const page = await desk.page(reader, target.id);
      const { base, document } = await desk.document(reader, page.documents[target.page]);
      const passages = page.is === 'answer' ? passageNumbers(page, target.page) : [];
      await answerWith(interaction, renderDetails(base, document, words, passages));
    },
  };
}
