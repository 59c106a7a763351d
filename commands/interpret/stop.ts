import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';

/** `/interpret stop`: for everybody who's there, takes part or moderates. */
export function interpretStop(desk: InterpreterDesk): ChatCommand<'interpret stop'> {
  return {
    path: ['interpret', 'stop'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await desk.stop(actorOf(interaction));
      await answerWith(interaction, sentence(words.interpreter.answers.stopped));
    },
  };
}

export function stopButton(desk: InterpreterDesk): ButtonRoute {
  return {
    feature: 'interpret',
    action: 'stop',
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      await desk.stop(actorOf(interaction), id);
      await answerWith(interaction, sentence(words.interpreter.answers.stopped));
    },
  };
}
