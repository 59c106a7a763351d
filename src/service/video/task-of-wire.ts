import { malformed } from '../http.ts';
import type { VideoTask } from './task.ts';
import { usageOf } from './usage.ts';
import type { WireTaskResult } from './wire.ts';

const longestStatusCharacters = 64;

/**
 * A validated wire result → the product's task. `taskId` is the one that was asked for.
 * @throws ServiceError with fault `malformed` when it succeeded without the address of a video.
 */
export function taskOfWire(taskId: string, requestId: string | undefined, wire: WireTaskResult): VideoTask {
  const { output } = wire;
  const facts = {
    taskId,
    ...(requestId === undefined ? {} : { requestId }),
    ...(output.submit_time === undefined ? {} : { submittedAt: output.submit_time }),
    ...(output.scheduled_time === undefined ? {} : { startedAt: output.scheduled_time }),
    ...(output.end_time === undefined ? {} : { endedAt: output.end_time }),
    ...(output.orig_prompt === undefined ? {} : { originalPrompt: output.orig_prompt }),
    ...(output.actual_prompt === undefined ? {} : { actualPrompt: output.actual_prompt }),
  };
  const status = output.task_status;
  switch (status) {
    case 'PENDING':
      return { ...facts, status: 'pending' };
    case 'RUNNING':
      return { ...facts, status: 'running' };
    case 'CANCELED':
      return { ...facts, status: 'canceled' };
    case 'UNKNOWN':
      return { ...facts, status: 'unknown' };
    case 'FAILED':
      return {
        ...facts,
        status: 'failed',
        ...(output.code ? { code: output.code } : {}),
        ...(output.message ? { message: output.message } : {}),
      };
    case 'SUCCEEDED': {
      if (output.video_url === undefined) throw malformed('SucceededWithoutVideo', { requestId });
      const usage = wire.usage && usageOf(wire.usage);
      return { ...facts, status: 'succeeded', videoUrl: output.video_url, ...(usage ? { usage } : {}) };
    }
    default:
      return { ...facts, status: 'unrecognised', wireStatus: status.slice(0, longestStatusCharacters) };
  }
}
