import type { VideoRequest } from './request.ts';
import type { ListedTask, VideoTask } from './task.ts';

export interface CreatedTask {
  readonly taskId: string;
  readonly requestId?: string;
}

/** Inclusive window of creation times (epoch milliseconds, at most 24 h apart) and the page wanted. */
export interface TaskListFilter {
  readonly from: number;
  readonly to: number;
  readonly model?: VideoRequest['model'];
  readonly page?: number;
  readonly pageSize?: number;
}

export interface TaskListPage {
  readonly tasks: readonly ListedTask[];
  readonly page: number;
  readonly totalPages: number;
}

/**
 * The hosted service's video interface (document 1 and field notes 5). Every method rejects with a `ServiceError`
 * and makes exactly one HTTP call: retrying is the caller's decision, because a creation bills.
 */
export interface VideoClient {
  create(request: VideoRequest, signal?: AbortSignal): Promise<CreatedTask>;
  query(taskId: string, signal?: AbortSignal): Promise<VideoTask>;
  /** `too-late` when the task is no longer pending. */
  cancel(taskId: string, signal?: AbortSignal): Promise<'canceled' | 'too-late'>;
  list(filter: TaskListFilter, signal?: AbortSignal): Promise<TaskListPage>;
}
