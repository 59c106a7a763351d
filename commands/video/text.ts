import type { VideoStudio } from '../../src/video/studio.ts';
import { soundFiles } from '../kit/file-types.ts';
import { Given, orderOf } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { addressOption, askFrom, mayDeliver, optionsOf, sourceFrom, textOptions } from './options.ts';
import { presetOption, suggestWithPresets } from './presets.ts';

/** `/video text`: document 1, sections A and B. */
export function videoText(studio: VideoStudio): ChatCommand<'video text'> {
  return {
    path: ['video', 'text'],
    options: [
      ...optionsOf('text', studio).slice(0, textOptions),
      presetOption,
      { kind: 'attachment', name: 'audio', fileTypes: soundFiles },
      addressOption('audio_url'),
      ...optionsOf('text', studio).slice(textOptions),
    ],
    guards: [mayDeliver],
    reply: 'public',
    run: async ({ interaction, reference, receivedAt }) => {
      const given = new Given(interaction);
      const audio = sourceFrom(given, 'audio', 'audio_url', { code: 'audio-twice' });
      const { id: userId } = interaction.user;
      const ask = await studio.presets.complete(userId, askFrom(given, 'text'), given.text('preset'));
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask, { references: [], audio });
    },
    autocomplete: suggestWithPresets(studio, 'text'),
  };
}
