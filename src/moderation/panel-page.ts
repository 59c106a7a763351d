import {
  type APIActionRowComponent,
  type APIComponentInContainer,
  type APISelectMenuComponent,
  type APISelectMenuOption,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import { type GatedFeature, gatedFeatures, type ServerPages } from '../community/settings-pages.ts';
import { cutText } from '../discord/escape.ts';
import { button, buttonRow, container, encodeCustomId, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import {
  anyChannels,
  type Control,
  controls,
  mostChosen,
  type Offered,
  type PanelPage,
  panelPages,
  review,
  textChannels,
  valuesOf,
} from './controls.ts';

export interface PanelView {
  readonly page: PanelPage;
  readonly settings: ServerPages & { readonly revision: number };
  readonly offered: Offered;
  /** What just happened. */
  readonly headline?: string | undefined;
  /** What a page says besides its settings. */
  readonly told?: readonly string[];
  /** More controls of a page, below its settings. */
  readonly more?: readonly APIComponentInContainer[];
}

/** Discord's limits on a menu. */
const mostOptions = 25;
const longestLabel = 100;
/** The choice that leaves it to the bot. */
export const noChoice = 'none';

type Row = APIActionRowComponent<APISelectMenuComponent>;

/** One page of the settings. Each menu and each switch saves at once, if nobody else changed that setting since. */
export function renderPanel(view: PanelView, words: Words): MessageBody {
  const { page, settings, headline, told = [], more = [] } = view;
  const { pages, hints } = words.settings;
  const shown = controls[page];
  const isOff = isFeature(page) && !settings.access[page].on;
  const head = [
    ...(headline ? [headline] : []),
    `**${pages[page]}**${isOff ? words.settings.isOff : ''}`,
    ...(shown.includes(review) && waitsNowhere(settings) ? [words.settings.start.nobodyReviews] : []),
    ...told,
    ...(page === 'interpreter' ? writtenLines(settings, words) : []),
    ...(hints[page] ? [`-# ${hints[page]}`] : []),
  ];
  const switches = shown.filter(({ kind }) => kind === 'switch' || kind === 'words');
  return {
    components: [
      container([
        text(head.join('\n')),
        ...shown.flatMap((control) => menuOf(control, view, words)),
        ...buttonRow(switches.map((control) => switchOf(control, view, words))),
        ...more,
        pageMenu(view, words),
      ]),
    ],
  };
}

/** Nobody would ever see what waits. */
function waitsNowhere({ video, news }: ServerPages): boolean {
  return video.review !== 'nobody' && news.channelId === undefined;
}

/** Which channels' voice messages are written down; `/interpret channel` changes it. */
function writtenLines(
  { interpreter: { channels } }: ServerPages,
  { settings: { written } }: Words,
): readonly string[] {
  const ids = Object.keys(channels);
  return ids.length === 0 ? [] : [written(ids.map((id) => `<#${id}>`).join(', '))];
}

export function isFeature(page: string): page is GatedFeature {
  return (gatedFeatures as readonly string[]).includes(page);
}

function idOf(action: string, { page, settings }: PanelView, { name }: Control, value?: string): string {
  const id = [page, name, settings.revision, ...(value === undefined ? [] : [value])].join('.');
  return encodeCustomId({ feature: 'settings', action, id });
}

function row(menu: APISelectMenuComponent): Row {
  return { type: ComponentType.ActionRow, components: [menu] };
}

function switchOf(control: Control, view: PanelView, words: Words) {
  const { names, on, off, edit } = words.settings;
  if (control.kind === 'words')
    return button('secondary', edit(view.settings.access.words.length), 'settings', 'words', '-');
  const isOn = valuesOf(control, view.settings, view.offered)[0] === 'true';
  const label = control.name === 'on' ? (isOn ? off : on) : words.settings.toggled(names[control.name], isOn);
  const tone = control.name === 'on' ? (isOn ? 'danger' : 'primary') : 'secondary';
  const id = `${view.page}.${control.name}.${view.settings.revision}.${!isOn}`;
  return button(tone, label, 'settings', 'switch', id);
}

function menuOf(control: Control, view: PanelView, words: Words): readonly APIComponentInContainer[] {
  const menu = selectOf(control, view, words);
  return menu ? [text(`-# ${words.settings.names[control.name]}`), row(menu)] : [];
}

function selectOf(control: Control, view: PanelView, words: Words): APISelectMenuComponent | undefined {
  const chosen = valuesOf(control, view.settings, view.offered);
  const custom_id = idOf('set', view, control);
  const placeholder = words.settings.placeholders[control.name] ?? words.settings.usual;
  const several = { custom_id, placeholder, min_values: 0, max_values: mostChosen };
  switch (control.kind) {
    case 'switch':
    case 'words':
      return undefined;
    case 'roles':
      return {
        ...{ type: ComponentType.RoleSelect, ...several },
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
      };
    case 'people':
      return {
        ...{ type: ComponentType.UserSelect, ...several },
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.User })),
      };
    case 'channels':
    case 'channel':
      return {
        ...{ type: ComponentType.ChannelSelect, ...several },
        channel_types: control.kind === 'channel' ? [...textChannels] : [...anyChannels],
        max_values: control.kind === 'channel' ? 1 : mostChosen,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
      };
    default:
      return stringSelect(control, chosen, { custom_id, placeholder }, view.offered, words);
  }
}

function stringSelect(
  control: Extract<Control, { kind: 'choice' | 'choices' | 'switches' | 'features' }>,
  chosen: readonly string[],
  frame: { readonly custom_id: string; readonly placeholder: string },
  offered: Offered,
  words: Words,
): APISelectMenuComponent | undefined {
  const options = optionsOf(control, offered, words).slice(0, mostOptions - 1);
  if (options.length === 0) return undefined;
  const isOptional = control.kind === 'choice' && control.optional === true;
  const none = { value: noChoice, label: words.settings.without[control.name] ?? words.settings.usual };
  const all = isOptional ? [none, ...options] : options;
  const most = { choice: 1, choices: 'most' in control ? control.most : 1, switches: 25, features: 25 };
  return {
    type: ComponentType.StringSelect,
    ...frame,
    options: all.map((option) => ({
      ...option,
      label: cutText(option.label, longestLabel),
      default: chosen.includes(option.value) || (option === none && chosen.length === 0),
    })),
    min_values: control.kind === 'choice' ? 1 : 0,
    max_values: Math.min(most[control.kind], all.length),
  };
}

function optionsOf(
  control: Extract<Control, { kind: 'choice' | 'choices' | 'switches' | 'features' }>,
  offered: Offered,
  words: Words,
): readonly APISelectMenuOption[] {
  const { pages, values } = words.settings;
  if (control.kind === 'features') return gatedFeatures.map((value) => ({ value, label: pages[value] }));
  if (typeof control.values === 'string') return [...offered[control.values]];
  return control.values.map((value) => {
    const say = values[control.name];
    return { value: String(value), label: say ? say(String(value)) : String(value) };
  });
}

function pageMenu({ page, settings }: PanelView, words: Words): Row {
  const { pages, isOff } = words.settings;
  return row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ feature: 'settings', action: 'page', id: '-' }),
    options: panelPages.map((value) => ({
      value,
      label: pages[value],
      ...(isFeature(value) && !settings.access[value].on ? { description: isOff.replace(' · ', '') } : {}),
      default: value === page,
    })),
  });
}
