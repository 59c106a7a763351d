/** A generation task as the service reports it (document 1, "Task result"), already validated. */
export interface VideoUsage {
  /** Seconds that are billed, whatever field of whatever request kind said so. */
  readonly billedSeconds: number;
  readonly outputSeconds?: number;
  /** Resolution tier, for example 720. */
  readonly tier?: number;
  readonly ratio?: string;
  /** `width*height`. */
  readonly size?: string;
}

interface TaskFacts {
  readonly taskId: string;
  readonly requestId?: string;
  /** Epoch milliseconds; the wire's UTC+8 text is converted at the edge. */
  readonly submittedAt?: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly originalPrompt?: string;
  readonly actualPrompt?: string;
}

export type VideoTask =
  | (TaskFacts & { readonly status: 'pending' | 'running' | 'canceled' | 'unknown' })
  /** A status that the document does not name: counts as running until the deadline (field notes 5). */
  | (TaskFacts & { readonly status: 'unrecognised'; readonly wireStatus: string })
  | (TaskFacts & { readonly status: 'succeeded'; readonly videoUrl: string; readonly usage?: VideoUsage })
  | (TaskFacts & { readonly status: 'failed'; readonly code?: string; readonly message?: string });

/** One row of the list operation (field notes 1): enough to find a task whose creation answer was lost. */
export interface ListedTask {
  readonly taskId: string;
  readonly status: string;
  /** Wire model name. */
  readonly model?: string;
  /** Epoch milliseconds. */
  readonly createdAt?: number;
}
