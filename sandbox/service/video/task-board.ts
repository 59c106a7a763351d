import { type Family, families } from '../models.ts';
import { limitsOf, type Settings } from '../options.ts';
import { DueQueue } from './due-queue.ts';
import { serviceFault } from './production.ts';
import type { ResultFiles } from './result-files.ts';
import { type Task, type TaskState, validityMs, type Work } from './task.ts';

type Running = Extract<TaskState, { status: 'RUNNING' }>;

export interface TaskBoardParts {
  readonly now: () => number;
  readonly settings: Settings;
  readonly files: ResultFiles;
  /** Does the work of a task that runs; a rejection ends it as FAILED `InternalError`. */
  readonly produce: (task: Task, signal: AbortSignal) => Promise<Work>;
}

/** The tasks of a family that wait for their pace or for a place among the running. */
interface Line {
  readonly family: Family;
  readonly pending: DueQueue<Task>;
  running: number;
  /** When a place was last given back while others may have waited for it. */
  freedAt: number;
}

/**
 * All tasks and their way through the states of document 1. States follow the injected clock: `advance()` brings every
 * open task to where it belongs now, and a timer calls it when the next one is due. Tasks above the `concurrentTasks`
 * of their family wait as PENDING.
 */
export class TaskBoard {
  readonly #parts: TaskBoardParts;
  readonly #tasks = new Map<string, Task>();
  readonly #lines = new Map<Family, Line>(families.map((family) => [family, emptyLine(family)]));
  /** Running tasks whose work is done. */
  readonly #done = new DueQueue<Task>();
  readonly #closing = new AbortController();
  #paceSetAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(parts: TaskBoardParts) {
    this.#parts = parts;
  }

  get all(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  add(task: Task): void {
    this.#tasks.set(task.id, task);
    this.#lineOf(task)?.pending.add(task, this.#dueToStart(task));
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
    this.#lineOf(task)?.pending.remove(task);
    task.state = { status: 'CANCELED', endedAt: this.#parts.now() };
    return true;
  }

  /** Open tasks follow the new pace from now on. */
  paceChanged(): void {
    this.#paceSetAt = this.#parts.now();
    for (const { pending } of this.#lines.values()) pending.reorder((task) => this.#dueToStart(task));
    this.#done.reorder((task) => this.#dueToEnd(task));
    this.advance();
  }

  /** Waiting tasks take the new places from now on. */
  limitsChanged(): void {
    for (const line of this.#lines.values()) line.freedAt = this.#parts.now();
    this.advance();
  }

  advance(): void {
    if (this.#closing.signal.aborted) return;
    const now = this.#parts.now();
    for (let due = this.#done.firstDue(now); due; due = this.#done.firstDue(now)) {
      this.#done.dropFirst();
      this.#end(due.item, due.dueAt);
    }
    for (const line of this.#lines.values()) this.#fill(line, now);
    this.#wakeAtNext(now);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closing.abort(new Error('the service stand-in closes'));
  }

  /** Starts what is due at that time, as long as there are places. */
  #fill(line: Line, time: number): void {
    while (this.#hasPlace(line)) {
      const due = line.pending.firstDue(time);
      if (!due) return;
      line.pending.dropFirst();
      if (!staysOpen(due.item)) line.running += 1;
      this.#start(due.item, Math.max(due.dueAt, line.freedAt));
    }
  }

  #start(task: Task, startedAt: number): void {
    task.state = { status: 'RUNNING', startedAt };
    this.#parts.produce(task, this.#closing.signal).then(
      (work) => this.#settle(task, work),
      () => this.#settle(task, { kind: 'failure', ...serviceFault }),
    );
  }

  #settle(task: Task, work: Work): void {
    if (task.state.status !== 'RUNNING') return;
    task.state = { ...task.state, done: { work, at: this.#parts.now() } };
    if (!staysOpen(task)) this.#done.add(task, this.#dueToEnd(task));
    this.advance();
  }

  #end(task: Task, endedAt: number): void {
    if (task.state.status !== 'RUNNING' || !task.state.done) return;
    task.state = this.#endedState(task.id, task.state, task.state.done.work, endedAt);
    const line = this.#lineOf(task);
    if (!line) return;
    const wasFull = !this.#hasPlace(line);
    line.running -= 1;
    if (!wasFull) return;
    line.freedAt = endedAt;
    this.#fill(line, endedAt);
  }

  #endedState(id: string, { startedAt }: Running, work: Work, endedAt: number): TaskState {
    const times = { startedAt, endedAt };
    if (work.kind === 'canceled') return { status: 'CANCELED', ...times };
    if (work.kind === 'file') {
      this.#parts.files.put(id, work.file, endedAt + validityMs);
      return { status: 'SUCCEEDED', ...times, inputVideoSeconds: work.inputVideoSeconds };
    }
    const { code, message } = work;
    return { status: 'FAILED', ...times, ...(code && { code }), ...(message && { message }) };
  }

  #hasPlace({ family, running }: Line): boolean {
    return running < limitsOf(family, this.#parts.settings.limits).concurrentTasks;
  }

  #lineOf(task: Task): Line | undefined {
    return this.#lines.get(task.model.family);
  }

  #dueToStart(task: Task): number {
    return Math.max(task.submittedAt + this.#parts.settings.pace.pendingMs, this.#paceSetAt);
  }

  #dueToEnd({ state }: Task): number {
    if (state.status !== 'RUNNING' || !state.done) return Number.POSITIVE_INFINITY;
    return Math.max(state.startedAt + this.#parts.settings.pace.runningMs, this.#paceSetAt, state.done.at);
  }

  #wakeAtNext(now: number): void {
    let next = this.#done.nextDueAt;
    for (const line of this.#lines.values()) {
      if (this.#hasPlace(line)) next = Math.min(next, line.pending.nextDueAt);
    }
    if (next === this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = next;
    if (next === Number.POSITIVE_INFINITY) return;
    const longestTimerMs = 2 ** 31 - 1;
    const wake = () => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      this.advance();
    };
    this.#timer = setTimeout(wake, Math.min(Math.max(next - now, 1), longestTimerMs));
    this.#timer.unref();
  }
}

function emptyLine(family: Family): Line {
  return { family, pending: new DueQueue(), running: 0, freedAt: Number.NEGATIVE_INFINITY };
}

/** A scripted status that is shown for good: such a task neither ends nor takes a place among the running. */
function staysOpen({ outcome }: Task): boolean {
  return outcome?.kind === 'status' && outcome.stays === true;
}
