import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Actor } from '../authority/actor.ts';
import { sees } from '../authority/place.ts';
import { cutText, showAsIs, stripDeceptive } from '../discord/escape.ts';
import { button, buttonRow, container, encodeCustomId, liveTime, text } from '../discord/layout.ts';
import { messageUrl } from '../discord/message-url.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { ago } from '../language/ago.ts';
import type { Words } from '../words/index.ts';
import type { JobQuery, JobSummary, ListFilter } from './history.ts';

/** Which page of which list. The controls' `custom_id` contains all of it. */
export interface ListPlace extends JobQuery {
  /** From 1. */
  readonly page: number;
}

/** Who reads a list, and when (epoch ms). */
export interface ListReader {
  readonly actor: Actor;
  readonly now: number;
  readonly words: Words;
}

const perPage = 8;
const longestTitleShown = 70;
/** Discord's limit for the label of a menu entry. */
const longestLabel = 100;

export function listPlaceId({ whose, filter, page }: ListPlace): string {
  return `${whose}.${filter}.${page}`;
}

/** Undefined if it isn't one of ours. */
export function parseListPlace(id: string): ListPlace | undefined {
  const match = /^(mine|everybody)\.(all|open|done|failed)\.([1-9]\d{0,5})$/.exec(id);
  if (!match) return undefined;
  return {
    whose: match[1] as ListPlace['whose'],
    filter: match[2] as ListFilter,
    page: Number(match[3]),
  };
}

/** One page of a list of videos, with a menu to open each. A page beyond the end is the last one. */
export function renderList(jobs: readonly JobSummary[], place: ListPlace, reader: ListReader): MessageBody {
  const { list, buttons } = reader.words.video;
  const pages = Math.max(1, Math.ceil(jobs.length / perPage));
  const page = Math.min(place.page, pages);
  const shown = jobs.slice((page - 1) * perPage, page * perPage);
  const paging = [
    ...(page > 1
      ? [button('secondary', buttons.previous, 'video', 'list', listPlaceId({ ...place, page: page - 1 }))]
      : []),
    ...(page < pages
      ? [button('secondary', buttons.next, 'video', 'list', listPlaceId({ ...place, page: page + 1 }))]
      : []),
  ];
  const lines = shown.map((job) => line(job, place, reader));
  return {
    components: [
      container([
        text(`**${list.title(place.whose, place.filter)}**`),
        text(lines.length === 0 ? list.empty : lines.join('\n')),
        text(`-# ${list.page(page, pages, jobs.length)}`),
        ...menu(shown, { ...place, page }, reader),
        ...buttonRow(paging),
      ]),
    ],
  };
}

/** A link to the message that shows a video, for people who can see it. */
export function linkOf({ guildId, shownAt }: Pick<JobSummary, 'guildId' | 'shownAt'>, actor: Actor) {
  if (!shownAt || !sees(actor, { guildId, channelId: shownAt.channelId })) return undefined;
  return messageUrl(guildId, shownAt.channelId, shownAt.messageId);
}

function line(job: JobSummary, { whose }: ListPlace, { actor, words }: ListReader): string {
  const { list, panel, buttons } = words.video;
  const link = linkOf(job, actor);
  const small = [
    job.model,
    liveTime(job.acceptedAt),
    ...(whose === 'everybody' ? [`<@${job.ownerId}>`] : []),
    ...(link ? [`[${buttons.goToMessage}](${link})`] : []),
  ];
  const title = showAsIs(job.title, longestTitleShown) || list.untitled;
  return `${panel.states[job.state]} · ${title}\n-# ${small.join(' · ')}`;
}

function menu(
  jobs: readonly JobSummary[],
  place: ListPlace,
  { words, now }: ListReader,
): APIActionRowComponent<APIStringSelectComponent>[] {
  const { list } = words.video;
  if (jobs.length === 0) return [];
  const options = jobs.map(({ id, title, state, acceptedAt }) => ({
    value: id,
    label: cutText(stripDeceptive(title).trim(), longestLabel) || list.untitled,
    description: `${list.shortStates[state]} · ${ago(now - acceptedAt, words.locale)}`,
  }));
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: encodeCustomId({ feature: 'video', action: 'open', id: listPlaceId(place) }),
          placeholder: list.choose,
          options,
        },
      ],
    },
  ];
}
