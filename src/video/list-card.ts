import type { APIButtonComponent } from 'discord.js';
import type { Actor } from '../authority/actor.ts';
import { mayBring, mayDecide } from '../authority/belonging.ts';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, linkButton, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { factsLine } from './details-page.ts';
import { failureSentence } from './failure.ts';
import { belongingOf, shownAt, type VideoJob } from './job.ts';
import { type ListPlace, linkOf, listPlaceId, parseListPlace } from './list-page.ts';
import { cameToNothing, nextSteps, stateWords } from './panel-page.ts';

const longestPromptShown = 900;

/** A video that was opened from a list, and the page to go back to. */
export interface CardPlace {
  readonly jobId: string;
  readonly list: ListPlace;
}

export function cardPlaceId({ jobId, list }: CardPlace): string {
  return `${jobId}.${listPlaceId(list)}`;
}

/** Undefined if it isn't one of ours. */
export function parseCardPlace(id: string): CardPlace | undefined {
  const [jobId = '', ...rest] = id.split('.');
  const list = parseListPlace(rest.join('.'));
  return list && /^\d{15,25}$/.test(jobId) ? { jobId, list } : undefined;
}

/** One video of a list, with what this person can do about it in this channel. */
export function renderCard(
  job: VideoJob,
  reader: { readonly actor: Actor; readonly channelId: string; readonly words: Words },
  list: ListPlace,
): MessageBody {
  const { buttons } = reader.words.video;
  const lines = [
    `**${stateWords(job, reader.words)}** · ${liveTime(job.acceptedAt)}`,
    ...(job.state === 'failed' ? [failureSentence(job.failure, reader.words)] : []),
    showAsIs(job.request.prompt, longestPromptShown),
    `-# ${factsLine(job.request, reader.words)}`,
  ];
  return {
    components: [
      container([
        text(lines.join('\n')),
        ...buttonRow(controls(job, reader, list)),
        ...buttonRow([button('secondary', buttons.back, 'video', 'list', listPlaceId(list))]),
      ]),
    ],
  };
}

/** Each press is checked again. */
function controls(
  job: VideoJob,
  { actor, channelId, words }: { readonly actor: Actor; readonly channelId: string; readonly words: Words },
  list: ListPlace,
): APIButtonComponent[] {
  const { buttons } = words.video;
  const { id, state } = job;
  const belonging = belongingOf(job);
  const link = linkOf({ guildId: belonging.guildId, shownAt: shownAt(job) }, actor);
  const isFinished = state === 'delivered' || state === 'undeliverable' || state === 'removed';
  const canStop = (state === 'accepted' || state === 'pending') && mayDecide(actor, belonging);
  return [
    ...(link ? [linkButton(buttons.goToMessage, link)] : []),
    ...(isFinished && mayBring(actor, belonging, channelId)
      ? [button('primary', buttons.repost, 'video', 'repost', id)]
      : []),
    ...(canStop
      ? [button('danger', buttons.cancel, 'video', 'withdraw', cardPlaceId({ jobId: id, list }))]
      : []),
    ...(cameToNothing(job) && mayBring(actor, belonging, channelId) ? nextSteps(job, words) : []),
    button('secondary', buttons.details, 'video', 'details', id),
  ];
}
