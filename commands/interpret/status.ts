import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { answerWith } from '../kit/answer.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/interpret status`: the current panel, for the person who asks. */
export function interpretStatus(desk: InterpreterDesk): ChatCommand<'interpret status'> {
  return {
    path: ['interpret', 'status'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await answerWith(interaction, await desk.status(actorOf(interaction), words));
    },
  };
}
