import { modelsFor } from '../../src/video/ask.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { choicesOf } from '../kit/choices.ts';
import type { CommandOption } from '../kit/surface.ts';

/** Discord's own ceiling on a string option; the service's limit is below it, and the person is told of a cut. */
export const longestOption = 6_000;
export const longestAddress = 2_000;

/** What the bot needs in the channel before anything is spent: it delivers there without the interaction. */
export const deliveryPermissions = ['ViewChannel', 'SendMessages', 'AttachFiles'] as const;

export function modelOption(studio: VideoStudio, of: 'text' | 'reference'): CommandOption<'model'> {
  return { kind: 'string', name: 'model', choices: choicesOf(modelsFor(of, studio.region)) };
}

/** Options that every kind of video has, in the words of document 1. */
export const promptOption: CommandOption<'prompt'> = {
  kind: 'string',
  name: 'prompt',
  required: true,
  minLength: 1,
  maxLength: longestOption,
};
export const negativePromptOption: CommandOption<'negative_prompt'> = {
  kind: 'string',
  name: 'negative_prompt',
  maxLength: longestOption,
};
export const sizeOption: CommandOption<'size'> = {
  kind: 'string',
  name: 'size',
  maxLength: 20,
  autocomplete: true,
};
export const shotTypeOption: CommandOption<'shot_type'> = {
  kind: 'string',
  name: 'shot_type',
  choices: choicesOf(['single', 'multi']),
};
export const watermarkOption: CommandOption<'watermark'> = { kind: 'boolean', name: 'watermark' };
export const seedOption: CommandOption<'seed'> = {
  kind: 'integer',
  name: 'seed',
  min: 0,
  max: 2_147_483_647,
};
/** The longest of all models; the chosen model's own lengths are suggested and checked. */
export const durationOption: CommandOption<'duration'> = {
  kind: 'integer',
  name: 'duration',
  min: 2,
  max: 15,
  autocomplete: true,
};
/** Which of the videos: suggested by their prompts, sent as the job's id. */
export const taskOption: CommandOption<'task'> = {
  kind: 'string',
  name: 'task',
  maxLength: 30,
  autocomplete: true,
};
