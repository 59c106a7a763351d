import { placedActorOf } from '../../src/discord/actor.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { orders } from '../../src/knowledge/paging.ts';
import { type DocumentQuery, matches } from '../../src/knowledge/query.ts';
import { parsePageId, renderSearch } from '../../src/knowledge/search-page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { documentStatuses } from '../../src/service/knowledge/client.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';
import { baseOption, matchOption, nameOption, statusOption, suggestBasesAndNames } from './options.ts';

/** `/knowledge search`: documents by name and state. */
export function knowledgeSearch(desk: KnowledgeDesk): ChatCommand<'knowledge search'> {
  return {
    path: ['knowledge', 'search'],
    options: [
      nameOption,
      matchOption,
      statusOption,
      baseOption,
      { kind: 'string', name: 'order', choices: choicesOf(orders) },
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const reader = placedActorOf(interaction);
      const base = await desk.bases.pick(reader, given.text('base'));
      const query: DocumentQuery = {
        baseId: base.id,
        name: given.text('name') || undefined,
        match: given.choice('match', matches) ?? 'part',
        status: given.choice('status', documentStatuses),
        order: given.choice('order', orders) ?? 'newest',
      };
      const page = await desk.searches.start(reader, base, query);
      await answerWith(interaction, renderSearch(page, words));
    },
    autocomplete: suggestBasesAndNames(desk),
  };
}

/** Back, next, and new documents, for the person who searched. Nobody else sees their message. */
export function turnPage(desk: KnowledgeDesk): ButtonRoute {
  return {
    feature: 'knowledge',
    action: 'page',
    acknowledge: 'update',
    run: async ({ interaction, id, words }) => {
      const target = parsePageId(id);
      if (!target) throw new Refusal({ code: 'control-expired' });
      const page = await desk.turn(placedActorOf(interaction), target.id, target.page);
      await answerWith(interaction, renderSearch(page, words));
    },
  };
}
