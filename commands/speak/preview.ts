import { Refusal } from '../../src/refusal/refusal.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute } from '../kit/surface.ts';
import { madeFile } from './file.ts';
import { namesIn } from './say.ts';

/** *Preview*: a sample in the person's voice channel, or as a file that only they see. */
export function previewVoice(desk: SpeechDesk): ButtonRoute {
  return {
    feature: 'speak',
    action: 'preview',
    acknowledge: 'private',
    run: async ({ interaction, id, reference, receivedAt, words }) => {
      if (id !== 'me' && id !== 'server') throw new Refusal({ code: 'control-expired' });
      const { sample, answers } = words.speech;
      const ask = { text: sample, names: await namesIn(interaction.guild, sample), asGuild: id === 'server' };
      const order = { ...orderOf(interaction, { reference, receivedAt }), publicLocale: interaction.locale };
      if (desk.isInVoice(interaction.guildId, interaction.user.id)) {
        await desk.say(order, { ...ask, sample: true });
        return;
      }
      const maxBytes = interaction.attachmentSizeLimit;
      const file = await desk.file(order, { ...ask, format: 'mp3', maxBytes });
      const left = await desk.allowanceOf(interaction.guildId, interaction.user.id).catch(() => undefined);
      const small = [
        words.speech.panel.characters(file.characters),
        ...(left ? [words.spending.left(left)] : []),
      ];
      const told = `${answers.previewFile}\n-# ${small.join(' · ')}`;
      await answerWith(interaction, sentence(told), [madeFile(file, words)]);
    },
  };
}
