import type { VideoRenderer } from '../rendering/renderer.ts';
import { fetchAudio } from './audio-input.ts';
import { FileRefusal } from './file-refusal.ts';
import { blocksGeneration, outputRefused } from './moderation.ts';
import type { Task, Work } from './task.ts';

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
): Promise<Work> {
  const { request, outcome, model } = task;
  if (outcome?.kind === 'canceled') return { kind: 'canceled' };
  if (outcome?.kind === 'failed') return { ...outcome, kind: 'failure' };
  if (blocksGeneration(request.prompt)) return { kind: 'failure', ...outputRefused };
  let audio: Uint8Array | undefined;
  try {
    if (request.audioUrl !== undefined && 'audioSeconds' in model && model.audioSeconds) {
      audio = await fetchAudio(request.audioUrl, model.audioSeconds, allowPrivateUrls, signal);
    }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { kind: 'failure', code: error.code, message: error.message };
  }
  const file = await renderer(
    {
      model: task.wireModel,
      prompt: request.prompt,
      ...(request.negativePrompt && { negativePrompt: request.negativePrompt }),
      width: request.format.width,
      height: request.format.height,
      durationSeconds: request.durationSeconds,
      seed: request.seed,
      watermark: request.watermark,
      sound: request.sound,
      ...(audio && { audio }),
    },
    signal,
  );
  return { kind: 'file', file, inputVideoSeconds: 0 };
}
