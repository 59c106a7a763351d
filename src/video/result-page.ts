import type { APIButtonComponent } from 'discord.js';
import { cutText, showAsIs, stripDeceptive } from '../discord/escape.ts';
import { button, buttonRow, container, gallery, linkButton, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { longestPromptShown, shortFacts } from './describe.ts';
import { expectedSeconds, type JobIn } from './job.ts';
import { megabytesOf, type Parcel } from './packing.ts';

type Deliverable = JobIn<'succeeded' | 'delivering' | 'delivered' | 'undeliverable' | 'removed'>;

/** The service may be off by this much (the file is checked against what was asked). */
const toleranceSeconds = 1;
/** Discord's limit on a description. */
const longestAltText = 1_024;

/**
 * The video as an ordinary message, because an edit would ping nobody: it mentions its requester and no one else, whatever the
 * prompt says.
 */
export function renderResult(job: Deliverable, parcel: Parcel, words: Words): MessageBody {
  const title = words.video.result.title(`<@${job.requester.userId}>`);
  return {
    components: resultComponents(job, parcel, title, words, resultControls(job, parcel, words)),
    ...resultFiles(job, parcel, words),
    mentions: [job.requester.userId],
  };
}

/** A repost, by a person who isn't pinged for it. */
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
  const small = [shortFacts(job.request, words), ...parcelNotes(job, parcel, words)];
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
  const again = buttons.again(expectedSeconds(job));
  return [
    ...(parcel.as === 'link' ? [button('primary', buttons.sendFile, 'video', 'send-file', job.id)] : []),
    button(parcel.as === 'link' ? 'secondary' : 'primary', again, 'video', 'again', job.id),
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
