import { test as base, describe, expect } from 'vitest';
import { openService, startOfClock } from '../service-caller.ts';

const test = base.extend('service', () => openService()).extend('id', ({ service }) => service.accepted());

const dayMs = 24 * 60 * 60 * 1_000;

describe('the way of a task', () => {
  test('it goes PENDING, RUNNING, SUCCEEDED at its pace', async ({ service, id }) => {
    const seen: unknown[] = [await service.statusOf(id)];
    for (const step of [999, 1, 1_999, 1]) {
      service.clock.now += step;
      await service.statusOf(id);
      seen.push(await service.statusOf(id));
    }
    expect(seen).toEqual(['PENDING', 'PENDING', 'RUNNING', 'RUNNING', 'SUCCEEDED']);
  });

  test('a pending task shows its submission only', async ({ service, id }) => {
    const { status, body } = await service.query(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      request_id: expect.any(String),
      output: { task_id: id, task_status: 'PENDING', submit_time: '2026-09-01 08:00:00.250' },
    });
  });

  test('a running task shows when it started, in UTC+8', async ({ service, id }) => {
    service.clock.now += 1_500;
    const { body } = await service.query(id);
    expect(body.output).toEqual({
      task_id: id,
      task_status: 'RUNNING',
      submit_time: '2026-09-01 08:00:00.250',
      scheduled_time: '2026-09-01 08:00:01.250',
    });
    expect(body.usage).toBeUndefined();
  });

  test('a finished task shows its video, its prompt and the usage of the new protocol, and nothing else', async () => {
    const service = await openService();
    const id = await service.accepted({ prompt: 'A fox' }, { resolution: '720P', ratio: '4:3', duration: 7 });
    await service.ended(id);
    const { body } = await service.query(id);
    expect(body).toEqual({
      request_id: expect.any(String),
      output: {
        task_id: id,
        task_status: 'SUCCEEDED',
        submit_time: '2026-09-01 08:00:00.250',
        scheduled_time: '2026-09-01 08:00:01.250',
        end_time: '2026-09-01 08:00:03.250',
        orig_prompt: 'A fox',
        video_url: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:\d+\/files\/.+\.mp4\?Expires=\d+&Signature=\w+$/,
        ),
      },
      usage: {
        duration: 7,
        input_video_duration: 0,
        output_video_duration: 7,
        SR: 720,
        ratio: '4:3',
        video_count: 1,
      },
    });
  });

  test('a task succeeds only when its file is ready, however long ago its pace has passed', async () => {
    const film = Promise.withResolvers<Uint8Array>();
    const service = await openService({ renderer: () => film.promise });
    const id = await service.accepted();
    service.clock.now += 60_000;
    await service.statusOf(id);
    service.clock.now += 60_000;
    expect(await service.statusOf(id)).toBe('RUNNING');
    film.resolve(new Uint8Array(8));
    expect((await service.ended(id)).body.output).toMatchObject({ end_time: '2026-09-01 08:02:00.250' });
  });

  test('a rendering that breaks ends as FAILED with the code of a service fault', async () => {
    const service = await openService({ renderer: () => Promise.reject(new Error('broken')) });
    const { body } = await service.ended(await service.accepted());
    expect(body.output).toMatchObject({ task_status: 'FAILED', code: 'InternalError' });
    expect(body.output).not.toHaveProperty('video_url');
    expect(body.usage).toBeUndefined();
  });

  test('open tasks follow a new pace at once', async () => {
    const service = await openService({ pace: { pendingMs: 100_000, runningMs: 100_000 } });
    const id = await service.accepted();
    service.clock.now += 5_000;
    service.sandbox.setPace({ pendingMs: 0, runningMs: 0 });
    expect((await service.ended(id)).body.output).toMatchObject({
      scheduled_time: '2026-09-01 08:00:05.250',
      end_time: '2026-09-01 08:00:05.250',
    });
  });

  test('without anybody asking, a task goes on by the clock of the machine', async () => {
    const film = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const service = await openService({
      now: Date.now,
      pace: { pendingMs: 5, runningMs: 5 },
      renderer: async () => {
        film.resolve();
        await looked.promise;
        return new Uint8Array(8);
      },
    });
    await service.accepted();
    await film.promise;
    expect(service.sandbox.tasks[0]?.status).toBe('RUNNING');
    looked.resolve();
  });
});

describe('what is too old or never was', () => {
  test('a task id that never was is UNKNOWN, with id and status only', async ({ service }) => {
    const { status, body } = await service.query('never-was');
    expect(status).toBe(200);
    expect(body).toEqual({
      request_id: expect.any(String),
      output: { task_id: 'never-was', task_status: 'UNKNOWN' },
    });
  });

  test('24 hours after its creation a task is UNKNOWN', async ({ service, id }) => {
    await service.ended(id);
    service.clock.now = startOfClock + dayMs;
    expect(await service.statusOf(id)).toBe('SUCCEEDED');
    service.clock.now += 1;
    expect((await service.query(id)).body).toEqual({
      request_id: expect.any(String),
      output: { task_id: id, task_status: 'UNKNOWN' },
    });
  });
});

describe('cancelling', () => {
  test('a pending task is CANCELED and never runs', async () => {
    let rendered = 0;
    const service = await openService({
      renderer: async () => {
        rendered += 1;
        return new Uint8Array(8);
      },
    });
    const id = await service.accepted();
    const answer = await service.call('POST', `/api/v1/tasks/${id}/cancel`);
    expect([answer.status, answer.body]).toEqual([200, { request_id: expect.any(String) }]);
    service.clock.now += 60_000;
    const { body } = await service.query(id);
    expect(body.output).toMatchObject({ task_status: 'CANCELED', end_time: '2026-09-01 08:00:00.250' });
    expect(rendered).toBe(0);
  });

  test('a JSON content type without a body is fine', async ({ service, id }) => {
    const headers = { 'content-type': 'application/json' };
    expect((await service.call('POST', `/api/v1/tasks/${id}/cancel`, { headers })).status).toBe(200);
  });

  test('a running, a finished and an unknown task cannot be cancelled', async ({ service, id }) => {
    const cancel = (task: string) => service.call('POST', `/api/v1/tasks/${task}/cancel`);
    service.clock.now += 1_000;
    const running = await cancel(id);
    await service.ended(id);
    for (const answer of [running, await cancel(id), await cancel('never-was')]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'UnsupportedOperation']);
    }
    expect(await service.statusOf(id)).toBe('SUCCEEDED');
  });
});
