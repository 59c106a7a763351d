/**
 * What a video can be asked for, in the product's own words: a union by the three request kinds of document 1.
 * The wire names live in `wire.ts`; what each model has of it stands in `../models.ts`.
 */
export type VideoResolution = '720P' | '1080P';
/** How the documents group picture sizes; section A has no 480P. */
export type VideoTier = '480P' | VideoResolution;
export type VideoRatio = '16:9' | '9:16' | '1:1' | '4:3' | '3:4';
/** `width*height`, as the service writes it. */
export type FrameSize = `${number}*${number}`;
export type ShotType = 'single' | 'multi';

interface AnyVideoRequest {
  /** In characters (code points), up to the model's limit; longer text was cut before it came here. */
  readonly prompt: string;
  /** At most 500 characters. */
  readonly negativePrompt?: string;
  /** Whole seconds that the model has. */
  readonly durationSeconds: number;
  readonly watermark: boolean;
  /** 0 to 2147483647. The service picks one when it is absent. */
  readonly seed?: number;
}

/** Section A: the new protocol, whose picture is a tier and a ratio. */
export interface TextVideoRequest extends AnyVideoRequest {
  readonly kind: 'new-text';
  /** Our name of the model; the provider profile may spell it differently on the wire. */
  readonly model: 'gen2.7-t2v';
  /** Public HTTP(S) address of a WAV or MP3, 2 to 30 s, at most 15 MB. */
  readonly audioUrl?: string;
  readonly resolution: VideoResolution;
  readonly ratio: VideoRatio;
  /** An LLM of the service rewrites the prompt before generation. */
  readonly promptExtend: boolean;
}

/** Section B: text to video on the legacy protocol, whose picture is an exact size. */
export interface LegacyTextRequest extends AnyVideoRequest {
  readonly kind: 'legacy-text';
  readonly model:
    | 'gen2.6-t2v'
    | 'gen2.6-t2v-us'
    | 'gen2.5-t2v-preview'
    | 'gen2.2-t2v-plus'
    | 'gen2.1-t2v-turbo'
    | 'gen2.1-t2v-plus';
  /** `gen2.6` and `gen2.5` only. Public HTTP(S) address of a WAV or MP3, 3 to 30 s, at most 15 MB. */
  readonly audioUrl?: string;
  readonly size: FrameSize;
  readonly promptExtend: boolean;
  /** `gen2.6` only; the service heeds it only while `promptExtend` is true. */
  readonly shotType?: ShotType;
}

/** Section C: a video of the subjects that reference files show. */
export interface ReferenceRequest extends AnyVideoRequest {
  readonly kind: 'reference';
  readonly model: 'gen2.6-r2v' | 'gen2.6-r2v-flash';
  /** Public HTTP(S) addresses, one subject each; the first one is `character1` in the prompt. */
  readonly referenceUrls: readonly string[];
  /** Deprecated by document 1 and never sent by a command: one to three videos, further characters. */
  readonly referenceVideoUrls?: readonly string[];
  readonly size: FrameSize;
  readonly shotType?: ShotType;
  /** `gen2.6-r2v-flash` only: false gives a silent video. */
  readonly audio?: boolean;
}

export type VideoRequest = TextVideoRequest | LegacyTextRequest | ReferenceRequest;
export type VideoModelName = VideoRequest['model'];
