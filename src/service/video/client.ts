import type { VideoRequest } from './request.ts';
import type { ListedTask, VideoTask } from './task.ts';

export interface CreatedTask {
  readonly taskId: string;
  readonly requestId?: string;
}

/** The page, and the window of creation times (epoch milliseconds, inclusive, at most 24 h). */
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
 * The hosted service's video interface (document 1 and field notes 5). Every method rejects with a `ServiceError` and
 * makes exactly one HTTP call. The caller decides about retries, because a creation is billed.
 */
export interface VideoClient {
  create(request: VideoRequest, signal?: AbortSignal): Promise<CreatedTask>;
  query(taskId: string, signal?: AbortSignal): Promise<VideoTask>;
  /** `too-late` if the task is no longer pending. */
  cancel(taskId: string, signal?: AbortSignal): Promise<'canceled' | 'too-late'>;
  list(filter: TaskListFilter, signal?: AbortSignal): Promise<TaskListPage>;
}
