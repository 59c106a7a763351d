import type { VideoRenderer } from '../rendering/renderer.ts';
import { AudioRefusal, fetchAudio } from './audio-input.ts';
import { blocksGeneration, outputRefused } from './moderation.ts';
import { sizeOf } from './sizes.ts';
import type { Task } from './task.ts';
import type { WorkResult } from './task-board.ts';

/** What a task says that failed for a reason of the service's own. */
export const serviceFault = {
  code: 'InternalError',
  message: 'An internal error has occurred, please try again later.',
};

/** The work of a running task: its scripted outcome, or the audio fetched, the prompt moderated, the film rendered. */
export async function produce(
  task: Task,
  renderer: VideoRenderer,
  allowPrivateUrls: boolean,
  signal: AbortSignal,
): Promise<WorkResult> {
  const { request, outcome } = task;
  if (outcome?.kind === 'canceled') return { kind: 'canceled' };
  if (outcome?.kind === 'failed') return { ...outcome, kind: 'failure' };
  if (blocksGeneration(request.prompt)) return { kind: 'failure', ...outputRefused };
  let audio: Uint8Array | undefined;
  try {
    if (request.audioUrl !== undefined) audio = await fetchAudio(request.audioUrl, allowPrivateUrls, signal);
  } catch (error) {
    if (!(error instanceof AudioRefusal)) throw error;
    return { kind: 'failure', code: error.code, message: error.message };
  }
  const file = await renderer(
    {
      model: task.wireModel,
      prompt: request.prompt,
      ...(request.negativePrompt && { negativePrompt: request.negativePrompt }),
      ...sizeOf(request.resolution, request.ratio),
      durationSeconds: request.durationSeconds,
      seed: request.seed,
      watermark: request.watermark,
      ...(audio && { audio }),
    },
    signal,
  );
  return { kind: 'file', file };
}
