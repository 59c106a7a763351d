import { actorOf } from '../../src/discord/actor.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';

/** `/speak skip`: skips what people hear right now. */
export function speakSkip(desk: SpeechDesk): ChatCommand<'speak skip'> {
  return {
    path: ['speak', 'skip'],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) => {
      desk.line.skip(actorOf(interaction));
      await answerWith(interaction, sentence(words.speech.answers.skipped));
    },
  };
}

/** `/speak stop`: stops everything and leaves the voice channel. */
export function speakStop(desk: SpeechDesk): ChatCommand<'speak stop'> {
  return {
    path: ['speak', 'stop'],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await desk.line.stop(actorOf(interaction));
      await answerWith(interaction, sentence(words.speech.answers.stopped));
    },
  };
}

/**
 * The same buttons on a room's panel and under an answer, where the message itself shows what happened. After a restart
 * there's nothing to stop, and they say so.
 */
export function decisionButtons(desk: SpeechDesk): readonly ButtonRoute[] {
  const frame = { feature: 'speak', acknowledge: 'update' } as const;
  return [
    {
      ...frame,
      action: 'skip',
      run: async ({ interaction, id }) => desk.line.skip(actorOf(interaction), id),
    },
    {
      ...frame,
      action: 'stop',
      run: async ({ interaction, id }) => await desk.line.stop(actorOf(interaction), id),
    },
  ];
}
