import type { ChatInputCommandInteraction } from 'discord.js';
import { botMay } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { deliveryPermissions } from '../../src/video/options.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { soundFiles } from '../kit/file-types.ts';
import { Given, orderOf } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { askFrom, longestAddress, optionsOf, textOptions } from './options.ts';
import { presetOption, suggestWithPresets } from './presets.ts';

/** `/video text`: document 1, sections A and B. */
export function videoText(studio: VideoStudio): ChatCommand<'video text'> {
  return {
    path: ['video', 'text'],
    options: [
      ...optionsOf('text', studio).slice(0, textOptions),
      presetOption,
      { kind: 'attachment', name: 'audio', fileTypes: soundFiles },
      { kind: 'string', name: 'audio_url', maxLength: longestAddress },
      ...optionsOf('text', studio).slice(textOptions),
    ],
    guards: [botMay(...deliveryPermissions)],
    reply: 'public',
    run: async ({ interaction, reference, receivedAt }) => {
      const given = new Given(interaction);
      const audio = audioOf(interaction, given);
      const { id: userId } = interaction.user;
      const ask = await studio.presets.complete(userId, askFrom(given, 'text'), given.text('preset'));
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask, { references: [], audio });
    },
    autocomplete: suggestWithPresets(studio, 'text'),
  };
}

function audioOf(interaction: ChatInputCommandInteraction<'cached'>, given: Given): MediaSource | undefined {
  const attachment = interaction.options.get('audio')?.attachment;
  const url = given.text('audio_url');
  if (attachment && url) throw new Refusal({ code: 'audio-twice' });
  if (attachment) return { url: attachment.url, attachment: true };
  return url ? { url, attachment: false } : undefined;
}
