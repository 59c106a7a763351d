import { encodeCustomId } from '../../src/discord/custom-id.ts';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import { sourcesOf } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { ButtonRoute, ModalRoute } from '../kit/surface.ts';
import { askOf } from './again.ts';
import { readForm, videoForm } from './form.ts';
import { deliveryPermissions } from './options.ts';
import { orderOf } from './order.ts';

/** Opens the form, filled with what was asked. */
export function edit(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'edit',
    acknowledge: 'none',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, words }) => {
      const { request } = await studio.find(id, interaction.guildId);
      const { prompt, negativePrompt, seed } = request;
      const customId = encodeCustomId({ feature: 'video', action: 'edited', id });
      const { title } = words.video.edit;
      await interaction.showModal(videoForm({ customId, title, prompt, negativePrompt, seed }, words));
    },
  };
}

/** Takes the form back: a new job, with what it says instead of what the old one said. */
export function edited(studio: VideoStudio): ModalRoute {
  return {
    feature: 'video',
    action: 'edited',
    reply: 'public',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, reference }) => {
      const job = await studio.find(id, interaction.guildId);
      const ask = { ...askOf(job), ...readForm(interaction) };
      await studio.accept(orderOf(interaction, reference), ask, sourcesOf(job));
    },
  };
}
