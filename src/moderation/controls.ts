import { ChannelType } from 'discord.js';
import { timeZones } from '../community/local-time.ts';
import {
  type GatedFeature,
  gatedFeatures,
  reviewedPeople,
  reviewedThings,
  type ServerPages,
  serverSettingsSchema,
} from '../community/settings-pages.ts';

/** The pages of `/settings`, each one choice away from every other. */
export const panelPages = ['start', ...gatedFeatures, 'news', 'changes'] as const;
export type PanelPage = (typeof panelPages)[number];

/** Values that depend on what this bot has. */
export type OfferedName =
  | 'textModels'
  | 'referenceModels'
  | 'resolutions'
  | 'voices'
  | 'conversationModels'
  | 'conversationVoices'
  | 'languages'
  | 'tools';
export type Offered = Readonly<
  Record<OfferedName, readonly { readonly value: string; readonly label: string }[]>
>;

export type ControlName =
  | 'on'
  | 'roles'
  | 'channels'
  | 'blocked'
  | 'textModel'
  | 'referenceModel'
  | 'resolution'
  | 'seconds'
  | 'longestSeconds'
  | 'review'
  | 'reviewed'
  | 'reviewHours'
  | 'voice'
  | 'model'
  | 'tools'
  | 'transcripts'
  | 'idleMinutes'
  | 'roomMinutes'
  | 'languages'
  | 'mentions'
  | 'channelId'
  | 'digestHour'
  | 'timeZone'
  | 'words'
  | 'features';

/** One setting on a page: where it stands, and how it's chosen. */
export type Control = {
  readonly name: ControlName;
  readonly path: readonly string[];
} & (
  | { readonly kind: 'switch' }
  /** One of them; `optional`: or none, which leaves it to the bot. */
  | {
      readonly kind: 'choice';
      readonly values: readonly (string | number)[] | OfferedName;
      readonly optional?: true;
    }
  | { readonly kind: 'choices'; readonly values: OfferedName; readonly most: number }
  /** On or off by name; what's missing is on. */
  | { readonly kind: 'switches'; readonly values: OfferedName }
  /** Which features are on. */
  | { readonly kind: 'features' }
  | { readonly kind: 'roles' | 'people' }
  | { readonly kind: 'channels' }
  | { readonly kind: 'channel' }
  /** Typed, one a line. */
  | { readonly kind: 'words' }
);

export const textChannels = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;
export const anyChannels = [
  ...textChannels,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
  ChannelType.GuildCategory,
] as const;
const videoSeconds = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** A finished video can't wait longer than a day, because the service deletes it then. */
const reviewHours = [1, 3, 6, 12, 24, 72, 168];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const idleMinutes = [1, 2, 5, 10, 20, 30, 60, 120];
/** Of a menu, in all. */
export const mostChosen = 25;
export const mostWords = 200;
export const longestWord = 60;

type ChoiceValues = Extract<Control, { kind: 'choice' }>['values'];
const perhaps = (name: ControlName, values: ChoiceValues, ...path: readonly string[]): Control => ({
  ...{ name, kind: 'choice', values, optional: true, path },
});

const accessTo = (feature: GatedFeature): readonly Control[] => [
  { name: 'on', kind: 'switch', path: ['access', feature, 'on'] },
  { name: 'roles', kind: 'roles', path: ['access', feature, 'roles'] },
  { name: 'channels', kind: 'channels', path: ['access', feature, 'channels'] },
  { name: 'blocked', kind: 'people', path: ['access', feature, 'blocked'] },
];
const callSettings = (feature: 'conversation' | 'interpreter'): readonly Control[] => [
  { name: 'transcripts', kind: 'switch', path: [feature, 'transcripts'] },
  perhaps('idleMinutes', idleMinutes, feature, 'idleMinutes'),
];
export const review: Control = {
  name: 'review',
  kind: 'choice',
  values: reviewedPeople,
  path: ['video', 'review'],
};
const moderatorsChannel: Control = { name: 'channelId', kind: 'channel', path: ['news', 'channelId'] };

/** Every setting, on the page where people look for it. */
export const controls: Readonly<Record<PanelPage, readonly Control[]>> = {
  start: [moderatorsChannel, { name: 'features', kind: 'features', path: ['access'] }, review],
  video: [
    ...accessTo('video'),
    perhaps('textModel', 'textModels', 'video', 'textModel'),
    perhaps('referenceModel', 'referenceModels', 'video', 'referenceModel'),
    perhaps('resolution', 'resolutions', 'video', 'resolution'),
    perhaps('seconds', videoSeconds, 'video', 'seconds'),
    perhaps('longestSeconds', videoSeconds, 'video', 'longestSeconds'),
    review,
    { name: 'reviewed', kind: 'choice', values: reviewedThings, path: ['video', 'reviewed'] },
    { name: 'reviewHours', kind: 'choice', values: reviewHours, path: ['video', 'reviewHours'] },
  ],
  speech: [
    ...accessTo('speech'),
    perhaps('voice', 'voices', 'speech', 'voice', 'voice'),
    perhaps('roomMinutes', idleMinutes, 'speech', 'idleMinutes'),
  ],
  conversation: [
    ...accessTo('conversation'),
    perhaps('model', 'conversationModels', 'conversation', 'model'),
    perhaps('voice', 'conversationVoices', 'conversation', 'voice'),
    { name: 'tools', kind: 'switches', values: 'tools', path: ['conversation', 'tools'] },
    ...callSettings('conversation'),
  ],
  interpreter: [
    ...accessTo('interpreter'),
    { name: 'languages', kind: 'choices', values: 'languages', most: 6, path: ['interpreter', 'languages'] },
    ...callSettings('interpreter'),
  ],
  knowledge: [
    ...accessTo('knowledge'),
    { name: 'mentions', kind: 'switch', path: ['knowledge', 'mentions'] },
  ],
  news: [
    moderatorsChannel,
    perhaps('digestHour', hours, 'news', 'digestHour'),
    { name: 'timeZone', kind: 'choice', values: timeZones, path: ['news', 'timeZone'] },
    { name: 'words', kind: 'words', path: ['access', 'words'] },
  ],
  changes: [],
};

export function controlOf(page: string, name: string): Control | undefined {
  const found = panelPages.find((each) => each === page);
  return found && controls[found].find((each) => each.name === name);
}

/** What's chosen now, as a menu has it. */
export function valuesOf(control: Control, pages: ServerPages, offered: Offered): readonly string[] {
  if (control.kind === 'features') return gatedFeatures.filter((feature) => pages.access[feature].on);
  const value = at(pages, control.path);
  if (control.kind === 'switches')
    return offered[control.values].map((each) => each.value).filter((each) => ownOf(value, each) !== false);
  if (Array.isArray(value)) return value.map(String);
  return value === undefined ? [] : [String(value)];
}

/**
 * The settings with these values at that place. Undefined if they make no sense, which only a made-up client can send.
 */
export function withValues(
  control: Control,
  pages: ServerPages,
  values: readonly string[],
  offered: Offered,
): ServerPages | undefined {
  const known = isOffered(control, values, offered);
  const parsed = known ? serverSettingsSchema.safeParse(made(control, pages, values, offered)) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

function made(control: Control, pages: ServerPages, values: readonly string[], offered: Offered): unknown {
  const [first] = values;
  switch (control.kind) {
    case 'features':
      return gatedFeatures.reduce<unknown>(
        (before, feature) => put(before, ['access', feature, 'on'], values.includes(feature)),
        pages,
      );
    case 'switch':
      return put(pages, control.path, first === 'true');
    case 'switches':
      return put(
        pages,
        control.path,
        Object.fromEntries(offered[control.values].map(({ value }) => [value, values.includes(value)])),
      );
    case 'choice':
      return put(pages, control.path, typeof control.values[0] === 'number' && first ? Number(first) : first);
    case 'channel':
      return put(pages, control.path, first);
    default:
      return put(pages, control.path, [...new Set(values)]);
  }
}

export function isOffered(control: Control, values: readonly string[], offered: Offered): boolean {
  switch (control.kind) {
    case 'choice': {
      const names = namesOf(control.values, offered);
      if (values.length === 0) return control.optional === true;
      return values.length === 1 && values.every((value) => names.includes(value));
    }
    case 'choices':
      return (
        values.length <= control.most &&
        values.every((value) => namesOf(control.values, offered).includes(value))
      );
    case 'switches':
      return values.every((value) => namesOf(control.values, offered).includes(value));
    case 'features':
      return values.every((value) => (gatedFeatures as readonly string[]).includes(value));
    case 'switch':
      return values.length === 1 && (values[0] === 'true' || values[0] === 'false');
    case 'words':
      return (
        values.length <= mostWords &&
        values.every((word) => word.trim() !== '' && Array.from(word).length <= longestWord)
      );
    case 'channel':
      return values.length <= 1 && values.every(isId);
    default:
      return values.length <= mostChosen && values.every(isId);
  }
}

function namesOf(values: readonly (string | number)[] | OfferedName, offered: Offered): readonly string[] {
  return typeof values === 'string' ? offered[values].map(({ value }) => value) : values.map(String);
}

function isId(value: string): boolean {
  return /^\d{15,25}$/.test(value);
}

function at(value: unknown, [name, ...rest]: readonly string[]): unknown {
  return name === undefined ? value : at(ownOf(value, name), rest);
}

function put(value: unknown, [name, ...rest]: readonly string[], leaf: unknown): unknown {
  if (name === undefined) return leaf;
  const branch = typeof value === 'object' && value !== null ? value : {};
  return { ...branch, [name]: put(ownOf(branch, name), rest, leaf) };
}

function ownOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
