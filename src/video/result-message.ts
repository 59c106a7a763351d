import type { APIButtonComponent } from 'discord.js';
import { cutText, showAsIs, stripDeceptive } from '../discord/escape.ts';
import { button, buttonRow, container, gallery, linkButton, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../discord/words/index.ts';
import { billingLine, factsLine } from './describe.ts';
import type { JobIn } from './job.ts';

export type Deliverable = JobIn<'succeeded' | 'delivering' | 'undeliverable'>;

/** What is handed over: the file itself, or, when that cannot be, the service's link and the reason. */
export type Parcel =
  | { readonly as: 'file'; readonly path: string }
  | { readonly as: 'link'; readonly reason: 'too-large' | 'too-slow' };

const longestPromptShown = 900;
/** Discord's limit on a description. */
const longestAltText = 1_024;

/** The video as an ordinary message: it mentions its requester and nobody else, whatever the prompt says. */
export function renderResult(job: Deliverable, parcel: Parcel, words: Words): MessageBody {
  return {
    components: resultComponents(
      job,
      parcel,
      words.video.result.title(`<@${job.requester.userId}>`),
      words,
      controls(job, words),
    ),
    ...resultFiles(job, parcel, words),
    mentions: [job.requester.userId],
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
    parcel.as === 'file'
      ? [gallery(fileName(job), altText(job, words))]
      : [text(parcel.reason === 'too-large' ? result.tooLarge(expires) : result.tooSlow(expires))];
  return [
    container(
      [
        text(title),
        ...shown,
        text(`>>> ${showAsIs(job.request.prompt, longestPromptShown)}`),
        text(`-# ${factsLine(job.request, words)}\n-# ${billingLine(job, words)}`),
        ...(parcel.as === 'link' ? buttonRow([linkButton(result.openVideo, job.videoUrl)]) : []),
        ...buttonRow(buttons),
      ],
      0x23a55a,
    ),
  ];
}

function controls(job: Deliverable, words: Words): APIButtonComponent[] {
  const { buttons } = words.video;
  return [
    button('primary', buttons.again, 'video', 'again', job.id),
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
