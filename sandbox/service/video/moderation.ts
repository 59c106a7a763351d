import { ServiceRefusal } from '../refusal.ts';

/**
 * The stand-in's moderation: a prompt with the word `forbidden` is refused at creation, one with `forbidden-later`
 * when the film has been made. Both codes are `DataInspectionFailed` (field notes 5).
 */
const refusedAtCreation = /\bforbidden\b(?!-later\b)/i;
const refusedAtGeneration = /\bforbidden-later\b/i;

const code = 'DataInspectionFailed';

export const outputRefused = { code, message: 'Output data may contain inappropriate content.' };

export function inspectPrompt(prompt: string): void {
  if (refusedAtCreation.test(prompt)) {
    throw new ServiceRefusal(400, code, 'Input data may contain inappropriate content.');
  }
}

export function blocksGeneration(prompt: string): boolean {
  return refusedAtGeneration.test(prompt);
}
