import { showAsIs } from '../discord/escape.ts';
import { container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { OptionWords } from '../discord/words/command-words.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import { videoModels } from '../service/models.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { newProtocolSizes } from '../service/video/size-tables.ts';
import { type SizeFacts, sizeFacts } from '../service/video/sizes.ts';
import type { Words } from '../words/index.ts';
import { sizeLabel } from './ask.ts';
import { failureSentence } from './failure.ts';
import {
  expectedSeconds,
  hasEnded,
  type JobNotice,
  lastCallCostsNothing,
  unconfirmedSeconds,
  type VideoJob,
} from './job.ts';
import { videoOptionRows } from './options.ts';

/** In what everybody sees; the rest is under Details. */
export const longestPromptShown = 300;

/** A request's picture, for either protocol. */
function pictureFacts(request: VideoRequest): SizeFacts {
  const size =
    request.kind === 'new-text' ? newProtocolSizes[request.resolution][request.ratio] : request.size;
  const facts = sizeFacts(size);
  if (!facts) throw new Error(`no model has the size ${size}`);
  return facts;
}

/** `5 s · 720p · gen2.7-t2v`: what a video is, for everybody. */
export function shortFacts(request: VideoRequest, words: Words): string {
  const { seconds } = words.video.facts;
  return [seconds(request.durationSeconds), pictureFacts(request).tier.toLowerCase(), request.model].join(
    ' · ',
  );
}

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

/** Its state, and who cancelled it, if that wasn't the requester. */
export function stateWords(job: VideoJob, words: Words): string {
  const { states, canceledBy } = words.video.panel;
  const byAnother = job.state === 'canceled' && job.by !== undefined && job.by !== job.requester.userId;
  return byAnother ? canceledBy(`<@${job.by}>`) : states[job.state];
}

/** Seconds × tier: what it will cost, or what it did. */
export function billingLine(job: VideoJob, words: Words): string {
  const { panel } = words.video;
  const { tier } = pictureFacts(job.request);
  if (lastCallCostsNothing(job) || job.state === 'abandoned') {
    const seconds = unconfirmedSeconds(job);
    return seconds > 0 ? panel.unconfirmed(seconds) : panel.notBilled;
  }
  if (!('usage' in job) || !job.usage)
    return (hasEnded(job.state) ? panel.billed : panel.wouldBill)(expectedSeconds(job), tier);
  return panel.billed(job.usage.billedSeconds, job.usage.tier ? `${job.usage.tier}P` : tier);
}

export function noticeLine(notice: JobNotice, request: VideoRequest, words: Words): string {
  const { notices } = words.video;
  switch (notice.code) {
    case 'prompt-cut':
      return notices.promptCut(notice.limit);
    case 'negative-prompt-cut':
      return notices.negativePromptCut(notice.limit);
    case 'audio-cut':
      return notices.audioCut(notice.audioSeconds.toFixed(1), request.durationSeconds);
    case 'audio-short':
      return notices.audioShort(notice.audioSeconds.toFixed(1), request.durationSeconds);
    case 'shot-type-idle':
      return notices.shotTypeIdle;
  }
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

/** `character1 🖼️ · character2 🎞️ 4 s`, in the order of the request. */
export function charactersOf({ references }: Pick<VideoJob, 'references'>, words: Words): string {
  return references
    .map(({ kind, seconds }, index) => {
      const what = kind === 'image' ? '🖼️' : `🎞️ ${words.video.facts.seconds((seconds ?? 0).toFixed(1))}`;
      return `character${index + 1} ${what}`;
    })
    .join(' · ');
}
