import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import { type ServiceSandbox, startServiceSandbox } from '../../../../sandbox/service/server.ts';
import { assertNothingOdd } from '../../../../sandbox/test/support/nothing-odd.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { ServiceHttp } from '../../../../src/service/http.ts';
import { openProfile, type ServiceSettings } from '../../../../src/service/profile.ts';
import { HttpVideoClient } from '../../../../src/service/video/http-client.ts';
import type { LegacyTextRequest, VideoRequest } from '../../../../src/service/video/request.ts';
import type { VideoTask } from '../../../../src/service/video/task.ts';
import { picture } from '../../../support/image-samples.ts';
import { legacyTextRequest, referenceRequest } from '../../../support/model-tables.ts';
import { rejection } from '../../../support/rejection.ts';
import { ScriptedService } from '../../../support/scripted-service.ts';
import { serviceSettings, textVideoRequest } from '../../../support/service-settings.ts';
import { mp4 } from '../../../support/video-samples.ts';

const test = base.extend('client', () => open());

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
  assertNothingOdd(sandbox);
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

/** Created, run and over. */
async function ended(client: HttpVideoClient, request: VideoRequest) {
  const { taskId } = await client.create(request);
  now += 1_500;
  await client.query(taskId);
  now += 10_000;
  return await queryPast(client, taskId, 'running');
}

describe('against the stand-in', () => {
  test('a task goes from pending over running to a video, and says what it cost', async ({ client }) => {
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

  test('a task whose creation answer was lost is found by listing the time around it', async ({ client }) => {
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

  test('a task is unknown after 24 hours', async ({ client }) => {
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

  const long = { prompt: 'a harbour at night', promptExtend: true, durationSeconds: 5 };
  test.each<[LegacyTextRequest, Partial<VideoTask>]>([
    [
      legacyTextRequest({ ...long, model: 'gen2.6-t2v-us', size: '832*1088', durationSeconds: 10 }),
      {
        actualPrompt: expect.stringContaining(long.prompt),
        usage: { billedSeconds: 10, outputSeconds: 10, tier: 720, size: '832*1088' },
      },
    ],
    [
      legacyTextRequest({ ...long, model: 'gen2.5-t2v-preview', size: '832*480' }),
      {
        actualPrompt: expect.stringContaining(long.prompt),
        usage: { billedSeconds: 5, outputSeconds: 5, tier: 480, size: '832*480' },
      },
    ],
    [
      legacyTextRequest({ ...long, model: 'gen2.2-t2v-plus', size: '1440*1440' }),
      { usage: { billedSeconds: 5, outputSeconds: 5, tier: 1080, size: '1440*1440' } },
    ],
  ])('a legacy video says what it cost and how its prompt was rewritten: %j', async (request, expected) => {
    const task = await ended(open(), request);
    expect(task).toMatchObject({ status: 'succeeded', originalPrompt: long.prompt, ...expected });
  });

  test.each([
    ['gen2.6-t2v', true],
    ['gen2.6-t2v-us', false],
  ] as const)('no rewritten prompt comes from %s with prompt_extend %s', async (model, promptExtend) => {
    const task = await ended(open(), legacyTextRequest({ model, promptExtend }));
    expect(task).toMatchObject({ status: 'succeeded' });
    expect(task.actualPrompt).toBeUndefined();
  });

  test('a video of reference files is billed with the seconds of those that are videos', async () => {
    const files = await ScriptedService.start();
    const film = await mp4(64, 64, 2);
    const still = picture('png', 300, 300);
    files.always((response, { path }) => void response.end(path === '/cat.mp4' ? film : still));
    const referenceUrls = [`${files.url}/cat.mp4`, `${files.url}/dog.png`];
    const task = await ended(open(), referenceRequest({ referenceUrls, durationSeconds: 3 }));
    await files[Symbol.asyncDispose]();
    expect(task).toMatchObject({
      status: 'succeeded',
      usage: { billedSeconds: 5, outputSeconds: 3, tier: 720, size: '1280*720' },
    });
    expect(task.actualPrompt).toBeUndefined();
  });
});
