import { showAsIs } from '../discord/escape.ts';
import { container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { OptionWords } from '../discord/words/command-words.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import { videoModels } from '../service/models.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { pictureFacts } from '../service/video/sizes.ts';
import type { Words } from '../words/index.ts';
import { sizeLabel } from './ask.ts';
import { failureSentence } from './failure.ts';
import type { VideoJob } from './job.ts';
import { videoOptionRows } from './options.ts';
import { billingLine, charactersOf, noticeLine, stateWords } from './panel-page.ts';

/** `gen2.7-t2v · 1280×720 (16:9, 720p) · 5 s · seed 7 · …`: everything in one line. */
export function factsLine(request: VideoRequest, words: Words): string {
  const { facts } = words.video;
  const size = pictureFacts(request);
  return [
    request.model,
    sizeLabel(size, undefined, words.locale),
    facts.seconds(request.durationSeconds),
    facts.seed(request.seed),
    soundOf(request, words),
    ...(request.kind === 'reference' ? [facts.characters(request.referenceUrls.length)] : []),
    ...chosen(request, words),
  ].join(' · ');
}

/** The request's options that are worth showing, in the table's order. */
function chosen(request: VideoRequest, words: Words): string[] {
  const values: Readonly<Record<string, unknown>> = { ...request };
  const { options } = words.commands[request.kind === 'reference' ? 'video reference' : 'video text'];
  const wordsOf: Readonly<Record<string, OptionWords>> = options;
  return videoOptionRows
    .filter(({ carried }) => carried)
    .flatMap(({ name, ask }) => wordsOf[name]?.shown?.[String(values[ask])] ?? []);
}

function soundOf(request: VideoRequest, words: Words): string {
  const { facts } = words.video;
  if ('audioUrl' in request && request.audioUrl) return facts.withAudio;
  const silent =
    request.kind === 'reference' ? request.audio === false : !videoModels[request.model].makesSound;
  return silent ? facts.silent : facts.ownSound;
}

const longestPromptDetailed = 2_500;
const longestNegativePromptShown = 500;

/** Everything that's known about a job, for one person; with what they have left today, if anything is limited. */
export function renderDetails(job: VideoJob, words: Words, left?: AllowanceLeft): MessageBody {
  const { details, panel, labelled } = words.video;
  const endedAt = 'endedAt' in job ? job.endedAt : 'deliveredAt' in job ? job.deliveredAt : undefined;
  const ended = endedAt === undefined ? undefined : liveTime(endedAt, 'f');
  const lines = [
    `**${details.title}**`,
    labelled(details.state, stateWords(job, words)),
    ...(job.state === 'failed' ? [failureSentence(job.failure, words)] : []),
    ...(job.state === 'removed' ? [labelled(details.removedBy, `<@${job.removedBy}>`)] : []),
    ...(job.state === 'set-aside' ? [words.video.told.setAside] : []),
    labelled(
      details.requester,
      `<@${job.requester.userId}> · ${details.times(liveTime(job.acceptedAt, 'f'), ended)}`,
    ),
    labelled(details.model, factsLine(job.request, words)),
    billingLine(job, words),
    labelled(details.prompt, showAsIs(job.request.prompt, longestPromptDetailed)),
    ...('actualPrompt' in job && job.actualPrompt
      ? [labelled(details.rewritten, showAsIs(job.actualPrompt, longestNegativePromptShown))]
      : []),
    ...(job.references.length > 0 ? [labelled(details.references, charactersOf(job, words))] : []),
    ...(job.request.negativePrompt
      ? [labelled(panel.avoiding, showAsIs(job.request.negativePrompt, longestNegativePromptShown))]
      : []),
    ...job.notices.map((notice) => `⚠️ ${noticeLine(notice, job.request, words)}`),
  ];
  const small = [
    ...(left ? [words.spending.left(left)] : []),
    ...('taskId' in job && job.taskId ? [panel.task(showAsIs(job.taskId, 80))] : []),
    ...(job.state === 'failed' && job.failure.requestId ? [showAsIs(job.failure.requestId, 80)] : []),
    panel.reference(job.reference),
  ];
  return { components: [container([text(lines.join('\n')), text(`-# ${small.join(' · ')}`)])] };
}
