/**
 * What a video can be asked for, in the product's own words (document 1, section A).
 * The wire names live in `wire.ts`.
 */
export type VideoResolution = '720P' | '1080P';
export type VideoRatio = '16:9' | '9:16' | '1:1' | '4:3' | '3:4';

export interface TextVideoRequest {
  readonly kind: 'text';
  /** Our name of the model; the provider profile may spell it differently on the wire. */
  readonly model: 'gen2.7-t2v';
  /** 1 to 5,000 characters (code points); longer text was cut before it came here. */
  readonly prompt: string;
  /** At most 500 characters. */
  readonly negativePrompt?: string;
  /** Public HTTP(S) address of a WAV or MP3, 2 to 30 s, at most 15 MB. */
  readonly audioUrl?: string;
  readonly resolution: VideoResolution;
  readonly ratio: VideoRatio;
  /** Whole seconds, 2 to 15. */
  readonly durationSeconds: number;
  /** An LLM of the service rewrites the prompt before generation. */
  readonly promptExtend: boolean;
  readonly watermark: boolean;
  /** 0 to 2147483647. The service picks one when it is absent. */
  readonly seed?: number;
}

/** Grows with the request kinds of document 1. */
export type VideoRequest = TextVideoRequest;
