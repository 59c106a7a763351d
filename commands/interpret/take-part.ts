import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import type { InterpreterDesk, Joined } from '../../src/interpreter/desk.ts';
import { spokenName } from '../../src/interpreter/panel.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { consentButtons, joinedAnswer } from '../kit/consent-buttons.ts';
import type { ButtonRoute, CallFrame, ChatCommand } from '../kit/surface.ts';

/** `/interpret join`: the bot hears the person. */
export function interpretJoin(desk: InterpreterDesk): ChatCommand<'interpret join'> {
  return {
    path: ['interpret', 'join'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const answer = joined(await desk.join(actorOf(interaction), interaction.locale), words);
      await answerWith(interaction, answer);
    },
  };
}

/** `/interpret leave`: the bot stops hearing the person at once. */
export function interpretLeave(desk: InterpreterDesk): ChatCommand<'interpret leave'> {
  return {
    path: ['interpret', 'leave'],
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
export function takePartButtons(desk: InterpreterDesk): readonly ButtonRoute[] {
  return [
    {
      feature: 'interpret',
      action: 'join',
      acknowledge: 'private',
      guards: [guildOnly],
      run: async ({ interaction, id, words }) => {
        const answer = joined(await desk.join(actorOf(interaction), interaction.locale, id), words);
        await answerWith(interaction, answer);
      },
    },
    ...consentButtons('interpret', desk),
  ];
}

function joined({ request, channelId, languages }: Joined, words: CallFrame['words']): MessageBody {
  const speaks = spokenName(languages.speaks, request, words);
  return joinedAnswer('interpret', words.interpreter.answers.joined(channelId, speaks), words);
}
