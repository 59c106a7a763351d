import { showAsIs } from '../discord/escape.ts';
import { container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { billingLine, factsLine, failureSentence } from './describe.ts';
import type { VideoJob } from './job.ts';

const longestPromptShown = 2_500;
const longestNegativePromptShown = 500;

/** All that is known of a job, for one person. */
export function renderDetails(job: VideoJob, words: Words): MessageBody {
  const { details, panel, labelled } = words.video;
  const endedAt = 'endedAt' in job ? job.endedAt : 'deliveredAt' in job ? job.deliveredAt : undefined;
  const ended = endedAt === undefined ? undefined : liveTime(endedAt, 'f');
  const lines = [
    `**${details.title}**`,
    labelled(details.state, panel.states[job.state]),
    ...(job.state === 'failed' ? [failureSentence(job.failure, words)] : []),
    ...(job.state === 'removed' ? [labelled(details.removedBy, `<@${job.removedBy}>`)] : []),
    ...(job.state === 'set-aside' ? [words.video.told.setAside] : []),
    labelled(
      details.requester,
      `<@${job.requester.userId}> · ${details.times(liveTime(job.acceptedAt, 'f'), ended)}`,
    ),
    labelled(details.model, factsLine(job.request, words)),
    billingLine(job, words),
    labelled(details.prompt, showAsIs(job.request.prompt, longestPromptShown)),
    ...('actualPrompt' in job && job.actualPrompt
      ? [labelled(details.rewritten, showAsIs(job.actualPrompt, longestNegativePromptShown))]
      : []),
    ...(job.references.length > 0 ? [labelled(details.references, charactersOf(job))] : []),
    ...(job.request.negativePrompt
      ? [labelled(panel.avoiding, showAsIs(job.request.negativePrompt, longestNegativePromptShown))]
      : []),
  ];
  const small = [
    ...('taskId' in job && job.taskId ? [panel.task(showAsIs(job.taskId, 80))] : []),
    ...(job.state === 'failed' && job.failure.requestId ? [showAsIs(job.failure.requestId, 80)] : []),
    panel.reference(job.reference),
  ];
  return { components: [container([text(lines.join('\n')), text(`-# ${small.join(' · ')}`)])] };
}

/** `character1 🖼️ · character2 🎞️ 4 s`, in the order of the request. */
export function charactersOf({ references }: Pick<VideoJob, 'references'>): string {
  return references
    .map(({ kind, seconds }, index) => {
      const what = kind === 'image' ? '🖼️' : `🎞️ ${(seconds ?? 0).toFixed(1)} s`;
      return `character${index + 1} ${what}`;
    })
    .join(' · ');
}
