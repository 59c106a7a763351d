import { botMay, guildOnly } from '../../src/discord/guards.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { Given, orderOf } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { namesIn } from './names-in.ts';
import { ssmlOption, textOption } from './options.ts';

const captionsNeed = botMay('ViewChannel', 'SendMessages');

/** `/speak say`: in the person's voice channel. They get a private answer, and everyone sees the room's panel. */
export function speakSay(desk: SpeechDesk): ChatCommand<'speak say'> {
  return {
    path: ['speak', 'say'],
    options: [textOption(desk.longestText), { kind: 'boolean', name: 'captions' }, ssmlOption],
    guards: [guildOnly],
    reply: 'private',
    line: 'speech',
    run: async ({ interaction, reference, receivedAt }) => {
      const given = new Given(interaction);
      const text = given.text('text') ?? '';
      const captions = given.flag('captions');
      if (captions) await captionsNeed.check(interaction);
      await desk.say(orderOf(interaction, { reference, receivedAt }), {
        text,
        names: await namesIn(interaction.guild, text),
        captions,
        ssml: given.flag('ssml'),
      });
    },
  };
}
