import type { VideoRequestKind } from '../regions.ts';
import type { FrameSize, ShotType, VideoRatio, VideoTier } from './request.ts';

/** The picture sizes of a model, by tier and ratio. If one isn't listed, the model doesn't have it. */
export type SizeTable = Readonly<
  Partial<Record<VideoTier, Readonly<Partial<Record<VideoRatio, FrameSize>>>>>
>;

/** The whole seconds that a model offers. */
type DurationRule =
  | {
      readonly rule: 'range';
      readonly minSeconds: number;
      readonly maxSeconds: number;
      readonly defaultSeconds: number;
    }
  | { readonly rule: 'oneOf'; readonly seconds: readonly number[]; readonly defaultSeconds: number }
  | { readonly rule: 'fixed'; readonly defaultSeconds: number };

export interface AudioRule {
  readonly formats: readonly ('wav' | 'mp3')[];
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

/** How many reference files a request takes, and what each has to be (document 1, section C). */
export interface ReferenceRule {
  readonly maxImages: number;
  readonly maxVideos: number;
  readonly maxFiles: number;
  readonly image: {
    readonly formats: readonly ('jpeg' | 'png' | 'bmp' | 'webp')[];
    readonly minSidePixels: number;
    readonly maxSidePixels: number;
    readonly maxBytes: number;
  };
  readonly video: {
    readonly formats: readonly ('mp4' | 'mov')[];
    readonly minSeconds: number;
    readonly maxSeconds: number;
    readonly maxBytes: number;
  };
}

/** Models that share the account's limits (field notes 5): `small` are `gen2.2` and `gen2.1`. */
export type ModelFamily = 'standard' | 'small';

/** What a model can do: a row of document 1's tables. */
export interface VideoModel {
  readonly name: string;
  readonly kind: VideoRequestKind;
  readonly family: ModelFamily;
  /** In code points; the service cuts longer prompts. */
  readonly promptLimit: number;
  readonly negativePromptLimit: number;
  /** Undefined: the model takes no `audioUrl`. */
  readonly audio: AudioRule | undefined;
  readonly sizes: SizeTable;
  readonly duration: DurationRule;
  /** Empty: the model has no shot type. */
  readonly shotTypes: readonly ShotType[];
  /** Whether the service's LLM can rewrite the prompt. */
  readonly extendsPrompt: boolean;
  /** Whether a result includes the rewritten prompt. */
  readonly tellsActualPrompt: boolean;
  /** Whether its videos have sound by default. */
  readonly makesSound: boolean;
  /** Whether sound can be switched off. */
  readonly hasAudioSwitch: boolean;
  /** Undefined: the model takes no reference files. */
  readonly references: ReferenceRule | undefined;
  readonly seed: { readonly min: number; readonly max: number };
  readonly defaults: {
    readonly resolution: VideoTier;
    readonly ratio: VideoRatio;
    readonly promptExtend: boolean;
    readonly watermark: boolean;
  };
}
