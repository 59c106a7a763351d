import { ServiceError, type ServiceErrorFacts } from '../../src/service/errors.ts';
import type { VideoClient } from '../../src/service/video/client.ts';
import type { VideoRequest } from '../../src/service/video/request.ts';
import type { VideoTask } from '../../src/service/video/task.ts';
import type { FakeClock } from './fake-clock.ts';
import { Lifeline } from './lifeline.ts';

interface ServiceTask {
  readonly id: string;
  readonly request: VideoRequest;
  readonly createdAt: number;
  status: VideoTask['status'];
}

/** The service as the video feature sees it: tasks that go on with the clock, and failures on demand. */
export class FakeVideoService implements VideoClient {
  readonly tasks: ServiceTask[] = [];
  readonly calls = { create: 0, query: 0, cancel: 0, list: 0 };
  pendingMs = 20_000;
  runningMs = 40_000;
  /** Creation calls get no answer: those that made a task, or those that never left. `slow` ones are answered after 6 s. */
  held: 'sent' | 'unsent' | 'slow' | undefined;
  /** What the next calls end in, in order; `after` lets the call have its effect first. */
  readonly failures: {
    call: keyof FakeVideoService['calls'];
    when: 'before' | 'after';
    error: ServiceErrorFacts;
  }[] = [];
  /** How tasks end; a function of the task, so that a test can decide late. */
  ending: (task: ServiceTask) => Partial<VideoTask> & { status: VideoTask['status'] } = () => ({
    status: 'succeeded',
  });
  showsPromptEarly = false;
  /** Answers that kill the process. */
  readonly deadly = new Set<keyof FakeVideoService['calls']>();
  readonly #clock: FakeClock;
  readonly #line: () => Lifeline;

  constructor(clock: FakeClock, line = () => new Lifeline()) {
    this.#clock = clock;
    this.#line = line;
  }

  /** The answer to the next creation is lost, `before` or `after` it has made its task. */
  loseAnswer(when: 'before' | 'after', fault: ServiceErrorFacts['fault'] = 'timeout'): void {
    this.failures.push({ call: 'create', when, error: { fault, code: 'x', nothingHappened: false } });
  }

  /** The next such call is refused, and nothing is made. */
  refuse(call: keyof FakeVideoService['calls'], error: Omit<ServiceErrorFacts, 'nothingHappened'>): void {
    this.failures.push({ call, when: 'before', error: { ...error, nothingHappened: true } });
  }

  async create(request: VideoRequest, signal?: AbortSignal) {
    if (this.held === 'unsent') await untilHungUp(signal, true);
    const created = await this.#create(request);
    if (this.held === 'slow') await this.#clock.sleep(6_000, signal);
    if (this.held === 'sent') await untilHungUp(signal, false);
    return created;
  }

  async #create(request: VideoRequest) {
    return await this.#call('create', () => {
      const task = {
        id: `task-${this.tasks.length + 1}`,
        request,
        createdAt: this.#clock.now(),
        status: 'pending' as const,
      };
      this.tasks.push(task);
      return { taskId: task.id, requestId: 'request-1' };
    });
  }

  async query(taskId: string) {
    return await this.#call('query', () => this.#view(taskId));
  }

  async cancel(taskId: string) {
    return await this.#call('cancel', () => {
      const view = this.#view(taskId);
      if (view.status !== 'pending') return 'too-late' as const;
      const task = this.tasks.find(({ id }) => id === taskId);
      if (task) task.status = 'canceled';
      return 'canceled' as const;
    });
  }

  async list(filter: { from: number; to: number }) {
    return await this.#call('list', () => ({
      tasks: this.tasks
        .filter(({ createdAt }) => createdAt >= filter.from && createdAt <= filter.to)
        .map(({ id, createdAt }) => ({ taskId: id, status: 'PENDING', createdAt })),
      page: 1,
      totalPages: 1,
    }));
  }

  #view(taskId: string): VideoTask {
    const task = this.tasks.find(({ id }) => id === taskId);
    if (!task) return { taskId, status: 'unknown' };
    if (task.status === 'canceled') return { taskId, status: 'canceled' };
    const age = this.#clock.now() - task.createdAt;
    const early = this.showsPromptEarly ? { originalPrompt: task.request.prompt } : {};
    if (age < this.pendingMs) return { taskId, status: 'pending', ...early };
    if (age < this.pendingMs + this.runningMs) return { taskId, status: 'running', ...early };
    const facts = {
      taskId,
      originalPrompt: task.request.prompt,
      endedAt: task.createdAt + this.pendingMs + this.runningMs,
    };
    const end = this.ending(task);
    if (end.status !== 'succeeded') return { ...facts, ...end } as VideoTask;
    const { durationSeconds } = task.request;
    return {
      ...facts,
      videoUrl: `http://127.0.0.1/${taskId}.mp4`,
      usage: { billedSeconds: durationSeconds, outputSeconds: durationSeconds, tier: 1080 },
      ...end,
    } as VideoTask;
  }

  async #call<Result>(call: keyof FakeVideoService['calls'], effect: () => Result): Promise<Result> {
    await this.#line().step();
    this.calls[call] += 1;
    const index = this.failures.findIndex((failure) => failure.call === call);
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    if (failure?.when === 'before') throw new ServiceError(failure.error);
    const result = effect();
    if (this.deadly.has(call)) await this.#line().die();
    await this.#line().step();
    if (failure) throw new ServiceError(failure.error);
    return result;
  }
}

/** A call whose answer doesn't come, for as long as the caller waits for it. */
async function untilHungUp(signal: AbortSignal | undefined, nothingHappened: boolean): Promise<never> {
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  throw new ServiceError({ fault: 'aborted', code: 'AbortedByCaller', nothingHappened });
}
