import type { LegacyTextRequest, ReferenceRequest, TextVideoRequest, VideoRequest } from './request.ts';

/** Body of a creation (document 1, "Create task"). A field that was not asked for is undefined, and so not sent. */
export interface WireCreateBody {
  readonly model: string;
  readonly input: {
    readonly prompt: string;
    readonly negative_prompt: string | undefined;
    readonly audio_url?: string | undefined;
    readonly reference_urls?: readonly string[];
    readonly reference_video_urls?: readonly string[] | undefined;
  };
  readonly parameters: {
    readonly resolution?: string;
    readonly ratio?: string;
    readonly size?: string;
    readonly duration: number;
    readonly prompt_extend?: boolean;
    readonly shot_type?: string | undefined;
    readonly audio?: boolean | undefined;
    readonly watermark: boolean;
    readonly seed: number | undefined;
  };
}

/** The request in the protocol of its kind; `model` is how the deployment spells the model's name. */
export function createBody(request: VideoRequest, model: string): WireCreateBody {
  switch (request.kind) {
    case 'new-text':
      return newTextBody(request, model);
    case 'legacy-text':
      return legacyTextBody(request, model);
    case 'reference':
      return referenceBody(request, model);
  }
}

function newTextBody(request: TextVideoRequest, model: string): WireCreateBody {
  return {
    model,
    input: { ...texts(request), audio_url: request.audioUrl },
    parameters: {
      resolution: request.resolution,
      ratio: request.ratio,
      duration: request.durationSeconds,
      prompt_extend: request.promptExtend,
      watermark: request.watermark,
      seed: request.seed,
    },
  };
}

function legacyTextBody(request: LegacyTextRequest, model: string): WireCreateBody {
  return {
    model,
    input: { ...texts(request), audio_url: request.audioUrl },
    parameters: {
      size: request.size,
      duration: request.durationSeconds,
      prompt_extend: request.promptExtend,
      shot_type: request.shotType,
      watermark: request.watermark,
      seed: request.seed,
    },
  };
}

function referenceBody(request: ReferenceRequest, model: string): WireCreateBody {
  return {
    model,
    input: {
      ...texts(request),
      reference_urls: request.referenceUrls,
      reference_video_urls: request.referenceVideoUrls,
    },
    parameters: {
      size: request.size,
      duration: request.durationSeconds,
      shot_type: request.shotType,
      audio: request.audio,
      watermark: request.watermark,
      seed: request.seed,
    },
  };
}

function texts(request: VideoRequest): { prompt: string; negative_prompt: string | undefined } {
  return { prompt: request.prompt, negative_prompt: request.negativePrompt };
}
