import type { APIActionRowComponent, APIStringSelectComponent } from 'discord.js';
import { cutText } from '../discord/escape.ts';
import { encodeCustomId, menuRow } from '../discord/layout.ts';
import type { Words } from '../words/index.ts';
import { plainName, statusText } from './describe.ts';

/** Discord's limits on menus. */
const mostOptions = 25;
const longestLabel = 100;

/**
 * A menu that shows the details of the chosen document; its values are positions in the page's documents. Absent if
 * there are none.
 */
export function documentMenu(
  pageId: string,
  documents: readonly { readonly name: string; readonly status?: string | undefined }[],
  words: Words,
): APIActionRowComponent<APIStringSelectComponent>[] {
  if (documents.length === 0) return [];
  return [
    menuRow('knowledge', 'details', pageId, {
      placeholder: words.knowledge.buttons.details,
      options: documents.slice(0, mostOptions).map(({ name, status }, index) => ({
        label: cutText(plainName(name), longestLabel),
        value: String(index),
        description: statusText(status, words),
      })),
    }),
  ];
}

export function detailsIdOf(pageId: string): string {
  return encodeCustomId({ feature: 'knowledge', action: 'details', id: pageId });
}
