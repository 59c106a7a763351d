import { serviceTime } from '../service-time.ts';
import type { ResultFiles } from './result-files.ts';
import { tierOf } from './sizes.ts';
import { endedAtOf, startedAtOf, type Task, wireTaskId } from './task.ts';

/** `output` and `usage` of the query (document 1, "Task result"), without the request id. */
export function taskAnswer(task: Task, files: ResultFiles, baseUrl: string) {
  const { state, request } = task;
  const [startedAt, endedAt] = [startedAtOf(task), endedAtOf(task)];
  const path = files.pathOf(task.id);
  const output = {
    task_id: wireTaskId(task),
    task_status: shownStatus(task),
    submit_time: serviceTime(task.submittedAt),
    ...(startedAt !== undefined && { scheduled_time: serviceTime(startedAt) }),
    ...(endedAt !== undefined && { end_time: serviceTime(endedAt), orig_prompt: request.prompt }),
    ...(state.status === 'SUCCEEDED' && path && { video_url: `${baseUrl}${path}` }),
    ...(state.status === 'FAILED' && state.code && { code: state.code }),
    ...(state.status === 'FAILED' && state.message && { message: state.message }),
  };
  return state.status === 'SUCCEEDED' ? { output, usage: usageOf(task) } : { output };
}

/** The answer about a task that never was or is older than 24 hours. */
export function unknownAnswer(taskId: string) {
  return { output: { task_id: taskId, task_status: 'UNKNOWN' } };
}

/** Document 1, "`usage` fields by request kind", new text-to-video. */
function usageOf({ request }: Task) {
  return {
    duration: request.durationSeconds,
    input_video_duration: 0,
    output_video_duration: request.durationSeconds,
    SR: tierOf(request.resolution),
    ratio: request.ratio,
    video_count: 1,
  };
}

function shownStatus({ state, outcome }: Task): string {
  return state.status === 'RUNNING' && outcome?.kind === 'status' ? outcome.status : state.status;
}
