import type { Task } from './task.ts';

/**
 * `output.actual_prompt`: legacy text-to-video only, only when the prompt was rewritten, and never for `gen2.6-t2v`
 * (document 1, "Task result"). Undefined where it is not told.
 */
export function actualPromptOf({ model, request }: Task): string | undefined {
  if (model.kind !== 'legacy-text' || !model.tellsActualPrompt || !request.promptExtend) return undefined;
  const shots = request.shotType === 'multi' ? 'in several shots' : 'in one shot';
  return `Rewritten by the sandbox, ${shots}, in warm light and fine detail: ${request.prompt}`;
}
