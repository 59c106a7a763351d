export const resolutions = ['720P', '1080P'] as const;
export type Resolution = (typeof resolutions)[number];
/** The legacy protocol has one more. */
export type Tier = '480P' | Resolution;

export const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const;
export type Ratio = (typeof ratios)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One picture of the tables of document 1. */
export interface Format extends Size {
  readonly tier: Tier;
  readonly ratio: Ratio;
}

const newSizes: Readonly<Record<Resolution, Readonly<Record<Ratio, Size>>>> = {
  '720P': {
    '16:9': { width: 1280, height: 720 },
    '9:16': { width: 720, height: 1280 },
    '1:1': { width: 960, height: 960 },
    '4:3': { width: 1104, height: 832 },
    '3:4': { width: 832, height: 1104 },
  },
  '1080P': {
    '16:9': { width: 1920, height: 1080 },
    '9:16': { width: 1080, height: 1920 },
    '1:1': { width: 1440, height: 1440 },
    '4:3': { width: 1648, height: 1248 },
    '3:4': { width: 1248, height: 1648 },
  },
};

/** Pictures of the new protocol (document 1, section A). */
export function formatOf(tier: Resolution, ratio: Ratio): Format {
  return { ...newSizes[tier][ratio], tier, ratio };
}

/** Document 1, "Size tiers" of section B; section C repeats the upper two. */
const legacyFormats: readonly Format[] = [
  { width: 832, height: 480, tier: '480P', ratio: '16:9' },
  { width: 480, height: 832, tier: '480P', ratio: '9:16' },
  { width: 624, height: 624, tier: '480P', ratio: '1:1' },
  { width: 1280, height: 720, tier: '720P', ratio: '16:9' },
  { width: 720, height: 1280, tier: '720P', ratio: '9:16' },
  { width: 960, height: 960, tier: '720P', ratio: '1:1' },
  { width: 1088, height: 832, tier: '720P', ratio: '4:3' },
  { width: 832, height: 1088, tier: '720P', ratio: '3:4' },
  { width: 1920, height: 1080, tier: '1080P', ratio: '16:9' },
  { width: 1080, height: 1920, tier: '1080P', ratio: '9:16' },
  { width: 1440, height: 1440, tier: '1080P', ratio: '1:1' },
  { width: 1632, height: 1248, tier: '1080P', ratio: '4:3' },
  { width: 1248, height: 1632, tier: '1080P', ratio: '3:4' },
];

/** What a legacy model makes, by its `width*height`. */
export function legacyFormatsOf(tiers: readonly Tier[]): ReadonlyMap<string, Format> {
  const allowed = legacyFormats.filter(({ tier }) => tiers.includes(tier));
  return new Map(allowed.map((format) => [wireSize(format), format]));
}

/** `width*height`. */
export function wireSize({ width, height }: Size): string {
  return `${width}*${height}`;
}

/** `720P` → 720, the `SR` of the usage. */
export function tierNumber(tier: Tier): number {
  return Number.parseInt(tier, 10);
}
