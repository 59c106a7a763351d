import type { APIButtonComponent } from 'discord.js';
import type { AllowanceLeft } from '../community/words/spending-words.ts';
import { cutText, showAsIs, stripDeceptive } from '../discord/escape.ts';
import { button, buttonRow, container, gallery, linkButton, liveTime, text } from '../discord/layout.ts';
import { messageUrl } from '../discord/message-url.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { billingLine, charactersOf, factsLine, noticeLine } from './describe.ts';
import { hasEnded, type JobIn, type JobState, type VideoJob } from './job.ts';
import { type Activity, megabytesOf, type Parcel } from './packing.ts';

interface PanelFacts {
  /** Accepted jobs that go before this one. */
  readonly ahead: number;
  /** When it is likely in its channel (epoch ms); absent where there is nothing to judge by. */
  readonly expectedAt?: number | undefined;
  readonly activity?: Activity | undefined;
  /** The tightest of what its requester has left today; absent where nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
}

const accentOf: Readonly<Partial<Record<JobState, number>>> = {
  delivered: 0x23a55a,
  failed: 0xf23f43,
  expired: 0xf23f43,
  undecided: 0xf0b232,
  'set-aside': 0xf0b232,
  lost: 0xf0b232,
  undeliverable: 0xf0b232,
};
const longestButtonUrl = 512;
const working = 0x5865f2;
const longestPromptShown = 900;
const longestNegativePromptShown = 300;

/** The status panel: how a job stands, what was asked, and what it costs. For everybody in the channel. */
export function renderPanel(job: VideoJob, facts: PanelFacts, words: Words): MessageBody {
  const { panel, labelled } = words.video;
  const { request } = job;
  const lines = [
    `**${panel.states[job.state]}** · ${timeLine(job, words)}`,
    ...(job.state === 'accepted' && facts.ahead > 0 ? [panel.ahead(facts.ahead)] : []),
    ...(isUnderWay(job.state) && facts.expectedAt ? [panel.expected(liveTime(facts.expectedAt))] : []),
    ...(facts.activity && !hasEnded(job.state) ? [activityLine(facts.activity, words)] : []),
  ];
  const asked = [
    labelled(panel.asked, showAsIs(request.prompt, longestPromptShown)),
    ...(request.negativePrompt
      ? [labelled(panel.avoiding, showAsIs(request.negativePrompt, longestNegativePromptShown))]
      : []),
    `-# ${factsLine(request, words)}`,
    ...(job.references.length > 0 ? [`-# ${charactersOf(job)}`] : []),
    ...job.notices.map((notice) => `-# ⚠️ ${noticeLine(notice, request, words)}`),
  ];
  const small = [
    billingLine(job, words),
    ...(facts.allowance ? [words.spending.left(facts.allowance)] : []),
    ...('taskId' in job && job.taskId ? [panel.task(showAsIs(job.taskId, 80))] : []),
    panel.reference(job.reference),
  ];
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          text(asked.join('\n')),
          text(`-# ${small.join(' · ')}`),
          ...buttonRow(panelControls(job, words)),
        ],
        accentOf[job.state] ?? (hasEnded(job.state) ? undefined : working),
      ),
    ],
  };
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
  if ('endedAt' in job) return panel.ended(liveTime(job.endedAt));
  if ('deliveredAt' in job) return panel.ended(liveTime(job.deliveredAt));
  return panel.started(liveTime(job.acceptedAt));
}

function panelControls(job: VideoJob, words: Words): APIButtonComponent[] {
  const labels = words.video.buttons;
  switch (job.state) {
    case 'accepted':
    case 'pending':
      return [button('secondary', labels.cancel, 'video', 'cancel', job.id)];
    case 'undecided':
      return [
        button('primary', labels.createAnother, 'video', 'resubmit', job.id),
        button('secondary', labels.giveUp, 'video', 'give-up', job.id),
      ];
    case 'set-aside':
      return [
        button('primary', labels.retry, 'video', 'resume', job.id),
        button('secondary', labels.details, 'video', 'details', job.id),
        ...linkTo(job, words),
      ];
    case 'failed':
    case 'expired':
      return [
        button('primary', labels.retry, 'video', 'again', job.id),
        button('secondary', labels.edit, 'video', 'edit', job.id),
        button('secondary', labels.details, 'video', 'details', job.id),
      ];
    case 'delivered':
      return [
        linkButton(words.video.result.openVideo, messageUrl(job.place.guildId, job.channelId, job.messageId)),
      ];
    default:
      return [];
  }
}

/** The service's own link; Discord takes no longer one on a button. */
function linkTo({ resume }: JobIn<'set-aside'>, words: Words): APIButtonComponent[] {
  const fits = 'videoUrl' in resume && resume.videoUrl.length <= longestButtonUrl;
  return fits ? [linkButton(words.video.result.openVideo, resume.videoUrl)] : [];
}

type Deliverable = JobIn<'succeeded' | 'delivering' | 'delivered' | 'undeliverable' | 'removed'>;

const longestRewriteShown = 300;
/** The service may be off by this much (the file is checked against what was asked). */
const toleranceSeconds = 1;
/** Discord's limit on a description. */
const longestAltText = 1_024;

/** The video as an ordinary message: it mentions its requester and nobody else, whatever the prompt says. */
export function renderResult(job: Deliverable, parcel: Parcel, words: Words): MessageBody {
  const title = words.video.result.title(`<@${job.requester.userId}>`);
  return {
    components: resultComponents(job, parcel, title, words, resultControls(job, parcel, words)),
    ...resultFiles(job, parcel, words),
    mentions: [job.requester.userId],
  };
}

/** The same brought back by somebody, who is not pinged for it. */
export function renderAgain(job: Deliverable, parcel: Parcel, userId: string, words: Words): MessageBody {
  const title = words.video.result.sentAgain(`<@${userId}>`);
  return {
    components: resultComponents(job, parcel, title, words, resultControls(job, parcel, words)),
    ...resultFiles(job, parcel, words),
  };
}

/** The same for a direct message, when the channel is closed. */
export function renderDirectResult(job: Deliverable, parcel: Parcel, words: Words): MessageBody {
  const title = words.video.told.undeliverable(`<#${job.place.channelId}>`);
  return { components: resultComponents(job, parcel, title, words, []), ...resultFiles(job, parcel, words) };
}

function resultComponents(
  job: Deliverable,
  parcel: Parcel,
  title: string,
  words: Words,
  buttons: APIButtonComponent[],
): MessageBody['components'] {
  const { result } = words.video;
  const expires = liveTime(job.urlExpiresAt, 'f');
  const shown =
    parcel.as !== 'link'
      ? [gallery(fileName(job), altText(job, words))]
      : [text(result.links[parcel.reason](expires))];
  const small = [
    factsLine(job.request, words),
    billingLine(job, words),
    ...(job.actualPrompt ? [result.rewritten(showAsIs(job.actualPrompt, longestRewriteShown))] : []),
    ...parcelNotes(job, parcel, words),
  ];
  return [
    container(
      [
        text(title),
        ...shown,
        text(`>>> ${showAsIs(job.request.prompt, longestPromptShown)}`),
        text(small.map((line) => `-# ${line}`).join('\n')),
        ...(parcel.as === 'link' ? buttonRow([linkButton(result.openVideo, job.videoUrl)]) : []),
        ...buttonRow(buttons),
      ],
      0x23a55a,
    ),
  ];
}

/** What the person should know about the file itself. */
function parcelNotes({ request }: Deliverable, parcel: Parcel, words: Words): string[] {
  const { result } = words.video;
  const { seconds } = parcel;
  const asked = request.durationSeconds;
  const differs = seconds !== undefined && Math.abs(seconds - asked) > toleranceSeconds;
  return [
    ...(parcel.as === 'shrunk' ? [result.shrunk(String(megabytesOf(parcel.limitBytes)))] : []),
    ...(differs ? [result.otherLength(Math.round(seconds * 10) / 10, asked)] : []),
  ];
}

function resultControls(job: Deliverable, parcel: Parcel, words: Words): APIButtonComponent[] {
  const { buttons } = words.video;
  return [
    ...(parcel.as === 'link' ? [button('primary', buttons.sendFile, 'video', 'send-file', job.id)] : []),
    button(parcel.as === 'link' ? 'secondary' : 'primary', buttons.again, 'video', 'again', job.id),
    button('secondary', buttons.edit, 'video', 'edit', job.id),
    button('secondary', buttons.details, 'video', 'details', job.id),
    button('danger', buttons.remove, 'video', 'delete', job.id),
  ];
}

function resultFiles(job: Deliverable, parcel: Parcel, words: Words): Pick<MessageBody, 'files'> {
  if (parcel.as === 'link') return {};
  return { files: [{ name: fileName(job), path: parcel.path, description: altText(job, words) }] };
}

function fileName(job: Deliverable): string {
  return `video-${job.id}.mp4`;
}

function altText(job: Deliverable, words: Words): string {
  return cutText(words.video.result.altText(stripDeceptive(job.request.prompt)), longestAltText);
}
