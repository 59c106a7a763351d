import { type Region, regionsServing } from './regions.ts';
import type { AudioRule, ModelFamily, ReferenceRule, VideoModel } from './video/model.ts';
import type { FrameSize, VideoModelName } from './video/request.ts';
import { legacySizes, newProtocolSizes } from './video/size-tables.ts';

export type { FrameSize, VideoModel, VideoModelName };

const megabyte = 1024 * 1024;

const audio = {
  formats: ['wav', 'mp3'],
  minSeconds: 3,
  maxSeconds: 30,
  maxBytes: 15 * megabyte,
} as const satisfies AudioRule;

const references = {
  maxImages: 5,
  maxVideos: 3,
  maxFiles: 5,
  image: {
    formats: ['jpeg', 'png', 'bmp', 'webp'],
    minSidePixels: 240,
    maxSidePixels: 8_000,
    maxBytes: 20 * megabyte,
  },
  video: { formats: ['mp4', 'mov'], minSeconds: 1, maxSeconds: 30, maxBytes: 100 * megabyte },
} as const satisfies ReferenceRule;

const fullHd = { resolution: '1080P', ratio: '16:9', promptExtend: true, watermark: false } as const;
const hd = { ...fullHd, resolution: '720P' } as const;
const { '480P': small, '720P': medium, '1080P': large } = legacySizes;
/** Of a video whose length nobody chose. */
export const usualSeconds = 5;
const fiveOrTen = { rule: 'oneOf', seconds: [5, 10], defaultSeconds: usualSeconds } as const;
const five = { rule: 'fixed', defaultSeconds: usualSeconds } as const;

const everyModel = {
  negativePromptLimit: 500,
  seed: { min: 0, max: 2_147_483_647 },
  audio: undefined,
  shotTypes: [],
  hasAudioSwitch: false,
  references: undefined,
} as const;

const newText = {
  ...everyModel,
  kind: 'new-text',
  family: 'standard',
  extendsPrompt: true,
  tellsActualPrompt: false,
  makesSound: true,
} as const;

const legacyText = {
  ...everyModel,
  kind: 'legacy-text',
  extendsPrompt: true,
  tellsActualPrompt: true,
} as const;

const soundLegacyText = {
  ...legacyText,
  family: 'standard',
  promptLimit: 1_500,
  makesSound: true,
  audio,
} as const;
const silentLegacyText = { ...legacyText, family: 'small', promptLimit: 800, makesSound: false } as const;

const reference = {
  ...everyModel,
  kind: 'reference',
  family: 'standard',
  promptLimit: 1_500,
  shotTypes: ['single', 'multi'],
  extendsPrompt: false,
  tellsActualPrompt: false,
  makesSound: true,
  references,
  sizes: { '720P': medium, '1080P': large },
  duration: { rule: 'range', minSeconds: 2, maxSeconds: 10, defaultSeconds: usualSeconds },
  defaults: { ...fullHd, promptExtend: false },
} as const;

/** What each model can do, as data: document 1's tables. */
export const videoModels = {
  'gen2.7-t2v': {
    ...newText,
    name: 'gen2.7-t2v',
    promptLimit: 5_000,
    audio: { ...audio, minSeconds: 2 },
    sizes: newProtocolSizes,
    duration: { rule: 'range', minSeconds: 2, maxSeconds: 15, defaultSeconds: usualSeconds },
    defaults: fullHd,
  },
  'gen2.6-t2v': {
    ...soundLegacyText,
    name: 'gen2.6-t2v',
    tellsActualPrompt: false,
    shotTypes: ['single', 'multi'],
    sizes: { '720P': medium, '1080P': large },
    duration: { rule: 'range', minSeconds: 2, maxSeconds: 15, defaultSeconds: usualSeconds },
    defaults: fullHd,
  },
  'gen2.6-t2v-us': {
    ...soundLegacyText,
    name: 'gen2.6-t2v-us',
    shotTypes: ['single', 'multi'],
    sizes: { '720P': medium, '1080P': large },
    duration: fiveOrTen,
    defaults: fullHd,
  },
  'gen2.5-t2v-preview': {
    ...soundLegacyText,
    name: 'gen2.5-t2v-preview',
    sizes: { '480P': small, '720P': medium, '1080P': large },
    duration: fiveOrTen,
    defaults: fullHd,
  },
  'gen2.2-t2v-plus': {
    ...silentLegacyText,
    name: 'gen2.2-t2v-plus',
    sizes: { '480P': small, '1080P': large },
    duration: five,
    defaults: fullHd,
  },
  'gen2.1-t2v-turbo': {
    ...silentLegacyText,
    name: 'gen2.1-t2v-turbo',
    sizes: { '480P': small, '720P': medium },
    duration: five,
    defaults: hd,
  },
  'gen2.1-t2v-plus': {
    ...silentLegacyText,
    name: 'gen2.1-t2v-plus',
    sizes: { '720P': medium },
    duration: five,
    defaults: hd,
  },
  'gen2.6-r2v': { ...reference, name: 'gen2.6-r2v' },
  'gen2.6-r2v-flash': { ...reference, name: 'gen2.6-r2v-flash', hasAudioSwitch: true },
} as const satisfies Readonly<Record<VideoModelName, VideoModel>>;

export const videoModelNames = Object.keys(videoModels) as readonly VideoModelName[];

/** An account's limits, counted for each family apart (field notes 5). */
export const accountLimits: Readonly<
  Record<ModelFamily, { readonly createsPerSecond: number; readonly tasksAtOnce: number }>
> = {
  standard: { createsPerSecond: 5, tasksAtOnce: 5 },
  small: { createsPerSecond: 2, tasksAtOnce: 2 },
};

export function isVideoModelName(name: string): name is VideoModelName {
  return Object.hasOwn(videoModels, name);
}

/** The models of a region (document 1, "Endpoint availability by request kind"). */
export function modelsServed(region: Region): readonly VideoModelName[] {
  return videoModelNames.filter((name) => regionsServing(videoModels[name].kind).includes(region));
}
