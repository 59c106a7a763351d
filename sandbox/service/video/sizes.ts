export const resolutions = ['720P', '1080P'] as const;
export type Resolution = (typeof resolutions)[number];

export const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const;
export type Ratio = (typeof ratios)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

const sizes: Readonly<Record<Resolution, Readonly<Record<Ratio, Size>>>> = {
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

/** Pixels of the new protocol's output (document 1, section A). */
export function sizeOf(resolution: Resolution, ratio: Ratio): Size {
  return sizes[resolution][ratio];
}

/** `720P` → 720, the `SR` of the usage. */
export function tierOf(resolution: Resolution): number {
  return Number.parseInt(resolution, 10);
}
