import type { ButtonRoute } from '../../src/discord/command.ts';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import type { TextVideoAsk } from '../../src/video/ask.ts';
import type { VideoJob } from '../../src/video/job.ts';
import type { AudioSource, VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from './order.ts';
import { deliveryPermissions } from './text.ts';

/** The same request with another seed, on the account of whoever pressed. Always a new task, never the old one. */
export function again(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'again',
    acknowledge: 'none',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, reference }) => {
      await interaction.deferReply();
      const job = await studio.find(id);
      await studio.accept(orderOf(interaction, reference), { ...askOf(job), seed: undefined }, audioOf(job));
    },
  };
}

/** What was asked for, as if it were asked again. */
export function askOf({ request }: VideoJob): TextVideoAsk {
  return { ...request, duration: request.durationSeconds };
}

/** The audio was checked when it was given, and is looked at again: its address may have expired. */
export function audioOf({ request, audioTrusted }: VideoJob): AudioSource | undefined {
  return request.audioUrl ? { url: request.audioUrl, trusted: audioTrusted } : undefined;
}
