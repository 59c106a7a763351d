import { serviceTime } from '../service-time.ts';
import type { OtherPort } from './other-port.ts';
import type { ResultFiles } from './result-files.ts';
import { actualPromptOf } from './rewritten-prompt.ts';
import { endedAtOf, startedAtOf, type Task, wireTaskId } from './task.ts';
import { usageOf } from './usage.ts';

/** What stands in `output.video_url`. */
function resultAddress(task: Task, address: string, elsewhere: OtherPort): string {
  const fault = task.outcome?.kind === 'result' ? task.outcome.fault : undefined;
  if (fault === 'elsewhere') return elsewhere.there(address);
  if (fault === 'credentials') return address.replace('://', '://user:pass@');
  return fault === 'long-link' ? `${address}&Token=${'t'.repeat(600)}` : address;
}

/** `output` and `usage` of the query (document 1, "Task result"), without the request id. */
export function taskAnswer(task: Task, files: ResultFiles, baseUrl: string, elsewhere: OtherPort) {
  const { state, request } = task;
  const [startedAt, endedAt] = [startedAtOf(task), endedAtOf(task)];
  const path = files.pathOf(task.id);
  const actualPrompt = state.status === 'SUCCEEDED' ? actualPromptOf(task) : undefined;
  const output = {
    task_id: wireTaskId(task),
    task_status: shownStatus(task),
    submit_time: serviceTime(task.submittedAt),
    ...(startedAt !== undefined && { scheduled_time: serviceTime(startedAt) }),
    ...(endedAt !== undefined && { end_time: serviceTime(endedAt), orig_prompt: request.prompt }),
    ...(actualPrompt !== undefined && { actual_prompt: actualPrompt }),
    ...(state.status === 'SUCCEEDED' &&
      path && {
        video_url: resultAddress(task, `${baseUrl}${path}`, elsewhere),
      }),
    ...(state.status === 'FAILED' && state.code && { code: state.code }),
    ...(state.status === 'FAILED' && state.message && { message: state.message }),
  };
  return state.status === 'SUCCEEDED'
    ? { output, usage: usageOf(task, state.inputVideoSeconds) }
    : { output };
}

/** The answer about a task that never was or is older than 24 hours. */
export function unknownAnswer(taskId: string) {
  return { output: { task_id: taskId, task_status: 'UNKNOWN' } };
}

function shownStatus({ state, outcome }: Task): string {
  return state.status === 'RUNNING' && outcome?.kind === 'status' ? outcome.status : state.status;
}
