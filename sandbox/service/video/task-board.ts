import type { Settings } from '../options.ts';
import { serviceFault } from './production.ts';
import type { ResultFiles } from './result-files.ts';
import { type Task, type TaskState, validityMs, type Work } from './task.ts';

type Running = Extract<TaskState, { status: 'RUNNING' }>;

export interface TaskBoardParts {
  readonly now: () => number;
  readonly settings: Settings;
  readonly files: ResultFiles;
  /** Does the work of a task that runs; a rejection ends it as FAILED `InternalError`. */
  readonly produce: (task: Task, signal: AbortSignal) => Promise<WorkResult>;
}

export type WorkResult =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'file'; readonly file: Uint8Array }
  | { readonly kind: 'failure'; readonly code?: string; readonly message?: string };

/**
 * All tasks and their way through the states of document 1. States follow the injected clock: `advance()` brings every
 * open task to where it belongs now, and a timer calls it when the next one is due. Tasks above the account's
 * `concurrentTasks` wait as PENDING.
 */
export class TaskBoard {
  readonly #parts: TaskBoardParts;
  readonly #tasks = new Map<string, Task>();
  readonly #open = new Set<Task>();
  readonly #closing = new AbortController();
  #paceSetAt = Number.NEGATIVE_INFINITY;
  #lastEndedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TaskBoardParts) {
    this.#parts = parts;
  }

  get all(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  add(task: Task): void {
    this.#tasks.set(task.id, task);
    this.#open.add(task);
    this.advance();
  }

  /** Undefined for a task that never was or is older than 24 hours. */
  find(id: string): Task | undefined {
    this.advance();
    const task = this.#tasks.get(id);
    return task && !this.isExpired(task) ? task : undefined;
  }

  isExpired(task: Task): boolean {
    return this.#parts.now() - task.submittedAt > validityMs;
  }

  /** False when the task is not PENDING (any more). */
  cancel(id: string): boolean {
    const task = this.find(id);
    if (task?.state.status !== 'PENDING') return false;
    this.#end(task, { status: 'CANCELED', endedAt: this.#parts.now() });
    return true;
  }

  /** Open tasks follow the new pace from now on. */
  paceChanged(): void {
    this.#paceSetAt = this.#parts.now();
    this.advance();
  }

  advance(): void {
    if (this.#closing.signal.aborted) return;
    const now = this.#parts.now();
    for (const task of this.#open)
      if (task.state.status === 'RUNNING') this.#finishWhenDue(task, task.state, now);
    let slots = this.#parts.settings.limits.concurrentTasks - this.#occupied();
    for (const task of this.#open) {
      if (task.state.status !== 'PENDING' || this.#dueToStart(task) > now) continue;
      if (slots > 0) {
        slots -= 1;
        const due = this.#dueToStart(task);
        this.#start(task, task.state.waitsForSlot ? Math.max(due, this.#lastEndedAt) : due);
      } else {
        task.state = { status: 'PENDING', waitsForSlot: true };
      }
    }
    this.#wakeAtNext(now);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closing.abort(new Error('the service stand-in closes'));
  }

  #start(task: Task, startedAt: number): void {
    task.state = { status: 'RUNNING', startedAt };
    const settle = (work: WorkResult) => this.#settle(task, { ...work, at: this.#parts.now() });
    this.#parts
      .produce(task, this.#closing.signal)
      .then(settle, () => settle({ kind: 'failure', ...serviceFault }));
  }

  #settle(task: Task, work: Work): void {
    if (task.state.status !== 'RUNNING') return;
    task.state = { ...task.state, work };
    this.advance();
  }

  #finishWhenDue(task: Task, state: Running, now: number): void {
    const endedAt = this.#dueToEnd(task, state);
    if (endedAt > now || !state.work) return;
    const times = { startedAt: state.startedAt, endedAt };
    const { work } = state;
    if (work.kind === 'file') {
      this.#parts.files.put(task.id, work.file, endedAt + validityMs);
      this.#end(task, { status: 'SUCCEEDED', ...times });
    } else if (work.kind === 'canceled') {
      this.#end(task, { status: 'CANCELED', ...times });
    } else {
      const { code, message } = work;
      this.#end(task, { status: 'FAILED', ...times, ...(code && { code }), ...(message && { message }) });
    }
  }

  #end(task: Task, state: Extract<TaskState, { endedAt: number }>): void {
    task.state = state;
    this.#open.delete(task);
    this.#lastEndedAt = Math.max(this.#lastEndedAt, state.endedAt);
  }

  #occupied(): number {
    let count = 0;
    for (const task of this.#open) if (task.state.status === 'RUNNING' && !staysOpen(task)) count += 1;
    return count;
  }

  #dueToStart(task: Task): number {
    return Math.max(task.submittedAt + this.#parts.settings.pace.pendingMs, this.#paceSetAt);
  }

  #dueToEnd(task: Task, { startedAt, work }: Running): number {
    if (!work || staysOpen(task)) return Number.POSITIVE_INFINITY;
    return Math.max(startedAt + this.#parts.settings.pace.runningMs, this.#paceSetAt, work.at);
  }

  #wakeAtNext(now: number): void {
    clearTimeout(this.#timer);
    let next = Number.POSITIVE_INFINITY;
    for (const task of this.#open) {
      if (task.state.status === 'RUNNING') next = Math.min(next, this.#dueToEnd(task, task.state));
      else if (task.state.status === 'PENDING' && !task.state.waitsForSlot) {
        next = Math.min(next, this.#dueToStart(task));
      }
    }
    if (next === Number.POSITIVE_INFINITY) return;
    const longestTimerMs = 2 ** 31 - 1;
    this.#timer = setTimeout(() => this.advance(), Math.min(Math.max(next - now, 1), longestTimerMs));
    this.#timer.unref();
  }
}

/** A scripted status that is shown for good: such a task neither ends nor takes a place among the running. */
function staysOpen({ outcome }: Task): boolean {
  return outcome?.kind === 'status' && outcome.stays === true;
}
