import { z } from 'zod';
import type { Durations, ModelFacts } from '../models.ts';

const maxSeed = 2_147_483_647;

/** Rules of the fields of a creation; their messages follow the name of the field. */
export const field = {
  model: z.string(),
  prompt: z
    .string('must be a non-empty string')
    .refine((prompt) => prompt.trim() !== '', 'must not be empty'),
  text: z.string('must be a string').optional(),
  seed: whole(0, maxSeed).optional(),
  shotType: choice(['single', 'multi']).default('single'),
  flag: (preset: boolean) => z.boolean('must be a boolean').default(preset),
} as const;

export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** Every model takes 5 seconds by default. */
export function duration(durations: Durations) {
  const preset = 5;
  if ('least' in durations) return whole(durations.least, durations.most).default(preset);
  const rule = `must be ${durations.oneOf.join(' or ')} for this model`;
  return z
    .number(rule)
    .refine((seconds) => durations.oneOf.includes(seconds), rule)
    .default(preset);
}

/** A field that other models of the section have. */
export function lacking({ name }: ModelFacts) {
  return z.undefined(`is not supported by the model ${name}`).optional();
}

/** Characters are counted as code points, so that no character is cut in half. */
export function cut(value: string, most: number): string {
  return value.length <= most ? value : [...value].slice(0, most).join('');
}

function whole(least: number, most: number) {
  const rule = `must be an integer between ${least} and ${most}`;
  return z.number(rule).int(rule).min(least, rule).max(most, rule);
}
