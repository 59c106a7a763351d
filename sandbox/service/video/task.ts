import type { ModelFacts } from '../models.ts';
import type { CreateRequest } from './create-request.ts';
import type { Outcome } from './outcomes.ts';

/** Named states of document 1; UNKNOWN is not a state but the answer about a task that is gone. */
export type TaskStatus = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';

/** What a running task came to. */
export type Work =
  | { readonly kind: 'canceled' }
  | {
      readonly kind: 'file';
      readonly file: Uint8Array;
      /** How long the reference videos last together, in whole seconds. */
      readonly inputVideoSeconds: number;
    }
  | { readonly kind: 'failure'; readonly code?: string; readonly message?: string };

/** All times are epoch milliseconds. */
export type TaskState =
  | { readonly status: 'PENDING' }
  | {
      readonly status: 'RUNNING';
      readonly startedAt: number;
      /** Done at `at`; it still waits for its pace. */
      readonly done?: { readonly work: Work; readonly at: number };
    }
  | {
      readonly status: 'SUCCEEDED';
      readonly startedAt: number;
      readonly endedAt: number;
      readonly inputVideoSeconds: number;
    }
  | {
      readonly status: 'FAILED';
      readonly startedAt: number;
      readonly endedAt: number;
      readonly code?: string;
      readonly message?: string;
    }
  | { readonly status: 'CANCELED'; readonly startedAt?: number; readonly endedAt: number };

export interface Task {
  readonly id: string;
  /** Of the creation call; the list operation gives it back. */
  readonly requestId: string;
  readonly model: ModelFacts;
  readonly wireModel: string;
  /** As it came in. */
  readonly body: unknown;
  readonly request: CreateRequest;
  readonly submittedAt: number;
  readonly outcome: Outcome | undefined;
  /** How often it was asked for. */
  queries: number;
  state: TaskState;
}

/** Task id and result address are valid so long (document 1, "Limits"). */
export const validityMs = 24 * 60 * 60 * 1_000;

/** As it goes out; a number only when that was scripted. */
export function wireTaskId({ id, outcome }: Task): string | number {
  return outcome?.kind === 'numeric-task-id' ? Number(id) : id;
}

export function startedAtOf({ state }: Task): number | undefined {
  return 'startedAt' in state ? state.startedAt : undefined;
}

export function endedAtOf({ state }: Task): number | undefined {
  return 'endedAt' in state ? state.endedAt : undefined;
}

/** What was created, for tests that count and people who look. */
export interface TaskView {
  readonly id: string;
  /** The name of the document, whatever this deployment calls it. */
  readonly model: string;
  readonly wireModel: string;
  readonly status: TaskStatus;
  readonly body: unknown;
  /** What the service made of the body: defaults filled in, long text cut. */
  readonly request: CreateRequest;
  /** Fields of the body that had no effect, as `parameters.size`. */
  readonly ignoredFields: readonly string[];
  readonly queries: number;
  readonly submittedAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly code?: string;
}

export function viewOf(task: Task): TaskView {
  const [startedAt, endedAt] = [startedAtOf(task), endedAtOf(task)];
  return {
    id: task.id,
    model: task.model.name,
    wireModel: task.wireModel,
    status: task.state.status,
    body: task.body,
    request: task.request,
    ignoredFields: task.request.ignoredFields,
    queries: task.queries,
    submittedAt: task.submittedAt,
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(task.state.status === 'FAILED' && task.state.code !== undefined && { code: task.state.code }),
  };
}
