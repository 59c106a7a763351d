import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';

/** `/converse stop`: for everybody who's there, takes part or moderates. */
export function converseStop(desk: ConversationDesk): ChatCommand<'converse stop'> {
  return {
    path: ['converse', 'stop'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await desk.stop(actorOf(interaction));
      await answerWith(interaction, sentence(words.conversation.answers.stopped));
    },
  };
}

export function stopButton(desk: ConversationDesk): ButtonRoute {
  return {
    feature: 'converse',
    action: 'stop',
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      await desk.stop(actorOf(interaction), id);
      await answerWith(interaction, sentence(words.conversation.answers.stopped));
    },
  };
}
