import { ServiceError } from '../../../../src/service/errors.ts';
import type { VideoClient } from '../../../../src/service/video/client.ts';
import type { VideoRequest } from '../../../../src/service/video/request.ts';
import type { VideoTask } from '../../../../src/service/video/task.ts';
import type { SimulatedClock, SimulatedTime } from './time.ts';

interface Task {
  readonly id: string;
  readonly request: VideoRequest;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly ending: 'succeeded' | 'failed';
}

/** The account at the video service that all processes use: slow, refusing or silent at times, and it never forgets what it made. */
export class SimulatedService {
  readonly tasks: Task[] = [];
  readonly #time: SimulatedTime;
  readonly #draw: (below: number) => number;
  isCalm = false;

  constructor(time: SimulatedTime, draw: (below: number) => number) {
    this.#time = time;
    this.#draw = draw;
  }

  /** As one process reaches it. */
  for(clock: SimulatedClock): VideoClient {
    const call = async <Result>(effect: () => Result, signal?: AbortSignal): Promise<Result> => {
      const drawn = this.isCalm ? 99 : this.#draw(40);
      await clock.sleep(5 + this.#draw(200), signal);
      if (drawn === 0) throw failure('throttled', true);
      if (drawn === 1) throw failure('unreachable', true);
      const result = effect();
      await clock.sleep(drawn === 2 ? 8_000 : 5 + this.#draw(200), signal);
      if (drawn === 3) throw failure('timeout', false);
      return result;
    };
    return {
      create: async (request) => await call(() => ({ taskId: this.#create(request) })),
      query: async (taskId) => await call(() => this.#view(taskId)),
      cancel: async () => 'too-late',
      list: async ({ from, to }) =>
        await call(() => ({
          tasks: this.tasks
            .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
            .map(({ id, createdAt }) => ({ taskId: id, status: 'PENDING', createdAt })),
          page: 1,
          totalPages: 1,
        })),
    };
  }

  #create(request: VideoRequest): string {
    const id = `task-${this.tasks.length + 1}`;
    const createdAt = this.#time.now;
    const ending = this.#draw(6) === 0 ? 'failed' : 'succeeded';
    this.tasks.push({ id, request, createdAt, endsAt: createdAt + 5_000 + this.#draw(60_000), ending });
    return id;
  }

  #view(taskId: string): VideoTask {
    const task = this.tasks.find(({ id }) => id === taskId);
    if (!task) return { taskId, status: 'unknown' };
    const facts = { taskId, originalPrompt: task.request.prompt };
    if (this.#time.now < task.endsAt) return { ...facts, status: 'running' };
    if (task.ending === 'failed') return { ...facts, status: 'failed' };
    const billedSeconds = task.request.durationSeconds;
    const videoUrl = `http://127.0.0.1/${taskId}.mp4`;
    return { ...facts, status: 'succeeded', videoUrl, usage: { billedSeconds }, endedAt: task.endsAt };
  }
}

function failure(fault: 'throttled' | 'unreachable' | 'timeout', nothingHappened: boolean): ServiceError {
  return new ServiceError({ fault, code: 'Drawn', nothingHappened });
}
