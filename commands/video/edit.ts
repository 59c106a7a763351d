import { actorOf } from '../../src/discord/actor.ts';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import { deliveryPermissions } from '../../src/video/options.ts';
import { sourcesOf } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from '../kit/given.ts';
import { type ButtonRoute, type ModalRoute, ownForm, ownFormId } from '../kit/surface.ts';
import { askOf } from './again.ts';
import { readForm, videoForm } from './form.ts';

/** Opens the form, filled with what was asked. */
export function edit(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'edit',
    acknowledge: 'none',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, words }) => {
      const { request } = await studio.findToBring(actorOf(interaction), id, interaction.channelId);
      const { prompt, negativePrompt, seed } = request;
      const customId = ownFormId(interaction, { feature: 'video', action: 'edited', id });
      const { title } = words.video.edit;
      await interaction.showModal(videoForm({ customId, title, prompt, negativePrompt, seed }, words));
    },
  };
}

/** Takes the form back: a new job, with what it says instead of what the old one said. */
export function edited(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'edited',
    reply: 'public',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, reference, receivedAt }) => {
      const channelId = interaction.channelId ?? '';
      const job = await studio.findToBring(actorOf(interaction), id, channelId);
      const ask = { ...askOf(job), ...readForm(interaction) };
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask, sourcesOf(job));
    },
  });
}
