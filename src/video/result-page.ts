import { type APIButtonComponent, type APIComponentInContainer, ComponentType } from 'discord.js';
import { cutText, showAsIs, stripDeceptive } from '../discord/escape.ts';
import {
  button,
  buttonRow,
  container,
  gallery,
  linkButton,
  liveTime,
  longestButtonUrl,
  text,
} from '../discord/layout.ts';
import { type MessageBody, MessageError } from '../discord/messenger.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { pictureFacts } from '../service/video/sizes.ts';
import type { Words } from '../words/index.ts';
import { expectedSeconds, type JobIn } from './job.ts';
import { megabytesOf, type PackedVideo } from './packing.ts';

type Deliverable = JobIn<
  'reviewing' | 'succeeded' | 'delivering' | 'delivered' | 'undeliverable' | 'removed'
>;

/** In what everybody sees; the rest is under Details. */
export const longestPromptShown = 300;

/** How far the length of a file may differ from what was asked for. */
const toleranceSeconds = 1;
const longestPromptReviewed = 2_000;
/** Discord's limit for a description. */
const longestAltText = 1_024;

/** Leaves room for the rest of the message; Discord takes 4,000 characters. */
const longestTextUrl = 2_500;

/**
 * How much the message has. `plain`: the video or its link, and how to delete it, if Discord takes no more. `bare`: only the
 * link.
 */
export type ResultShape = 'full' | 'plain' | 'bare';

/**
 * The video as an ordinary message, because an edit would ping nobody. It only mentions its requester, whatever the prompt
 * says.
 */
export function renderResult(
  job: Deliverable,
  packed: PackedVideo,
  words: Words,
  shape: ResultShape = 'full',
): MessageBody {
  const title = words.video.result.title(`<@${job.requester.userId}>`);
  const controls = shape === 'bare' ? [] : resultControls(job, packed, words, shape);
  return { ...render(job, packed, title, words, controls, shape), mentions: [job.requester.userId] };
}

/** If Discord refuses a message, it's sent again with less in it. */
export async function inSomeShape<Sent>(
  body: (shape: ResultShape) => MessageBody,
  send: (body: MessageBody) => Promise<Sent>,
): Promise<Sent> {
  try {
    return await send(body('full'));
  } catch (error) {
    if (!(error instanceof MessageError) || error.reason !== 'invalid') throw error;
    return await send(body('plain'));
  }
}

/** A video, or only its request, for moderators who decide about it. */
export function renderReview(
  job: JobIn<'held' | 'reviewing'>,
  packed: PackedVideo | undefined,
  deadline: number,
  words: Words,
): MessageBody {
  const { review } = words.video;
  const { requester, place, request } = job;
  const title = review.title(`<@${requester.userId}>`, `<#${place.channelId}>`);
  const shown = packed && job.state === 'reviewing' ? shownVideo(job, packed, words, 'full') : undefined;
  const small = [
    shortFacts(request, words),
    ...(job.state === 'held' ? [review.notPaid] : []),
    review.until(liveTime(deadline)),
  ];
  const buttons = [
    button('primary', review.approve, 'video', 'approve', job.id),
    ...(job.state === 'reviewing'
      ? [button('secondary', review.spoiler, 'video', 'approve-spoiler', job.id)]
      : []),
    button('danger', review.reject, 'video', 'reject', job.id),
  ];
  const components = [
    text(title),
    ...(shown?.components ?? []),
    text(`>>> ${showAsIs(request.prompt, longestPromptReviewed)}`),
    ...(request.negativePrompt
      ? [text(words.video.labelled(words.video.panel.avoiding, showAsIs(request.negativePrompt, 500)))]
      : []),
    text(`-# ${small.join(' · ')}`),
    ...(shown?.below ?? []),
    ...buttonRow(buttons),
  ];
  return { components: [container(components)], ...(shown?.files ? { files: shown.files } : {}) };
}

/** A repost. The person who posted it isn't pinged. */
export function renderAgain(
  job: Deliverable,
  packed: PackedVideo,
  userId: string,
  words: Words,
  shape: ResultShape = 'full',
): MessageBody {
  const title = words.video.result.sentAgain(`<@${userId}>`);
  return render(job, packed, title, words, resultControls(job, packed, words, shape), shape);
}

/** The same as a direct message, if the channel is closed. */
export function renderDirectResult(
  job: Deliverable,
  packed: PackedVideo,
  words: Words,
  shape: ResultShape = 'full',
): MessageBody {
  const title = words.video.told.undeliverable(`<#${job.place.channelId}>`);
  return render(job, packed, title, words, [], shape);
}

function render(
  job: Deliverable,
  packed: PackedVideo,
  title: string,
  words: Words,
  buttons: APIButtonComponent[],
  shape: ResultShape,
): MessageBody {
  const shown = shownVideo(job, packed, words, shape);
  const small = [shortFacts(job.request, words), ...packedNotes(job, packed, words)];
  const told =
    shape === 'full'
      ? [
          text(`>>> ${showAsIs(job.request.prompt, longestPromptShown)}`),
          text(small.map((line) => `-# ${line}`).join('\n')),
        ]
      : [];
  const components = [text(title), ...shown.components, ...told, ...shown.below, ...rowsOf(buttons)];
  return { components: [container(components, 0x23a55a)], ...(shown.files ? { files: shown.files } : {}) };
}

/** Discord's rows have five places. */
function rowsOf(buttons: APIButtonComponent[]) {
  return [...buttonRow(buttons.slice(0, 5)), ...buttonRow(buttons.slice(5))];
}

interface Shown {
  readonly components: APIComponentInContainer[];
  /** Shown below the sentence. */
  readonly below: APIComponentInContainer[];
  readonly files?: NonNullable<MessageBody['files']>;
}

function shownVideo(job: Deliverable, packed: PackedVideo, words: Words, shape: ResultShape): Shown {
  if (packed.as === 'link') {
    const why = text(words.video.result.links[packed.reason](liveTime(job.urlExpiresAt, 'f')));
    const { components, ...link } = videoLink(job, words, shape === 'full' ? longestButtonUrl : 0);
    return { ...link, components: [why], below: components };
  }
  const [name, description] = [fileName(job), altText(shape === 'full' ? job.request.prompt : '…', words)];
  const files = [{ name, path: packed.path, description }];
  return { components: [gallery(name, description, job.approved?.spoiler)], below: [], files };
}

/** The service's own link to a video: on a button if it fits, else in the text, else in a file. */
export function videoLink(
  { id, videoUrl }: { readonly id: string; readonly videoUrl: string },
  words: Words,
  longestOnButton = longestButtonUrl,
): Pick<MessageBody, 'files'> & { readonly components: APIComponentInContainer[] } {
  const { openVideo } = words.video.result;
  const url = URL.canParse(videoUrl) ? new URL(videoUrl).href.replaceAll('\\', '%5C') : '';
  if (url === '') return { components: [] };
  if (url.length <= longestOnButton) return { components: buttonRow([linkButton(openVideo, url)]) };
  if (url.length <= longestTextUrl) return { components: [text(`[${openVideo}](<${url}>)`)] };
  const name = `video-${id}-link.txt`;
  return {
    components: [{ type: ComponentType.File, file: { url: `attachment://${name}` } }],
    files: [{ name, bytes: Buffer.from(`${url}\n`), description: openVideo }],
  };
}

/** `5 s · 720p · gen2.7-t2v`: what a video is, for everybody. */
export function shortFacts(request: VideoRequest, words: Words): string {
  const { seconds } = words.video.facts;
  return [seconds(request.durationSeconds), pictureFacts(request).tier.toLowerCase(), request.model].join(
    ' · ',
  );
}

/** What the person should know about the file itself. */
function packedNotes({ request }: Deliverable, packed: PackedVideo, words: Words): string[] {
  const { result } = words.video;
  const { seconds } = packed;
  const asked = request.durationSeconds;
  const differs = seconds !== undefined && Math.abs(seconds - asked) > toleranceSeconds;
  return [
    ...(packed.as === 'shrunk' ? [result.shrunk(String(megabytesOf(packed.limitBytes)))] : []),
    ...(differs ? [result.otherLength(Math.round(seconds * 10) / 10, asked)] : []),
  ];
}

function resultControls(
  job: Deliverable,
  packed: PackedVideo,
  words: Words,
  shape: ResultShape,
): APIButtonComponent[] {
  const { buttons } = words.video;
  const remove = button('danger', buttons.remove, 'video', 'delete', job.id);
  if (shape !== 'full') return [remove];
  const again = buttons.again(expectedSeconds(job));
  return [
    ...(packed.as === 'link' ? [button('primary', buttons.sendFile, 'video', 'send-file', job.id)] : []),
    button(packed.as === 'link' ? 'secondary' : 'primary', again, 'video', 'again', job.id),
    button('secondary', buttons.edit, 'video', 'edit', job.id),
    button('secondary', buttons.details, 'video', 'details', job.id),
    remove,
    button('secondary', buttons.report, 'video', 'report', job.id),
  ];
}

function fileName(job: Deliverable): string {
  return `video-${job.id}.mp4`;
}

function altText(prompt: string, words: Words): string {
  return cutText(words.video.result.altText(stripDeceptive(prompt)), longestAltText);
}
