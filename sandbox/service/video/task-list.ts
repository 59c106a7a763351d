import { z } from 'zod';
import { unknownFields } from '../../unknown-fields.ts';
import type { Region } from '../models.ts';
import { invalidParameter } from '../refusal.ts';
import { parseServiceStamp } from '../service-time.ts';
import { endedAtOf, startedAtOf, type Task, wireTaskId } from './task.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const statuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN'] as const;

const stamp = z.string().transform((value, context) => {
  const epochMs = parseServiceStamp(value);
  if (epochMs === undefined) context.addIssue('must be YYYYMMDDhhmmss');
  return epochMs ?? 0;
});
const count = (most: number) => {
  const rule = `must be an integer between 1 and ${most}`;
  return z.coerce.number(rule).int(rule).min(1, rule).max(most, rule);
};

const listQuery = z.object({
  start_time: stamp.optional(),
  end_time: stamp.optional(),
  model_name: z.string().optional(),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).optional(),
  page_no: count(1_000_000).default(1),
  page_size: count(100).default(10),
});

/**
 * The list operation (field notes 1), newest first. Without a window: the last 24 hours; with one end of it: 24 hours
 * from there. The second that `end_time` names belongs to the window. Throws `InvalidParameter`.
 */
export function listTasks(
  query: unknown,
  tasks: readonly Task[],
  region: Region,
  now: number,
  odd: (name: string) => void,
) {
  const parsed = listQuery.safeParse(query);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidParameter(`${issue?.path.join('.')} ${issue?.message}.`);
  }
  for (const name of unknownFields(query, listQuery.shape)) odd(name);
  const { start_time, end_time, model_name, status, page_no, page_size } = parsed.data;
  const to = end_time ?? (start_time === undefined ? now : start_time + dayMs);
  const from = start_time ?? to - dayMs;
  if (to < from) throw invalidParameter('end_time must not be before start_time.');
  if (to - from > dayMs) throw invalidParameter('start_time and end_time must be at most 24 hours apart.');
  const found = tasks
    .filter(
      (task) =>
        task.submittedAt >= from &&
        task.submittedAt < to + 1_000 &&
        (model_name === undefined || task.wireModel === model_name) &&
        (status === undefined || task.state.status === status),
    )
    .reverse();
  return {
    data: found.slice((page_no - 1) * page_size, page_no * page_size).map((task) => row(task, region)),
    page_no,
    page_size,
    total: found.length,
    total_page: Math.ceil(found.length / page_size),
  };
}

function row(task: Task, region: Region) {
  const [startedAt, endedAt] = [startedAtOf(task), endedAtOf(task)];
  return {
    task_id: wireTaskId(task),
    status: task.state.status,
    model_name: task.wireModel,
    gmt_create: task.submittedAt,
    ...(startedAt !== undefined && { start_time: startedAt }),
    ...(endedAt !== undefined && { end_time: endedAt }),
    region,
    request_id: task.requestId,
  };
}
