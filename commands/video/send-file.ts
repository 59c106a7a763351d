import { actorOf } from '../../src/discord/actor.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { ButtonRoute } from '../kit/surface.ts';
import { mayDeliver } from './options.ts';

/**
 * Under a link: adds the file to the same message. Discord tells the person that it takes a while, or why it failed.
 */
export function sendFile(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'send-file',
    acknowledge: 'private',
    guards: [mayDeliver],
    run: async ({ interaction, id }) => {
      const job = await studio.findToBring(actorOf(interaction), id, interaction.channelId);
      await studio.bringBack.attach(job, interaction.attachmentSizeLimit);
      await interaction.deleteReply();
    },
  };
}
