import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
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
