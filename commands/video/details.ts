import { MessageFlags } from 'discord.js';
import type { ButtonRoute } from '../../src/discord/command.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { renderDetails } from '../../src/video/details.ts';
import type { VideoStudio } from '../../src/video/studio.ts';

/** Everything that is known of a video, for whoever asks and for nobody else. */
export function details(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'details',
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      const { components } = renderDetails(await studio.find(id), words);
      await interaction.editReply({ components: [...components], flags: MessageFlags.IsComponentsV2 });
    },
  };
}
