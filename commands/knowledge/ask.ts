import { placedActorOf } from '../../src/discord/actor.ts';
import { renderAnswer } from '../../src/knowledge/answer-page.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { longestQuestion } from '../../src/knowledge/find.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';
import { baseOption, suggestBasesAndNames } from './options.ts';

/** `/knowledge ask`: what the documents say, in a private answer in the reader's language. */
export function knowledgeAsk(desk: KnowledgeDesk): ChatCommand<'knowledge ask'> {
  return {
    path: ['knowledge', 'ask'],
    options: [
      { kind: 'string', name: 'question', required: true, minLength: 2, maxLength: longestQuestion },
      baseOption,
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const question = given.text('question') ?? '';
      const answer = await desk.answers.ask(placedActorOf(interaction), question, given.text('base'));
      const bases = desk.bases.byId(interaction.guildId);
      await answerWith(interaction, renderAnswer({ ...answer, bases }, words));
    },
    autocomplete: suggestBasesAndNames(desk),
  };
}

/** Puts the question on the moderators' list. */
export function unhelpful(desk: KnowledgeDesk): ButtonRoute {
  return {
    feature: 'knowledge',
    action: 'unhelpful',
    acknowledge: 'private',
    run: async ({ interaction, id, words }) => {
      const isNew = await desk.answers.unhelpful(placedActorOf(interaction), id);
      const { thanks, thanksAgain } = words.knowledge.answer;
      await answerWith(interaction, sentence(isNew ? thanks : thanksAgain));
    },
  };
}
