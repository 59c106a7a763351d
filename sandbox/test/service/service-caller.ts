import { onTestFinished } from 'vitest';
import {
  type ServiceSandbox,
  type ServiceSandboxOptions,
  startServiceSandbox,
} from '../../service/server.ts';

/** Wire JSON, read loosely: these tests look at the text that a client gets. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: WireBody;
}

export interface WireBody {
  readonly request_id?: string;
  readonly code?: string;
  readonly message?: string;
  readonly output?: Record<string, unknown>;
  readonly usage?: Record<string, unknown>;
  readonly data?: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

/** 2026-09-01T00:00:00.250Z, which is 08:00:00.250 in the service's UTC+8. */
export const startOfClock = Date.UTC(2026, 8, 1, 0, 0, 0, 250);

export const fakeVideo = new Uint8Array(Buffer.from('a film of thirty-two characters.'));

export class ServiceCaller {
  readonly sandbox: ServiceSandbox;
  readonly clock: { now: number };

  constructor(sandbox: ServiceSandbox, clock: { now: number }) {
    this.sandbox = sandbox;
    this.clock = clock;
  }

  async call(method: string, path: string, how: { body?: unknown; headers?: Record<string, string> } = {}) {
    const headers = { authorization: `Bearer ${this.sandbox.apiKey}`, ...how.headers };
    const response = await fetch(new URL(path, this.sandbox.baseUrl), {
      method,
      headers: how.body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(how.body !== undefined && {
        body: typeof how.body === 'string' ? how.body : JSON.stringify(how.body),
      }),
    });
    const text = await response.text();
    const body: WireBody = text === '' ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, body } satisfies Answer;
  }

  create(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const path = '/api/v1/services/aigc/video-generation/video-synthesis';
    return this.call('POST', path, { body, headers: { 'X-Service-Async': 'enable', ...headers } });
  }

  /** Creates a valid task and gives its id. */
  async accepted(
    input: Record<string, unknown> = {},
    parameters: Record<string, unknown> = {},
  ): Promise<string> {
    const { body } = await this.create({
      model: 'gen2.7-t2v',
      input: { prompt: 'A red fox in the snow', ...input },
      parameters,
    });
    if (typeof body.output?.task_id !== 'string') throw new Error(`not accepted: ${JSON.stringify(body)}`);
    return body.output.task_id;
  }

  query(taskId: string): Promise<Answer> {
    return this.call('GET', `/api/v1/tasks/${taskId}`);
  }

  async statusOf(taskId: string): Promise<unknown> {
    return (await this.query(taskId)).body.output?.task_status;
  }

  /** Queries until the task has ended, moving the clock a second at a time. */
  async ended(taskId: string): Promise<Answer> {
    for (let tries = 0; tries < 500; tries += 1) {
      const answer = await this.query(taskId);
      const status = String(answer.body.output?.task_status);
      if (['SUCCEEDED', 'FAILED', 'CANCELED'].includes(status)) return answer;
      this.clock.now += 1_000;
    }
    throw new Error(`task ${taskId} does not end`);
  }
}

/**
 * A stand-in on a free port with a clock that stands still, no rate limits and a renderer that takes no time; closed
 * when the test ends.
 */
export async function openService(options: ServiceSandboxOptions = {}): Promise<ServiceCaller> {
  const service = await startService(options);
  onTestFinished(() => service.sandbox.close());
  return service;
}

/** The same for several tests; to be closed by its owner. */
export async function startService(options: ServiceSandboxOptions = {}): Promise<ServiceCaller> {
  const clock = { now: startOfClock };
  const unlimited = 1_000_000;
  const sandbox = await startServiceSandbox({
    port: 0,
    now: () => clock.now,
    pace: { pendingMs: 1_000, runningMs: 2_000 },
    renderer: async () => fakeVideo,
    ...options,
    limits: {
      createsPerSecond: unlimited,
      concurrentTasks: unlimited,
      queriesPerSecond: unlimited,
      listsPerSecond: unlimited,
      cancelsPerSecond: unlimited,
      ...options.limits,
      small: { createsPerSecond: unlimited, concurrentTasks: unlimited, ...options.limits?.small },
    },
  });
  return new ServiceCaller(sandbox, clock);
}
