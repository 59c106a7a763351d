import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { consentButtons, joinedAnswer } from '../kit/consent-buttons.ts';
import type { ButtonRoute, CallFrame, ChatCommand } from '../kit/surface.ts';

/** `/converse join`: the bot hears the person. */
export function converseJoin(desk: ConversationDesk): ChatCommand<'converse join'> {
  return {
    path: ['converse', 'join'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const { channelId } = desk.join(actorOf(interaction));
      await answerWith(interaction, joined(channelId, words));
    },
  };
}

/** `/converse leave`: the bot stops hearing the person at once. */
export function converseLeave(desk: ConversationDesk): ChatCommand<'converse leave'> {
  return {
    path: ['converse', 'leave'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const { left, notIn } = words.call.answers;
      await answerWith(interaction, sentence((await desk.leave(actorOf(interaction))) ? left : notIn));
    },
  };
}

/** The same buttons on the panel and under questions to newcomers, and whether to remember the answer. */
export function takePartButtons(desk: ConversationDesk): readonly ButtonRoute[] {
  return [
    {
      feature: 'converse',
      action: 'join',
      acknowledge: 'private',
      guards: [guildOnly],
      run: async ({ interaction, id, words }) => {
        const { channelId } = desk.join(actorOf(interaction), id);
        await answerWith(interaction, joined(channelId, words));
      },
    },
    ...consentButtons('converse', desk),
  ];
}

function joined(channelId: string, words: CallFrame['words']): MessageBody {
  return joinedAnswer('converse', words.conversation.answers.joined(channelId), words);
}
