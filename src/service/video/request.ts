import { z } from 'zod';

/**
 * A video request in our own terms: a union of document 1's three request kinds. Jobs are stored with it, too.
 * `request-fields.ts` has each field's check and wire name, `../models.ts` what each model can do.
 */
const resolution = z.enum(['720P', '1080P']);
const ratio = z.enum(['16:9', '9:16', '1:1', '4:3', '3:4']);
const shotType = z.enum(['single', 'multi']);
/** `width*height`, like on the wire. */
const size = z.templateLiteral([z.number(), '*', z.number()]);

const anyRequest = {
  /** In code points, up to the model's limit; longer text has already been cut. */
  prompt: z.string(),
  /** At most 500 characters. */
  negativePrompt: z.string().optional(),
  /** Whole seconds that the model offers. */
  durationSeconds: z.number().int(),
  watermark: z.boolean(),
  /** 0 to 2147483647. If absent, the service picks one. */
  seed: z.number().int().optional(),
};

/** Section A: the new protocol, where the picture is a tier and a ratio. */
const textRequest = z.object({
  ...anyRequest,
  kind: z.literal('new-text'),
  /** Our name of the model; a deployment may have another one. */
  model: z.literal('gen2.7-t2v'),
  /** Public HTTP(S) address of a WAV or MP3, 2 to 30 s, at most 15 MB. */
  audioUrl: z.string().optional(),
  resolution,
  ratio,
  /** The service's LLM rewrites the prompt first. */
  promptExtend: z.boolean(),
});

/** Section B: text to video on the legacy protocol, where the picture is an exact size. */
const legacyTextRequest = z.object({
  ...anyRequest,
  kind: z.literal('legacy-text'),
  model: z.enum([
    'gen2.6-t2v',
    'gen2.6-t2v-us',
    'gen2.5-t2v-preview',
    'gen2.2-t2v-plus',
    'gen2.1-t2v-turbo',
    'gen2.1-t2v-plus',
  ]),
  /** `gen2.6` and `gen2.5` only. Public HTTP(S) address of a WAV or MP3, 3 to 30 s, at most 15 MB. */
  audioUrl: z.string().optional(),
  size,
  promptExtend: z.boolean(),
  /** `gen2.6` only. The service ignores it unless `promptExtend` is true. */
  shotType: shotType.optional(),
});

/** Section C: a video with the subjects of the reference files. */
const referenceRequest = z.object({
  ...anyRequest,
  kind: z.literal('reference'),
  model: z.enum(['gen2.6-r2v', 'gen2.6-r2v-flash']),
  /** Public HTTP(S) addresses with one subject each; the first one is `character1` in the prompt. */
  referenceUrls: z.array(z.string()),
  /** Deprecated by document 1 and never sent by a command: one to three videos with more characters. */
  referenceVideoUrls: z.array(z.string()).optional(),
  size,
  shotType: shotType.optional(),
  /** `gen2.6-r2v-flash` only: false makes a silent video. */
  audio: z.boolean().optional(),
});

export const videoRequestSchema = z.discriminatedUnion('kind', [
  textRequest,
  legacyTextRequest,
  referenceRequest,
]);

type VideoResolution = z.infer<typeof resolution>;
/** How the documents group picture sizes; section A has no 480P. */
export type VideoTier = '480P' | VideoResolution;
export type VideoRatio = z.infer<typeof ratio>;
export type FrameSize = z.infer<typeof size>;
export type ShotType = z.infer<typeof shotType>;
export type TextVideoRequest = Readonly<z.infer<typeof textRequest>>;
export type LegacyTextRequest = Readonly<z.infer<typeof legacyTextRequest>>;
export type ReferenceRequest = Readonly<z.infer<typeof referenceRequest>>;
export type VideoRequest = TextVideoRequest | LegacyTextRequest | ReferenceRequest;
export type VideoModelName = VideoRequest['model'];
/** A field in any kind of request. */
export type RequestField = keyof TextVideoRequest | keyof LegacyTextRequest | keyof ReferenceRequest;
