import { actorOf } from '../../src/discord/actor.ts';
import type { VideoJob } from '../../src/video/job.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import { sourcesOf } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute } from '../kit/surface.ts';
import { mayDeliver } from './options.ts';

/** The same request with another seed, charged to the person who pressed. Always a new task. */
export function again(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'again',
    acknowledge: 'public',
    guards: [mayDeliver],
    run: async ({ interaction, id, reference, receivedAt }) => {
      const job = await studio.findToBring(actorOf(interaction), id, interaction.channelId);
      const ask = { ...askOf(job), seed: undefined };
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask, sourcesOf(job));
    },
  };
}

/** What was asked for, to ask again. */
export function askOf({ request }: VideoJob): VideoAsk {
  const { durationSeconds: duration, ...asked } = request;
  return { ...asked, duration, of: request.kind === 'reference' ? 'reference' : 'text' };
}
