import type { APIButtonComponent } from 'discord.js';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, liveTime, text } from '../discord/layout.ts';
import { messageUrl } from '../discord/message-url.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Remedy } from '../service/error-codes.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { pictureFacts } from '../service/video/sizes.ts';
import type { Words } from '../words/index.ts';
import { failureRemedy } from './failure.ts';
import {
  expectedSeconds,
  hasEnded,
  type JobIn,
  type JobNotice,
  type JobState,
  lastCallCostsNothing,
  unconfirmedSeconds,
  type VideoJob,
} from './job.ts';
import type { Activity } from './packing.ts';
import { longestPromptShown, videoLink } from './result-page.ts';

interface PanelFacts {
  /** How many accepted jobs are ahead of this one. */
  readonly ahead: number;
  /** When it will probably be in its channel (epoch ms); absent if there's no estimate. */
  readonly expectedAt?: number | undefined;
  readonly activity?: Activity | undefined;
  /** Nothing is paid in this server until someone resumes it. */
  readonly isPaused?: boolean | undefined;
  /** The service's own link may be shown. */
  readonly mayShowLink?: boolean | undefined;
  /** How a video that its channel didn't take reached its requester. Default: by direct message. */
  readonly sentBy?: SentBy | undefined;
}

/** `whisper`: an answer that only its requester sees, where they asked for it. */
export type SentBy = 'direct' | 'whisper' | 'nothing';

const accentOf: Readonly<Partial<Record<JobState, number>>> = {
  failed: 0xf23f43,
  expired: 0xf23f43,
  undecided: 0xf0b232,
  'set-aside': 0xf0b232,
  lost: 0xf0b232,
  undeliverable: 0xf0b232,
};
const working = 0x5865f2;

/** The view of a video that's being made or has failed: its panel, with its state and the prompt, for the whole channel. */
export function renderPanel(job: VideoJob, facts: PanelFacts, words: Words): MessageBody {
  const { panel, labelled } = words.video;
  const { request } = job;
  const waits = waitsForResume(job, facts);
  const lines = [
    `**${stateLine(job, facts, words)}** · ${timeLine(job, words)}`,
    ...(job.state === 'accepted' && !waits && facts.ahead > 0 ? [panel.ahead(facts.ahead)] : []),
    ...(isUnderWay(job.state) && !waits && facts.expectedAt
      ? [panel.expected(liveTime(facts.expectedAt))]
      : []),
    ...(facts.activity && !hasEnded(job.state) ? [activityLine(facts.activity, words)] : []),
    labelled(panel.asked, showAsIs(request.prompt, longestPromptShown)),
  ];
  const small = [
    [
      panel.askedBy(`<@${job.requester.userId}>`),
      request.model,
      ...(hasEnded(job.state) ? [] : [billingLine(job, words)]),
    ].join(' · '),
    ...(job.references.length > 0 ? [charactersOf(job, words)] : []),
    ...job.notices.map((notice) => `⚠️ ${noticeLine(notice, request, words)}`),
  ];
  const link = facts.mayShowLink ? linkTo(job, words) : undefined;
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          text(small.map((line) => `-# ${line}`).join('\n')),
          ...buttonRow(panelControls(job, words)),
          ...(link?.components ?? []),
        ],
        accentOf[job.state] ?? (hasEnded(job.state) ? undefined : working),
      ),
    ],
    ...(link?.files ? { files: link.files } : {}),
  };
}

/** What's left of a panel that should be gone and can't be deleted: one line, without the prompt. */
export function renderClosedPanel(job: VideoJob, words: Words): MessageBody {
  const { states } = words.video.panel;
  const link =
    job.state === 'delivered' ? ` · ${messageUrl(job.place.guildId, job.channelId, job.messageId)}` : '';
  return { components: [text(`${states[job.state]}${link}`)] };
}

/** What's paid already goes on. */
function waitsForResume({ state }: VideoJob, { isPaused = false }: PanelFacts): boolean {
  return isPaused && state === 'accepted';
}

function stateLine(job: VideoJob, facts: PanelFacts, words: Words): string {
  const { notSentByDirect, paused } = words.video.panel;
  if (waitsForResume(job, facts)) return paused;
  const { sentBy = 'direct' } = facts;
  if (job.state !== 'undeliverable' || sentBy === 'direct') return stateWords(job, words);
  return notSentByDirect[sentBy];
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

/** `character1 🖼️ · character2 🎞️ 4 s`, in the order of the request. */
export function charactersOf({ references }: Pick<VideoJob, 'references'>, words: Words): string {
  return references
    .map(({ kind, seconds }, index) => {
      const what = kind === 'image' ? '🖼️' : `🎞️ ${words.video.facts.seconds((seconds ?? 0).toFixed(1))}`;
      return `character${index + 1} ${what}`;
    })
    .join(' · ');
}

function isUnderWay(state: JobState): boolean {
  return state === 'accepted' || state === 'pending' || state === 'running';
}

function activityLine(activity: Activity, words: Words): string {
  const { panel } = words.video;
  return activity.what === 'fetching' ? panel.fetching : panel.shrinking(Math.floor(activity.share * 100));
}

function timeLine(job: VideoJob, words: Words): string {
  const { panel } = words.video;
  return 'endedAt' in job ? panel.ended(liveTime(job.endedAt)) : panel.started(liveTime(job.acceptedAt));
}

function panelControls(job: VideoJob, words: Words): APIButtonComponent[] {
  const labels = words.video.buttons;
  const details = button('secondary', labels.details, 'video', 'details', job.id);
  switch (job.state) {
    case 'held':
    case 'accepted':
    case 'pending':
      return [button('secondary', labels.cancel, 'video', 'cancel', job.id), details];
    case 'undecided':
      return [
        button('primary', labels.createAnother(expectedSeconds(job)), 'video', 'resubmit', job.id),
        button('secondary', labels.giveUp, 'video', 'give-up', job.id),
        details,
      ];
    case 'set-aside':
      return [button('primary', labels.resume, 'video', 'resume', job.id), details];
    case 'failed':
    case 'expired':
    case 'canceled':
      return [...nextSteps(job, words), details];
    default:
      return [details];
  }
}

type CameToNothing = JobIn<'failed' | 'expired' | 'canceled'>;

export function cameToNothing(job: VideoJob): job is CameToNothing {
  return job.state === 'failed' || job.state === 'expired' || job.state === 'canceled';
}

/** What may help: *Retry* only if the same request can succeed, *Edit* only if other words or settings can. */
export function nextSteps(job: CameToNothing, words: Words): APIButtonComponent[] {
  const { retry, edit } = words.video.buttons;
  const remedy = remedyFor(job);
  if (remedy === 'other-files' || remedy === 'operator') return [];
  const change = (tone: 'primary' | 'secondary') => button(tone, edit, 'video', 'edit', job.id);
  if (remedy !== 'again') return [change('primary')];
  return [button('primary', retry(expectedSeconds(job)), 'video', 'again', job.id), change('secondary')];
}

/** People who cancelled a video wanted another one, so it's edited and not just retried. */
function remedyFor(job: CameToNothing): Remedy {
  if (job.state === 'failed') return failureRemedy(job.failure);
  return job.state === 'canceled' && job.byPerson ? 'other-words' : 'again';
}

/** To a video that was made, but set aside before it was delivered. */
function linkTo(job: VideoJob, words: Words) {
  if (job.state !== 'set-aside' || !('videoUrl' in job.resume)) return undefined;
  return videoLink({ id: job.id, videoUrl: job.resume.videoUrl }, words);
}
