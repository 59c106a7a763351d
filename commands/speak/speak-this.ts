import { feedMessageOf } from '../../src/discord/message-feed.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { orderOf } from '../kit/given.ts';
import type { MessageCommand } from '../kit/surface.ts';
import { namesIn } from './say.ts';

/** *Speak this*: reads a message aloud in the person's voice channel, and names its files and the like. */
export function speakThis(desk: SpeechDesk): MessageCommand<'Speak this'> {
  return {
    name: 'Speak this',
    reply: 'private',
    line: 'speech',
    run: async ({ interaction, reference, receivedAt }) => {
      const { targetMessage, guild } = interaction;
      const message = feedMessageOf(targetMessage)?.body;
      if (!message) throw new Refusal({ code: 'nothing-to-use' });
      const { content: text } = targetMessage;
      // Looks up the people it mentions, so that the message has their names.
      const names = await namesIn(guild, text);
      await desk.say(orderOf(interaction, { reference, receivedAt }), { text, message, names });
    },
  };
}
