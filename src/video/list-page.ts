import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import type { JobSummary, ListFilter } from './history.ts';

export const listOwners = ['mine', 'everybody'] as const;

/** Which page of which list: all of it stands in the `custom_id` of the paging buttons. */
export interface ListPlace {
  readonly whose: (typeof listOwners)[number];
  readonly filter: ListFilter;
  /** From 1. */
  readonly page: number;
}

const perPage = 8;
const longestTitleShown = 70;

export function listPlaceId({ whose, filter, page }: ListPlace): string {
  return `${whose}.${filter}.${page}`;
}

/** Undefined when it is not one of ours. */
export function parseListPlace(id: string): ListPlace | undefined {
  const match = /^(mine|everybody)\.(all|open|done|failed)\.([1-9]\d{0,5})$/.exec(id);
  if (!match) return undefined;
  return {
    whose: match[1] as ListPlace['whose'],
    filter: match[2] as ListFilter,
    page: Number(match[3]),
  };
}

/** One page of a list of videos; a page beyond the end is the last one. */
export function renderList(jobs: readonly JobSummary[], place: ListPlace, words: Words): MessageBody {
  const { list, buttons, panel } = words.video;
  const pages = Math.max(1, Math.ceil(jobs.length / perPage));
  const page = Math.min(place.page, pages);
  const shown = jobs.slice((page - 1) * perPage, page * perPage);
  const lines = shown.map((job) => {
    const who = place.whose === 'everybody' ? ` · <@${job.ownerId}>` : '';
    const small = `-# ${job.model} · ${liveTime(job.acceptedAt)}${who} · ${job.id}`;
    return `${panel.states[job.state]} · ${showAsIs(job.title, longestTitleShown)}\n${small}`;
  });
  const paging = [
    ...(page > 1
      ? [button('secondary', buttons.previous, 'video', 'list', listPlaceId({ ...place, page: page - 1 }))]
      : []),
    ...(page < pages
      ? [button('secondary', buttons.next, 'video', 'list', listPlaceId({ ...place, page: page + 1 }))]
      : []),
  ];
  return {
    components: [
      container([
        text(`**${list.title(place.whose, place.filter)}**`),
        text(lines.length === 0 ? list.empty : lines.join('\n')),
        text(`-# ${list.page(page, pages, jobs.length)}`),
        ...buttonRow(paging),
      ]),
    ],
  };
}
