import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

const longestText = 500;

/** `/converse say`: typed instead of spoken. */
export function converseSay(desk: ConversationDesk): ChatCommand<'converse say'> {
  return {
    path: ['converse', 'say'],
    options: [{ kind: 'string', name: 'text', required: true, minLength: 1, maxLength: longestText }],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const text = new Given(interaction).text('text') ?? '';
      await desk.say(actorOf(interaction), text.slice(0, longestText));
      await answerWith(interaction, sentence(words.conversation.answers.said));
    },
  };
}
