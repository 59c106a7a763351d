import { guildOnly } from '../../src/discord/guards.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { renderQueue } from '../../src/speech/queue-page.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { answerWith } from './answer.ts';

/** `/speak queue`: what is said and what waits. */
export function speakQueue(desk: SpeechDesk): ChatCommand<'speak queue'> {
  return {
    path: ['speak', 'queue'],
    options: [],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const { guildId } = interaction;
      await answerWith(interaction, renderQueue(desk.list(guildId), desk.placeOf(guildId), words));
    },
  };
}
