import { actorOf } from '../../src/discord/actor.ts';
import { moderatorsOnly } from '../../src/discord/guards.ts';
import type { VideoJob } from '../../src/video/job.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { typedIn } from '../kit/given.ts';
import { type ButtonRoute, type ModalRoute, ownForm } from '../kit/surface.ts';
import { reasonForm } from '../kit/text-field.ts';

type Decide = (job: VideoJob, userId: string) => Promise<unknown>;

/** What moderators decide about a video that waits for them, and about one that was reported. */
export function reviewButtons(studio: VideoStudio): readonly ButtonRoute[] {
  const frame = { feature: 'video', guards: [moderatorsOnly] } as const;
  const decision = (
    action: string,
    decide: Decide,
    said: 'approved' | 'approvedAsSpoiler' | 'rejected',
  ): ButtonRoute => ({
    ...frame,
    action,
    acknowledge: 'update',
    run: async ({ interaction, id, publicWords }) => {
      const job = await studio.findToReview(actorOf(interaction), id);
      await decide(job, interaction.user.id);
      const [mention, owner] = [interaction.user.id, job.requester.userId].map((each) => `<@${each}>`);
      await answerWith(interaction, sentence(publicWords.video.review[said](mention ?? '', owner ?? '')));
    },
  });
  const { decisions } = studio;
  return [
    decision(
      'approve',
      (job, by) => decisions.decide(job, { type: 'approved', by, spoiler: false }),
      'approved',
    ),
    decision(
      'approve-spoiler',
      (job, by) => decisions.decide(job, { type: 'approved', by, spoiler: true }),
      'approvedAsSpoiler',
    ),
    decision('reject', (job, by) => decisions.decide(job, { type: 'rejected', by }), 'rejected'),
    {
      ...frame,
      action: 'dismiss',
      acknowledge: 'update',
      run: async ({ interaction, publicWords }) =>
        void (await answerWith(
          interaction,
          sentence(publicWords.video.report.dismissed(`<@${interaction.user.id}>`)),
        )),
    },
    {
      feature: 'video',
      action: 'report',
      acknowledge: 'none',
      run: async ({ interaction, id, words }) => {
        await studio.find(actorOf(interaction), id);
        const opening = { feature: 'video', action: 'reported', id };
        await interaction.showModal(reasonForm(interaction, opening, words.video.report));
      },
    },
  ];
}

export function reported(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'reported',
    reply: 'private',
    run: async ({ interaction, id, words }) => {
      const job = await studio.find(actorOf(interaction), id);
      await studio.report(job, interaction.user.id, typedIn(interaction, 'reason'));
      await answerWith(interaction, sentence(words.video.report.sent));
    },
  });
}
