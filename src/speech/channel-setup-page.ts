import {
  type APIActionRowComponent,
  type APISelectMenuComponent,
  type APISelectMenuOption,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import { namings, type ReadAloud, type VoiceChoice } from '../community/settings-pages.ts';
import { cutText } from '../discord/escape.ts';
import { button, buttonRow, container, encodeCustomId, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { synthesisLanguages } from '../service/synthesis/models.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';
import type { Words } from '../words/index.ts';
import { type ReadingView, readingText, smallPrint } from './channel-page.ts';
import { readableTypes, voiceTypes } from './channel-types.ts';
import { labelOf } from './voice-book.ts';

interface SetupView extends ReadingView {
  /** The voice of people who chose none. */
  readonly guildVoice: VoiceChoice;
  /** The voices to choose from, likely ones first. */
  readonly voices: readonly VoiceListing[];
}

/** What can be turned on and off, in the order of the menu. */
export const readingSwitches = ['inVoiceOnly', 'automatic', 'emoji', 'captions', 'comings'] as const;

const secondsOffered = [10, 15, 20, 30, 45, 60, 120, 300] as const;
/** Discord's limits on a menu. */
const mostOptions = 25;
const longestLabel = 100;
/** The choice that leaves it to the voice. */
export const anyLanguage = 'any';

/** How a channel is read aloud, for people who may change it. Each menu saves at once. */
export function renderSetup(view: SetupView, words: Words): MessageBody {
  const { channelId, reading } = view;
  const { channel, buttons } = words.speech;
  const act = (action: string) => ['speak', action, channelId] as const;
  const controls = reading
    ? [
        button('danger', buttons.stopReading, ...act('read-stop')),
        button('secondary', buttons.resetReading, ...act('read-reset')),
      ]
    : [button('primary', buttons.startReading, ...act('read-start'))];
  return {
    components: [
      container([
        text(readingText(view, channel.offForManagers, words)),
        whichMenu(view, words),
        ...(reading ? menusOf(reading, view, words) : []),
        ...buttonRow(controls),
        ...smallPrint(view, words),
      ]),
    ],
  };
}

function menusOf(reading: ReadAloud, view: SetupView, words: Words) {
  return [
    intoMenu(reading, view, words),
    roleMenu(reading, view, words),
    choice(
      'read-names',
      view,
      namings.map((naming) => ({
        value: naming,
        label: words.speech.channel.naming[naming],
        default: reading.naming === naming,
      })),
    ),
    secondsMenu(reading, view, words),
    switchMenu(reading, view, words),
    ...voiceMenu(view, words),
    languageMenu(view, words),
  ];
}

type Row = APIActionRowComponent<APISelectMenuComponent>;

function row(menu: APISelectMenuComponent): Row {
  return { type: ComponentType.ActionRow, components: [menu] };
}

function idOf(action: string, { channelId }: ReadingView): string {
  return encodeCustomId({ feature: 'speak', action, id: channelId });
}

function choice(
  action: string,
  view: SetupView,
  options: readonly APISelectMenuOption[],
  more: { readonly placeholder?: string; readonly min_values?: number; readonly max_values?: number } = {},
): Row {
  const shown = options.slice(0, mostOptions).map((option) => ({
    ...option,
    label: cutText(option.label, longestLabel),
  }));
  return row({ type: ComponentType.StringSelect, custom_id: idOf(action, view), options: shown, ...more });
}

function whichMenu(view: SetupView, { speech }: Words): Row {
  return row({
    type: ComponentType.ChannelSelect,
    custom_id: idOf('read-which', view),
    channel_types: [...readableTypes],
    placeholder: speech.channel.setup.which,
    default_values: [{ id: view.channelId, type: SelectMenuDefaultValueType.Channel }],
  });
}

function intoMenu({ into }: ReadAloud, view: SetupView, { speech }: Words): Row {
  const shown = into !== undefined && view.seesInto;
  return row({
    type: ComponentType.ChannelSelect,
    custom_id: idOf('read-into', view),
    channel_types: [...voiceTypes],
    placeholder: speech.channel.setup.into,
    min_values: 0,
    ...(shown ? { default_values: [{ id: into, type: SelectMenuDefaultValueType.Channel }] } : {}),
  });
}

function roleMenu({ roleId }: ReadAloud, view: SetupView, { speech }: Words): Row {
  return row({
    type: ComponentType.RoleSelect,
    custom_id: idOf('read-role', view),
    placeholder: speech.channel.setup.role,
    min_values: 0,
    ...(roleId === undefined
      ? {}
      : { default_values: [{ id: roleId, type: SelectMenuDefaultValueType.Role }] }),
  });
}

function secondsMenu({ maxSeconds }: ReadAloud, view: SetupView, { speech }: Words): Row {
  const offered = new Set<number>([...secondsOffered, maxSeconds]);
  const options = [...offered]
    .toSorted((one, other) => one - other)
    .map((seconds) => ({
      value: String(seconds),
      label: speech.channel.maxSeconds(seconds),
      default: seconds === maxSeconds,
    }));
  return choice('read-seconds', view, options);
}

function switchMenu(reading: ReadAloud, view: SetupView, { speech }: Words): Row {
  const { setup } = speech.channel;
  const options = readingSwitches.map((name) => ({
    value: name,
    label: setup.switches[name],
    default: reading[name] ?? false,
  }));
  return choice('read-more', view, options, {
    placeholder: setup.more,
    min_values: 0,
    max_values: options.length,
  });
}

function voiceMenu(view: SetupView, { speech }: Words): readonly Row[] {
  const { guildVoice, voices } = view;
  if (voices.length === 0) return [];
  const chosen = voices.find(({ name }) => name === guildVoice.voice);
  const offered = [...new Set([...(chosen ? [chosen] : []), ...voices])];
  const options = offered.map((voice) => ({
    value: voice.name,
    label: speech.channel.setup.voice(labelOf(voice)),
    default: voice === chosen,
  }));
  return [choice('read-voice', view, options, { placeholder: speech.channel.setup.anyVoice })];
}

function languageMenu(view: SetupView, { speech }: Words): Row {
  const { setup } = speech.channel;
  const names = speech.commands['speak voice'].options.language.choices;
  const options = [
    { value: anyLanguage, label: setup.anyLanguage, default: view.guildVoice.language === undefined },
    ...synthesisLanguages.map((language) => ({
      value: language,
      label: setup.language(names?.[language] ?? language),
      default: view.guildVoice.language === language,
    })),
  ];
  return choice('read-language', view, options);
}
