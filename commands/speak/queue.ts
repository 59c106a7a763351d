import { actorOf } from '../../src/discord/actor.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { renderQueue } from '../../src/speech/queue-page.ts';
import { answerWith } from '../kit/answer.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/speak queue`: what's being read, and what's waiting. */
export function speakQueue(desk: SpeechDesk): ChatCommand<'speak queue'> {
  return {
    path: ['speak', 'queue'],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const actor = actorOf(interaction);
      const { line } = desk;
      await answerWith(interaction, renderQueue(line.list(actor), line.placeOf(actor.guildId), words));
    },
  };
}
