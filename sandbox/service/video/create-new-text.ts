import { z } from 'zod';
import type { NewTextModel } from '../models.ts';
import type { ReadCreation } from './create-request.ts';
import { choice, cut, duration, field } from './fields.ts';
import { formatOf, ratios, resolutions } from './sizes.ts';
import { readBody } from './wire-body.ts';

/** Document 1, section A. */
export function newTextReader(model: NewTextModel): ReadCreation {
  const inputFields = z.object({ prompt: field.prompt, negative_prompt: field.text, audio_url: field.text });
  const parameterFields = z.object({
    resolution: choice(resolutions).default('1080P'),
    ratio: choice(ratios).default('16:9'),
    duration: duration(model.durations),
    prompt_extend: field.flag(true),
    watermark: field.flag(false),
    seed: field.seed,
    // Document 1, section A, names it and says that it has no effect.
    shot_type: z.unknown().optional(),
  });
  return (body, drawSeed) => {
    const { input, parameters, ignoredFields } = readBody(body, inputFields, parameterFields);
    return {
      prompt: cut(input.prompt, model.promptCharacters),
      ...(input.negative_prompt !== undefined && {
        negativePrompt: cut(input.negative_prompt, model.negativePromptCharacters),
      }),
      ...(input.audio_url !== undefined && { audioUrl: input.audio_url }),
      references: [],
      format: formatOf(parameters.resolution, parameters.ratio),
      durationSeconds: parameters.duration,
      promptExtend: parameters.prompt_extend,
      sound: model.sound,
      watermark: parameters.watermark,
      seed: parameters.seed ?? drawSeed(),
      seedGiven: parameters.seed !== undefined,
      ignoredFields,
    };
  };
}
