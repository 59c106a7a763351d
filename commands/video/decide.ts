import { actorOf } from '../../src/discord/actor.ts';
import { expectedSeconds, unconfirmedSeconds, type VideoJob } from '../../src/video/job.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { VideoWords } from '../../src/video/words/en.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';
import { taskOption } from './options.ts';
import { suggestTasks } from './suggestions.ts';

type Act = (job: VideoJob, userId: string) => Promise<unknown>;
type Answer = (answers: VideoWords['answers'], job: VideoJob) => string;

/** Buttons for the requester or a moderator: cancel, retry, give up. */
export function decisions(studio: VideoStudio): readonly ButtonRoute[] {
  const decision = (action: string, act: Act, answer: Answer): ButtonRoute => ({
    feature: 'video',
    action,
    acknowledge: 'private',
    run: async ({ interaction, id, words }) => {
      const actor = actorOf(interaction);
      const job = await studio.findToDecide(actor, id);
      await act(job, actor.userId);
      await answerWith(interaction, sentence(answer(words.video.answers, job)));
    },
  });
  return [
    decision(
      'cancel',
      (job, userId) => studio.decisions.cancel(job, userId),
      (answers) => answers.canceled,
    ),
    decision(
      'resubmit',
      (job, userId) => studio.decisions.resubmit(job, userId),
      (answers) => answers.willCreate,
    ),
    decision(
      'resume',
      (job) => studio.decisions.decide(job, { type: 'resumed' }),
      (answers) => answers.resumed,
    ),
    decision(
      'give-up',
      (job) => studio.decisions.decide(job, { type: 'given-up' }),
      (answers, job) => answers.givenUp(expectedSeconds(job) + unconfirmedSeconds(job)),
    ),
  ];
}

/** `/video cancel`: only while the task is pending (field notes 1). */
export function videoCancel(studio: VideoStudio): ChatCommand<'video cancel'> {
  return {
    path: ['video', 'cancel'],
    options: [{ ...taskOption, required: true }],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const id = new Given(interaction).text('task') ?? '';
      const actor = actorOf(interaction);
      await studio.decisions.cancel(await studio.findToDecide(actor, id), actor.userId);
      await answerWith(interaction, sentence(words.video.answers.canceled));
    },
    autocomplete: suggestTasks(studio, ({ state }) => state === 'accepted' || state === 'pending'),
  };
}
