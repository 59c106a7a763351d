import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ServiceSandbox, startServiceSandbox } from '../../../../sandbox/service/server.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { ServiceHttp } from '../../../../src/service/http.ts';
import { openProfile, type ServiceSettings } from '../../../../src/service/profile.ts';
import { HttpVideoClient } from '../../../../src/service/video/http-client.ts';
import { rejection } from '../../../support/rejection.ts';
import { serviceSettings, textVideoRequest } from '../../../support/service-settings.ts';

const unlimited = 100_000;
const start = Date.UTC(2026, 0, 1, 23, 59, 0);
let now = start;
let sandbox: ServiceSandbox;
const opened: ServiceHttp[] = [];

beforeEach(async () => {
  now = start;
  sandbox = await startServiceSandbox({
    port: 0,
    now: () => now,
    pace: { pendingMs: 1_000, runningMs: 2_000 },
    limits: { createsPerSecond: unlimited, queriesPerSecond: unlimited },
    // The pictures are the stand-in's own tests' concern.
    renderer: async () => new Uint8Array([1, 2, 3]),
  });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((http) => http.close()));
  await sandbox.close();
});

function open(settings: Partial<ServiceSettings> = {}): HttpVideoClient {
  const profile = openProfile(serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey, ...settings }));
  const http = new ServiceHttp({ profile });
  opened.push(http);
  return new HttpVideoClient(http);
}

/** Asks again until the stand-in, whose clock is ours but whose rendering is its own, shows another status. */
async function queryPast(client: HttpVideoClient, taskId: string, status: string) {
  for (;;) {
    const task = await client.query(taskId);
    if (task.status !== status) return task;
  }
}

describe('against the stand-in', () => {
  test('a task goes from pending over running to a video, and says what it cost', async () => {
    const client = open();
    const { taskId, requestId } = await client.create(textVideoRequest({ durationSeconds: 4, ratio: '1:1' }));
    expect(requestId).toEqual(expect.any(String));
    expect(await client.query(taskId)).toMatchObject({ status: 'pending', submittedAt: start });
    now += 1_500;
    expect(await client.query(taskId)).toMatchObject({ status: 'running' });
    now += 10_000;
    expect(await queryPast(client, taskId, 'running')).toMatchObject({
      status: 'succeeded',
      taskId,
      originalPrompt: textVideoRequest().prompt,
      videoUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
      usage: { billedSeconds: 4, outputSeconds: 4, tier: 720, ratio: '1:1' },
    });
  });

  test('a pending task can be cancelled, a running one cannot', async () => {
    const client = open();
    const first = await client.create(textVideoRequest());
    expect(await client.cancel(first.taskId)).toBe('canceled');
    expect(await client.query(first.taskId)).toMatchObject({ status: 'canceled' });
    const second = await client.create(textVideoRequest());
    now += 1_500;
    expect(await client.query(second.taskId)).toMatchObject({ status: 'running' });
    expect(await client.cancel(second.taskId)).toBe('too-late');
  });

  test('a task whose creation answer was lost is found by listing the time around it', async () => {
    const client = open();
    sandbox.faults.arm({
      method: 'POST',
      path: '/api/v1/services/**',
      effect: { kind: 'drop', when: 'after' },
    });
    const error = await rejection(client.create(textVideoRequest()), ServiceError);
    expect(error).toMatchObject({ fault: 'unreachable', nothingHappened: false });
    const page = await client.list({ from: now - 60_000, to: now + 60_000, model: 'gen2.7-t2v' });
    expect(page.tasks).toMatchObject([{ taskId: sandbox.tasks[0]?.id, createdAt: start }]);
  });

  test('a list has pages', async () => {
    const client = open();
    for (let count = 0; count < 3; count += 1) await client.create(textVideoRequest());
    const window = { from: now - 1_000, to: now + 1_000, pageSize: 2 };
    const first = await client.list({ ...window, page: 1 });
    const second = await client.list({ ...window, page: 2 });
    expect([first.tasks.length, first.totalPages, second.tasks.length]).toEqual([2, 2, 1]);
  });

  test('a task is unknown after 24 hours', async () => {
    const client = open();
    const { taskId } = await client.create(textVideoRequest());
    now += 24 * 60 * 60 * 1000 + 1_000;
    expect(await client.query(taskId)).toEqual({ status: 'unknown', taskId, requestId: expect.any(String) });
  });

  test('a wrong key is a matter of credentials', async () => {
    const error = await rejection(open({ apiKey: 'another' }).create(textVideoRequest()), ServiceError);
    expect(error).toMatchObject({ fault: 'credentials', code: 'InvalidApiKey', status: 401 });
  });

  test('a model name that the deployment does not know is a matter for the operator', async () => {
    const error = await rejection(
      open({ modelAliases: { 'gen2.7-t2v': 'film-9' } }).create(textVideoRequest()),
      ServiceError,
    );
    expect(error).toMatchObject({ code: 'ModelNotFound', needsOperator: true, nothingHappened: true });
  });
});
