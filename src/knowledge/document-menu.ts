import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import { cutText } from '../discord/escape.ts';
import { encodeCustomId } from '../discord/layout.ts';
import type { Words } from '../words/index.ts';
import { knownStatus, plainName, statusIcon } from './describe.ts';

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
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: detailsIdOf(pageId),
          placeholder: words.knowledge.buttons.details,
          options: documents.slice(0, mostOptions).map(({ name, status }, index) => ({
            label: cutText(plainName(name), longestLabel),
            value: String(index),
            description: `${statusIcon(status)} ${words.knowledge.statuses[knownStatus(status)]}`,
          })),
        },
      ],
    },
  ];
}

export function detailsIdOf(pageId: string): string {
  return encodeCustomId({ feature: 'knowledge', action: 'details', id: pageId });
}
