import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** *My captions* on the panel: a page in one's own language that nobody else sees; *Continue* keeps it going. */
export function myCaptionsButtons(desk: InterpreterDesk): readonly ButtonRoute[] {
  const frame = { feature: 'interpret', guards: [guildOnly] } as const;
  return [
    {
      ...frame,
      action: 'mine',
      acknowledge: 'private',
      run: async ({ interaction, id, words, reference, receivedAt }) => {
        const order = orderOf(interaction, { reference, receivedAt });
        await desk.openMine(order, actorOf(interaction), id, words);
      },
    },
    {
      ...frame,
      action: 'mine-on',
      acknowledge: 'update',
      run: async ({ interaction, id, words, reference, receivedAt }) => {
        const order = orderOf(interaction, { reference, receivedAt });
        await desk.continueMine(order, actorOf(interaction), id, words);
      },
    },
  ];
}
