import type { RenderJob, VideoRenderer } from '../rendering/renderer.ts';
import { fetchAudio } from './audio-input.ts';
import { FileRefusal } from './file-refusal.ts';
import { blocksGeneration, outputRefused } from './moderation.ts';
import { fetchReferences } from './reference-input.ts';
import type { Task, Work } from './task.ts';

/** What a task says that failed for a reason of the service's own. */
export const serviceFault = {
  code: 'InternalError',
  message: 'An internal error has occurred, please try again later.',
};

/** The work of a running task: its scripted outcome, or its files fetched, the prompt moderated, the film rendered. */
export async function produce(
  task: Task,
  renderer: VideoRenderer,
  allowPrivateUrls: boolean,
  signal: AbortSignal,
): Promise<Work> {
  const { request, outcome } = task;
  if (outcome?.kind === 'canceled') return { kind: 'canceled' };
  if (outcome?.kind === 'failed') return { ...outcome, kind: 'failure' };
  if (blocksGeneration(request.prompt)) return { kind: 'failure', ...outputRefused };
  try {
    const references = await fetchReferences(request.references, allowPrivateUrls, signal);
    const audio = await audioOf(task, allowPrivateUrls, signal);
    const job: RenderJob = {
      ...plainJob(task),
      ...(references.pictures.length > 0 && { references: references.pictures }),
      ...(audio && { audio }),
    };
    const file = await renderer(job, signal);
    return { kind: 'file', file, inputVideoSeconds: references.inputVideoSeconds };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { kind: 'failure', code: error.code, message: error.message };
  }
}

async function audioOf({ model, request }: Task, allowPrivateUrls: boolean, signal: AbortSignal) {
  if (request.audioUrl === undefined || !('audioSeconds' in model) || !model.audioSeconds) return undefined;
  return await fetchAudio(request.audioUrl, model.audioSeconds, allowPrivateUrls, signal);
}

function plainJob({ model, wireModel, request }: Task): RenderJob {
  const { format, negativePrompt, shotType, promptExtend } = request;
  // Document 1, section B: `shot_type` works only through the rewriting of the prompt; section C has no such condition.
  const severalShots = shotType === 'multi' && (promptExtend || model.kind === 'reference');
  return {
    model: wireModel,
    prompt: request.prompt,
    ...(negativePrompt && { negativePrompt }),
    width: format.width,
    height: format.height,
    durationSeconds: request.durationSeconds,
    seed: request.seed,
    watermark: request.watermark,
    sound: request.sound,
    ...(severalShots && { severalShots }),
  };
}
