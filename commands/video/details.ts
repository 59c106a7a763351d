import type { Actor } from '../../src/authority/actor.ts';
import { actorOf } from '../../src/discord/actor.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { renderDetails } from '../../src/video/details-page.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { Words } from '../../src/words/index.ts';
import { answerWith } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';
import { taskOption } from './options.ts';
import { suggestTasks } from './suggestions.ts';

/** Everything that's known about a video, only for the person who asks. */
export function details(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'details',
    acknowledge: 'private',
    run: async ({ interaction, id, words }) => {
      await answerWith(interaction, await detailsOf(studio, actorOf(interaction), id, words));
    },
  };
}

/** `/video status`: the same as a command, for the latest video by default. */
export function videoStatus(studio: VideoStudio): ChatCommand<'video status'> {
  return {
    path: ['video', 'status'],
    options: [taskOption],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const actor = actorOf(interaction);
      const id = new Given(interaction).text('task') ?? (await latestOf(studio, actor));
      if (id === undefined) throw new Refusal({ code: 'job-gone' });
      await answerWith(interaction, await detailsOf(studio, actor, id, words));
    },
    autocomplete: suggestTasks(studio, () => true),
  };
}

async function latestOf(studio: VideoStudio, actor: Actor): Promise<string | undefined> {
  for await (const { id } of studio.list(actor, { whose: 'mine', filter: 'all' })) return id;
  return undefined;
}

async function detailsOf(studio: VideoStudio, actor: Actor, id: string, words: Words): Promise<MessageBody> {
  const job = await studio.find(actor, id);
  return renderDetails(job, words, await studio.left(actor, job));
}
