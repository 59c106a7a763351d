import { z } from 'zod';
import type { LegacyTextModel } from '../models.ts';
import type { ReadCreation } from './create-request.ts';
import { cut, duration, field, lacking } from './fields.ts';
import { legacySize } from './legacy-size.ts';
import { readBody } from './wire-body.ts';

/** Document 1, section B. A field that only other models of the section have is refused. */
export function legacyTextReader(model: LegacyTextModel): ReadCreation {
  const inputFields = z.object({
    prompt: field.prompt,
    negative_prompt: field.text,
    audio_url: model.audioSeconds ? field.text : lacking(model),
  });
  const parameterFields = z.object({
    size: legacySize(model),
    duration: duration(model.durations),
    prompt_extend: field.flag(true),
    shot_type: model.takesShotType ? field.shotType : lacking(model),
    watermark: field.flag(false),
    seed: field.seed,
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
      format: parameters.size,
      durationSeconds: parameters.duration,
      promptExtend: parameters.prompt_extend,
      ...(parameters.shot_type && { shotType: parameters.shot_type }),
      sound: model.sound,
      watermark: parameters.watermark,
      seed: parameters.seed ?? drawSeed(),
      seedGiven: parameters.seed !== undefined,
      ignoredFields,
    };
  };
}
