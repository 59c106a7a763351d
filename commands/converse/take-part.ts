import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute, CallFrame, ChatCommand } from '../kit/surface.ts';

/** `/converse join`: to be heard. */
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

/** `/converse leave`: not to be heard any more, at once. */
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

/** The same under the panel and under questions to newcomers; and what is said of the next time. */
export function takePartButtons(desk: ConversationDesk): readonly ButtonRoute[] {
  const frame = { feature: 'converse', acknowledge: 'private', guards: [guildOnly] } as const;
  return [
    {
      ...frame,
      action: 'join',
      run: async ({ interaction, id, words }) => {
        const { channelId } = desk.join(actorOf(interaction), id);
        await answerWith(interaction, joined(channelId, words));
      },
    },
    {
      ...frame,
      action: 'leave',
      run: async ({ interaction, id, words }) => {
        const { left, notIn } = words.call.answers;
        await answerWith(interaction, sentence((await desk.leave(actorOf(interaction), id)) ? left : notIn));
      },
    },
    {
      ...frame,
      action: 'remember',
      run: async ({ interaction, id, words }) => {
        await desk.remember(actorOf(interaction));
        const { answers, buttons } = words.call;
        await answerWith(interaction, {
          components: [
            container([
              text(answers.remembered),
              ...buttonRow([button('secondary', buttons.forget, 'converse', 'forget', id)]),
            ]),
          ],
        });
      },
    },
    {
      ...frame,
      action: 'forget',
      run: async ({ interaction, words }) => {
        await desk.forget(actorOf(interaction));
        await answerWith(interaction, sentence(words.call.answers.forgotten));
      },
    },
  ];
}

function joined(channelId: string, words: CallFrame['words']): MessageBody {
  const { buttons } = words.call;
  return {
    components: [
      container([
        text(words.conversation.answers.joined(channelId)),
        ...buttonRow([
          button('secondary', buttons.remember, 'converse', 'remember', 'me'),
          button('secondary', buttons.forget, 'converse', 'forget', 'me'),
        ]),
      ]),
    ],
  };
}
