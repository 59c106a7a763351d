import type { Given } from '../kit/given.ts';

/** The options that every kind of video has. */
export function sharedAsk(given: Given) {
  return {
    prompt: given.text('prompt') ?? '',
    negativePrompt: given.text('negative_prompt'),
    model: given.text('model'),
    size: given.text('size'),
    duration: given.number('duration'),
    shotType: given.text('shot_type'),
    watermark: given.flag('watermark'),
    seed: given.number('seed'),
  };
}
