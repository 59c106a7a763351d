import type { ConversationDesk } from '../../src/conversation/desk.ts';
import type { VoiceReplies } from '../../src/conversation/voice-replies/voice-replies.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** *Talk* and *Done* on a push-to-talk panel, which shows the result. */
export function floorButtons(desk: ConversationDesk): readonly ButtonRoute[] {
  const frame = { feature: 'converse', acknowledge: 'update' } as const;
  return [
    {
      ...frame,
      action: 'hold',
      run: async ({ interaction, id }) => desk.holdFloor(actorOf(interaction), id),
    },
    {
      ...frame,
      action: 'done',
      run: async ({ interaction, id }) => desk.releaseFloor(actorOf(interaction), id),
    },
  ];
}

/** *Yes* and *No* under questions that the bot asks before it spends or posts something. */
export function questionButtons({ questions }: ConversationDesk): readonly ButtonRoute[] {
  const frame = { feature: 'converse', acknowledge: 'update' } as const;
  return [
    {
      ...frame,
      action: 'allow',
      run: async ({ interaction, id, reference, receivedAt }) => {
        questions.answer(id, interaction.user.id, orderOf(interaction, { reference, receivedAt }));
      },
    },
    {
      ...frame,
      action: 'deny',
      run: async ({ interaction, id }) => questions.answer(id, interaction.user.id, undefined),
    },
  ];
}

/** **Stop** under the answer to a voice message, while it grows. */
export function stopVoiceReply(replies: Pick<VoiceReplies, 'stop'>): ButtonRoute {
  return {
    feature: 'converse',
    action: 'reply-stop',
    acknowledge: 'update',
    run: async ({ interaction, id }) => replies.stop(actorOf(interaction), id),
  };
}
