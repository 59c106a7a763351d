/** A generation task from the service (document 1, "Task result"), already validated. */
export interface VideoUsage {
  /** Billed seconds, from whichever field this request kind uses. */
  readonly billedSeconds: number;
  readonly outputSeconds?: number;
  /** Resolution tier, such as 720. */
  readonly tier?: number;
  readonly ratio?: string;
  /** `width*height`. */
  readonly size?: string;
}

interface TaskFacts {
  readonly taskId: string;
  readonly requestId?: string;
  /** Epoch milliseconds, converted from the wire's UTC+8 text. */
  readonly submittedAt?: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly originalPrompt?: string;
  readonly actualPrompt?: string;
}

export type VideoTask =
  | (TaskFacts & { readonly status: 'pending' | 'running' | 'canceled' | 'unknown' })
  /** A status that isn't in the document; counts as running until the deadline (field notes 5). */
  | (TaskFacts & { readonly status: 'unrecognised'; readonly wireStatus: string })
  | (TaskFacts & { readonly status: 'succeeded'; readonly videoUrl: string; readonly usage?: VideoUsage })
  | (TaskFacts & { readonly status: 'failed'; readonly code?: string; readonly message?: string });

/** A row of the list operation (field notes 1): enough to find a task after its creation answer got lost. */
export interface ListedTask {
  readonly taskId: string;
  readonly status: string;
  /** Wire model name. */
  readonly model?: string;
  /** Epoch milliseconds. */
  readonly createdAt?: number;
}
