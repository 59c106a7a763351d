import type { VideoRequestKind } from './regions.ts';
import type { VideoRatio, VideoRequest, VideoResolution } from './video/request.ts';

/** `width*height`, as the service writes it. */
export type FrameSize = `${number}*${number}`;

export interface DurationRule {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly defaultSeconds: number;
}

export interface AudioRule {
  readonly formats: readonly ('wav' | 'mp3')[];
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

/** A model of the new protocol: picture size is a tier and a ratio (document 1, section A). */
export interface NewTextModel {
  readonly name: string;
  readonly requestKind: VideoRequestKind;
  /** Code points; the service cuts what is longer. */
  readonly promptLimit: number;
  readonly negativePromptLimit: number;
  readonly audio: AudioRule;
  readonly duration: DurationRule;
  readonly sizes: Readonly<Record<VideoResolution, Readonly<Record<VideoRatio, FrameSize>>>>;
  readonly seed: { readonly min: number; readonly max: number };
  readonly defaults: {
    readonly resolution: VideoResolution;
    readonly ratio: VideoRatio;
    readonly promptExtend: boolean;
    readonly watermark: boolean;
  };
}

const megabyte = 1024 * 1024;

/** What each model can do, as data: document 1's tables. */
export const videoModels = {
  'gen2.7-t2v': {
    name: 'gen2.7-t2v',
    requestKind: 'new-text',
    promptLimit: 5_000,
    negativePromptLimit: 500,
    audio: { formats: ['wav', 'mp3'], minSeconds: 2, maxSeconds: 30, maxBytes: 15 * megabyte },
    duration: { minSeconds: 2, maxSeconds: 15, defaultSeconds: 5 },
    sizes: {
      '720P': {
        '16:9': '1280*720',
        '9:16': '720*1280',
        '1:1': '960*960',
        '4:3': '1104*832',
        '3:4': '832*1104',
      },
      '1080P': {
        '16:9': '1920*1080',
        '9:16': '1080*1920',
        '1:1': '1440*1440',
        '4:3': '1648*1248',
        '3:4': '1248*1648',
      },
    },
    seed: { min: 0, max: 2_147_483_647 },
    defaults: { resolution: '1080P', ratio: '16:9', promptExtend: true, watermark: false },
  },
} as const satisfies Readonly<Record<VideoRequest['model'], NewTextModel>>;

export type VideoModelName = keyof typeof videoModels;

export function isVideoModelName(name: string): name is VideoModelName {
  return Object.hasOwn(videoModels, name);
}

/** Pixels of the picture that a tier and a ratio give. */
export function frameSize(
  model: VideoModelName,
  resolution: VideoResolution,
  ratio: VideoRatio,
): { readonly width: number; readonly height: number } {
  const [width, height] = videoModels[model].sizes[resolution][ratio].split('*').map(Number);
  if (width === undefined || height === undefined)
    throw new Error(`no size for ${model} ${resolution} ${ratio}`);
  return { width, height };
}
