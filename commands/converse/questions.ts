import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute } from '../kit/surface.ts';

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
