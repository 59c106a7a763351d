import { afterEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/service/errors.ts';
import { ServiceHttp } from '../../../../src/service/http.ts';
import { openProfile, type ServiceSettings } from '../../../../src/service/profile.ts';
import { regions, regionsServing, type VideoRequestKind } from '../../../../src/service/regions.ts';
import { assertServed, HttpVideoClient } from '../../../../src/service/video/http-client.ts';
import { legacyTextRequest, referenceRequest } from '../../../support/model-tables.ts';
import { rejection } from '../../../support/rejection.ts';
import { ScriptedService } from '../../../support/scripted-service.ts';
import { serviceSettings, textVideoRequest } from '../../../support/service-settings.ts';

const service = ScriptedService.forEachTest();
const opened: ServiceHttp[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((http) => http.close()));
});

function open(settings: Partial<ServiceSettings> = {}): HttpVideoClient {
  const http = new ServiceHttp({ profile: openProfile(serviceSettings(service.url, settings)) });
  opened.push(http);
  return new HttpVideoClient(http);
}

const created = { request_id: 'r-1', output: { task_id: 'task-1', task_status: 'PENDING' } };

describe('creating', () => {
  test('sends every field under its wire name, asynchronously', async () => {
    service.answer({ body: created });
    const task = await open({ modelAliases: { 'gen2.7-t2v': 'film-1' } }).create(
      textVideoRequest({
        prompt: 'fog',
        negativePrompt: 'people',
        audioUrl: 'https://files.test/a.mp3',
        resolution: '1080P',
        ratio: '3:4',
        durationSeconds: 7,
        promptExtend: false,
        watermark: true,
        seed: 0,
      }),
    );
    expect(task).toEqual({ taskId: 'task-1', requestId: 'r-1' });
    const [heard] = service.heard;
    expect(heard).toMatchObject({
      method: 'POST',
      path: '/api/v1/services/aigc/video-generation/video-synthesis',
      headers: { 'x-service-async': 'enable', authorization: 'Bearer test-key' },
    });
    expect(JSON.parse(heard?.body ?? '')).toEqual({
      model: 'film-1',
      input: { prompt: 'fog', negative_prompt: 'people', audio_url: 'https://files.test/a.mp3' },
      parameters: {
        resolution: '1080P',
        ratio: '3:4',
        duration: 7,
        prompt_extend: false,
        watermark: true,
        seed: 0,
      },
    });
  });

  test.each(['virginia', 'frankfurt', 'beijing', 'singapore'] as const)(
    'of the legacy kinds is possible in %s',
    async (region) => {
      service.answer({ body: created }, { body: created });
      const client = open({ region, modelAliases: { 'gen2.6-r2v': 'cast-1' } });
      await client.create(legacyTextRequest({ shotType: 'multi' }));
      await client.create(referenceRequest());
      expect(service.heard.map(({ body }) => JSON.parse(body))).toMatchObject([
        { model: 'gen2.6-t2v', parameters: { size: '1280*720', shot_type: 'multi' } },
        { model: 'cast-1', input: { reference_urls: ['https://files.test/cat.jpg'] } },
      ]);
    },
  );

  test('of what breaks a rule is refused before any call, and the rule is named for the log', async () => {
    const request = { ...legacyTextRequest({ model: 'gen2.1-t2v-plus' }), shotType: 'multi' } as const;
    const error = await rejection(open().create(request), ServiceError);
    expect(error).toMatchObject({
      fault: 'invalid-request',
      code: 'RequestBreaksRules',
      nothingHappened: true,
      creationMayRepeat: false,
      message: expect.stringContaining('shotType not-offered'),
    });
    expect(service.heard).toEqual([]);
  });

  test.each(['virginia', 'frankfurt'] as const)(
    'on the new protocol is refused before any call in %s',
    async (region) => {
      const error = await rejection(open({ region }).create(textVideoRequest()), ServiceError);
      expect(error).toMatchObject({ fault: 'region', nothingHappened: true });
      expect(service.heard).toEqual([]);
    },
  );

  test.each([
    ['a number', 12345],
    ['empty', ''],
    ['missing', undefined],
    ['a path', '../../admin'],
    ['only dots', '..'],
    ['markup', '<b>@everyone</b>'],
    ['endless', 'x'.repeat(201)],
    ['an object', { id: 1 }],
  ])('cannot be concluded when the task id is %s', async (_, taskId) => {
    service.answer({ body: { request_id: 'r-1', output: { task_id: taskId, task_status: 'PENDING' } } });
    expect(await rejection(open().create(textVideoRequest()), ServiceError)).toMatchObject({
      fault: 'malformed',
      nothingHappened: false,
      requestId: 'r-1',
    });
  });
});

const refused = async (work: Promise<unknown>) => await rejection(work, ServiceError);

async function queried(output: Record<string, unknown>, more: Record<string, unknown> = {}) {
  service.answer({ body: { request_id: 'r-2', output, ...more } });
  return await open().query('task-1');
}

describe('querying', () => {
  test.each([
    ['PENDING', 'pending'],
    ['RUNNING', 'running'],
    ['CANCELED', 'canceled'],
    ['UNKNOWN', 'unknown'],
  ])('%s is %s', async (task_status, status) => {
    const task = await queried({ task_id: 'task-1', task_status });
    expect(task).toEqual({ status, taskId: 'task-1', requestId: 'r-2' });
    expect(service.heard[0]).toMatchObject({ method: 'GET', path: '/api/v1/tasks/task-1', body: '' });
  });

  test('SUCCEEDED has the address, the times in UTC and the usage', async () => {
    const task = await queried(
      {
        task_id: 'task-1',
        task_status: 'SUCCEEDED',
        submit_time: '2026-01-01 08:00:00.000',
        scheduled_time: '2026-01-01 08:00:01.500',
        end_time: '2026-01-01 08:02:00.000',
        video_url: 'https://results.test/v.mp4?sig=1',
        orig_prompt: 'fog',
        actual_prompt: 'a thick fog',
      },
      { usage: { duration: 5, output_video_duration: 5, SR: 720, ratio: '16:9', video_count: 1 } },
    );
    const midnight = Date.UTC(2026, 0, 1);
    expect(task).toEqual({
      status: 'succeeded',
      taskId: 'task-1',
      requestId: 'r-2',
      submittedAt: midnight,
      startedAt: midnight + 1_500,
      endedAt: midnight + 120_000,
      originalPrompt: 'fog',
      actualPrompt: 'a thick fog',
      videoUrl: 'https://results.test/v.mp4?sig=1',
      usage: { billedSeconds: 5, outputSeconds: 5, tier: 720, ratio: '16:9' },
    });
  });

  test('what is not needed may be anything', async () => {
    const task = await queried(
      {
        task_id: 'task-1',
        task_status: 'SUCCEEDED',
        submit_time: 'soon',
        end_time: 17,
        video_url: 'https://results.test/v.mp4',
        orig_prompt: null,
        new_field: [],
      },
      { usage: 'free' },
    );
    expect(task).toEqual({
      status: 'succeeded',
      taskId: 'task-1',
      requestId: 'r-2',
      videoUrl: 'https://results.test/v.mp4',
    });
  });

  test('FAILED has its code and message', async () => {
    const failure = { code: 'InvalidParameter', message: 'size' };
    const task = await queried({ task_id: 'task-1', task_status: 'FAILED', ...failure });
    expect(task).toMatchObject({ status: 'failed', ...failure });
  });

  test.each([{}, { code: '', message: '' }, { code: 7, message: {} }])(
    'FAILED may come without a code: %j',
    async (rest) => {
      const task = await queried({ task_id: 'task-1', task_status: 'FAILED', ...rest });
      expect(task).toEqual({ status: 'failed', taskId: 'task-1', requestId: 'r-2' });
    },
  );

  test('a status that the document does not name is passed on as such, cut to a sensible length', async () => {
    expect(await queried({ task_id: 'task-1', task_status: 'SUSPENDED' })).toMatchObject({
      status: 'unrecognised',
      wireStatus: 'SUSPENDED',
    });
    expect(await queried({ task_status: 'X'.repeat(500) })).toMatchObject({ wireStatus: 'X'.repeat(64) });
  });

  test.each([
    ['no status', { task_id: 'task-1' }],
    ['a status that is a number', { task_id: 'task-1', task_status: 3 }],
    ['a success without a video', { task_id: 'task-1', task_status: 'SUCCEEDED' }],
    [
      'a success with a strange address',
      { task_id: 'task-1', task_status: 'SUCCEEDED', video_url: 'file:///etc/passwd' },
    ],
    ['another task', { task_id: 'task-2', task_status: 'RUNNING' }],
  ])('an answer with %s is malformed and can be asked for again', async (_, output) => {
    const malformed = { fault: 'malformed', retryable: true, requestId: 'r-2' };
    expect(await refused(queried(output))).toMatchObject(malformed);
  });

  test('a task id cannot lead to another path', async () => {
    service.answer({ body: { output: { task_status: 'UNKNOWN' } } });
    await open().query('a/../../b?c');
    expect(service.heard[0]?.path).toBe('/api/v1/tasks/a%2F..%2F..%2Fb%3Fc');
  });
});

test('a creation that is refused with HTTP 200 made nothing', async () => {
  service.answer({ body: { code: 'DataInspectionFailed', message: 'no', request_id: 'r' } });
  const refusal = await refused(open().create(textVideoRequest()));
  expect(refusal).toMatchObject({ fault: 'moderation', nothingHappened: true });
});

describe('cancelling', () => {
  test('is a POST to the task', async () => {
    service.answer({ body: { request_id: 'r-3' } });
    expect(await open().cancel('task-1')).toBe('canceled');
    expect(service.heard[0]).toMatchObject({ method: 'POST', path: '/api/v1/tasks/task-1/cancel' });
  });

  test('comes too late when the task is no longer pending', async () => {
    service.answer({ status: 400, body: { code: 'UnsupportedOperation', message: 'not pending' } });
    expect(await open().cancel('task-1')).toBe('too-late');
  });

  test('that is refused with HTTP 200 counts as refused', async () => {
    service.answer({ body: { code: 'UnsupportedOperation', message: 'not pending', request_id: 'r' } });
    expect(await open().cancel('task-1')).toBe('too-late');
    service.answer({ body: { code: 'InternalError', message: 'oops', request_id: 'r' } });
    expect(await rejection(open().cancel('task-1'), ServiceError)).toMatchObject({ fault: 'server' });
  });

  test('fails as every call does', async () => {
    service.answer({ status: 401, body: { code: 'InvalidApiKey' } });
    expect(await rejection(open().cancel('task-1'), ServiceError)).toMatchObject({ fault: 'credentials' });
  });
});

describe('listing', () => {
  const day = 24 * 60 * 60 * 1000;
  const noon = Date.UTC(2026, 0, 1, 12, 0, 0);

  test('asks for a span in UTC+8, a model by its wire name, and a page', async () => {
    service.answer({ body: { data: [], page_no: 2, page_size: 10, total: 15, total_page: 2 } });
    const page = await open({ modelAliases: { 'gen2.7-t2v': 'film-1' } }).list({
      from: noon + 500,
      to: noon + 60_500,
      model: 'gen2.7-t2v',
      page: 2,
      pageSize: 10,
    });
    expect(page).toEqual({ tasks: [], page: 2, totalPages: 2 });
    expect(service.heard[0]).toMatchObject({ method: 'GET', path: '/api/v1/tasks/' });
    expect(Object.fromEntries(service.heard[0]?.query ?? [])).toEqual({
      start_time: '20260101200000',
      end_time: '20260101200101',
      model_name: 'film-1',
      page_no: '2',
      page_size: '10',
    });
  });

  test('never asks for more than 24 hours, also when a full day is rounded to seconds', async () => {
    service.answer({ body: { data: [] } });
    await open().list({ from: noon + 1, to: noon + 1 + day });
    expect(Object.fromEntries(service.heard[0]?.query ?? [])).toEqual({
      start_time: '20260101200000',
      end_time: '20260102200000',
    });
  });

  test.each([
    ['longer than a day', noon, noon + day + 1],
    ['that ends before it begins', noon, noon - 1],
    ['that is no number', noon, Number.NaN],
  ])('refuses a span %s before any call', async (_, from, to) => {
    const refusal = await refused(open().list({ from, to }));
    expect(refusal).toMatchObject({ fault: 'invalid-request', nothingHappened: true });
    expect(service.heard).toEqual([]);
  });

  test('reads rows whatever the form of their time, and leaves out what is no row', async () => {
    service.answer({
      body: {
        data: [
          { task_id: 'a', status: 'SUCCEEDED', model_name: 'film-1', gmt_create: noon },
          { task_id: 'b', status: 'RUNNING', gmt_create: String(noon), region: 'x' },
          { task_id: 'c', status: 'NEW', gmt_create: '2026-01-01 20:00:00.000' },
          { task_id: 'd', status: 'PENDING', gmt_create: {} },
          { task_id: 5, status: 'PENDING' },
          { task_id: '../e', status: 'PENDING' },
          'row',
          null,
        ],
      },
    });
    expect((await open().list({ from: noon, to: noon })).tasks).toEqual([
      { taskId: 'a', status: 'SUCCEEDED', model: 'film-1', createdAt: noon },
      { taskId: 'b', status: 'RUNNING', createdAt: noon },
      { taskId: 'c', status: 'NEW', createdAt: noon },
      { taskId: 'd', status: 'PENDING' },
    ]);
  });

  test('an answer without rows is not the same as an empty list', async () => {
    service.answer({ body: { total: 0 } });
    const refusal = await refused(open().list({ from: noon, to: noon }));
    expect(refusal).toMatchObject({ fault: 'malformed' });
  });
});

test.each<VideoRequestKind>(['new-text', 'legacy-text', 'reference'])(
  'a %s is refused in the regions that do not serve it, and in no other',
  (kind) => {
    const accepted = regions.filter((region) => {
      try {
        assertServed(region, kind);
        return true;
      } catch {
        return false;
      }
    });
    expect(accepted.toSorted()).toEqual(regionsServing(kind).toSorted());
  },
);

test('a refused region is an error that nothing came of, and that names the regions which serve it', async () => {
  const served = async () => assertServed('frankfurt', 'new-text');
  expect(await rejection(served(), ServiceError)).toMatchObject({
    fault: 'region',
    code: 'RegionDoesNotServeNewTextToVideo',
    nothingHappened: true,
    retryable: false,
    message: expect.stringMatching(/beijing, singapore/),
  });
});
