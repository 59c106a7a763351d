import { z } from 'zod';
import type { ReferenceModel } from '../models.ts';
import { invalidParameter } from '../refusal.ts';
import type { ReadCreation, ReferenceAddress } from './create-request.ts';
import { cut, duration, field, lacking } from './fields.ts';
import { legacySize } from './legacy-size.ts';
import { readBody } from './wire-body.ts';

export const mostReferences = 5;
export const mostReferenceVideos = 3;

const addresses = (most: number) => {
  const rule = `must be an array of 1 to ${most} URLs`;
  return z.array(z.string('must be a string'), rule).min(1, rule).max(most, rule).optional();
};

/**
 * Document 1, section C. The deprecated `reference_video_urls` serve alone or name further characters behind those of
 * `reference_urls`. What the files are is seen when the task starts.
 */
export function referenceReader(model: ReferenceModel): ReadCreation {
  const inputFields = z.object({
    prompt: field.prompt,
    negative_prompt: field.text,
    reference_urls: addresses(mostReferences),
    reference_video_urls: addresses(mostReferenceVideos),
  });
  const parameterFields = z.object({
    size: legacySize(model),
    duration: duration(model.durations),
    shot_type: field.shotType,
    audio: model.takesAudioSwitch ? field.flag(true) : lacking(model),
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
      references: referencesOf(input.reference_urls ?? [], input.reference_video_urls ?? []),
      format: parameters.size,
      durationSeconds: parameters.duration,
      promptExtend: false,
      shotType: parameters.shot_type,
      sound: parameters.audio ?? model.sound,
      watermark: parameters.watermark,
      seed: parameters.seed ?? drawSeed(),
      seedGiven: parameters.seed !== undefined,
      ignoredFields,
    };
  };
}

function referencesOf(urls: readonly string[], videoUrls: readonly string[]): ReferenceAddress[] {
  const named = (name: string, deprecated: boolean) => (url: string, index: number) => ({
    field: `input.${name}.${index}`,
    url,
    deprecated,
  });
  const all = [
    ...urls.map(named('reference_urls', false)),
    ...videoUrls.map(named('reference_video_urls', true)),
  ];
  if (all.length === 0 || all.length > mostReferences) {
    throw invalidParameter(`input.reference_urls must name 1 to ${mostReferences} files in all.`);
  }
  return all;
}
