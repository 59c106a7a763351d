import {
  type APIActionRowComponent,
  type APIComponentInContainer,
  type APISelectMenuComponent,
  ComponentType,
} from 'discord.js';
import type { SettingsChange } from '../community/server-settings.ts';
import { plainPlaces, shownDifferences } from '../community/words/shown-differences.ts';
import { cutText } from '../discord/escape.ts';
import { button, buttonRow, encodeCustomId, liveTime } from '../discord/layout.ts';
import type { Words } from '../words/index.ts';

const mostLines = 12;
const mostOptions = 25;
const longestLabel = 100;

export function changeLines(history: readonly SettingsChange[], words: Words): readonly string[] {
  const { changes } = words.settings;
  if (history.length === 0) return [changes.none];
  return history.slice(0, mostLines).map(({ at, userId, undoes, differences }) => {
    const what = shownDifferences(differences, words.news.places);
    return (undoes === undefined ? changes.line : changes.undone)(liveTime(at), `<@${userId}>`, what);
  });
}

/** Undo, and a file of everything. */
export function changeControls(
  history: readonly SettingsChange[],
  words: Words,
): readonly APIComponentInContainer[] {
  const { changes } = words.settings;
  const options = history.slice(0, mostOptions).map(({ revision, differences }) => ({
    value: String(revision),
    label: cutText(changes.option(revision, plainPlaces(differences, words.news.places)), longestLabel),
  }));
  const menu: APISelectMenuComponent = {
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ feature: 'settings', action: 'undo', id: '-' }),
    placeholder: changes.undo,
    options,
  };
  const undo: APIActionRowComponent<APISelectMenuComponent> = {
    type: ComponentType.ActionRow,
    components: [menu],
  };
  return [
    ...(options.length > 0 ? [undo] : []),
    ...buttonRow([button('secondary', changes.export, 'settings', 'export', '-')]),
  ];
}
