import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { answerWith } from '../kit/answer.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';

/** `/converse status`: the current panel, for the person who asks. */
export function converseStatus(desk: ConversationDesk): ChatCommand<'converse status'> {
  return {
    path: ['converse', 'status'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await answerWith(interaction, await desk.status(actorOf(interaction), words));
    },
  };
}

export function detailsButton(desk: ConversationDesk): ButtonRoute {
  return {
    feature: 'converse',
    action: 'details',
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      await answerWith(interaction, desk.details(actorOf(interaction), id, words));
    },
  };
}
