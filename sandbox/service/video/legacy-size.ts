import { z } from 'zod';
import type { LegacyTextModel, ReferenceModel } from '../models.ts';
import { type Format, legacyFormatsOf } from './sizes.ts';

/** `parameters.size`: an exact `width*height` of the model, never a ratio or the label of a tier. */
export function legacySize({ name, tiers, defaultSize }: LegacyTextModel | ReferenceModel) {
  const formats = legacyFormatsOf(tiers);
  const rule = `does not match the model ${name}: it must be one of ${[...formats.keys()].join(', ')}`;
  return z
    .string(rule)
    .default(defaultSize)
    .transform((size, context): Format => {
      const format = formats.get(size);
      if (format) return format;
      context.addIssue(rule);
      return z.NEVER;
    });
}
