import { test as base, describe, expect } from 'vitest';
import { openService } from './service-caller.ts';

const test = base.extend('service', () => openService());

const withoutKey = { authorization: '' };

describe('control routes', () => {
  test('the stand-in tells its address, key, region and pace without a key', async () => {
    const service = await openService({ region: 'virginia', apiKey: 'sandbox-test' });
    const { status, body } = await service.call('GET', '/sandbox', { headers: withoutKey });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      baseUrl: service.sandbox.baseUrl,
      apiKey: 'sandbox-test',
      region: 'virginia',
      pace: { pendingMs: 1_000, runningMs: 2_000 },
      models: [
        'gen2.7-t2v',
        'gen2.6-t2v',
        'gen2.6-t2v-us',
        'gen2.5-t2v-preview',
        'gen2.2-t2v-plus',
        'gen2.1-t2v-turbo',
        'gen2.1-t2v-plus',
        'gen2.6-r2v',
        'gen2.6-r2v-flash',
      ],
    });
  });

  test('keys differ from one start to the next', async () => {
    const [one, two] = [await openService(), await openService()];
    expect(one.sandbox.apiKey).not.toBe(two.sandbox.apiKey);
  });

  test('pace and limits can be changed', async ({ service }) => {
    const id = await service.accepted();
    const { body } = await service.call('PATCH', '/sandbox/settings', {
      body: { pace: { pendingMs: 0, runningMs: 0 }, limits: { queriesPerSecond: 30 } },
    });
    expect(body).toMatchObject({
      pace: { pendingMs: 0, runningMs: 0 },
      limits: { queriesPerSecond: 30, listsPerSecond: 1_000_000 },
    });
    expect((await service.ended(id)).body.output?.task_status).toBe('SUCCEEDED');
    expect(service.clock.now - (service.sandbox.tasks[0]?.submittedAt ?? 0)).toBeLessThanOrEqual(1_000);
  });

  test.each([
    ['PATCH', '/sandbox/settings', { pace: { pendingMs: -1, runningMs: 0 } }],
    ['PATCH', '/sandbox/settings', { speed: 3 }],
    ['POST', '/sandbox/faults', { path: '/api/**', effect: { kind: 'explode' } }],
    ['POST', '/sandbox/faults', { path: '/api-ws/v1/realtime', effect: { kind: 'drop', when: 'before' } }],
    ['POST', '/sandbox/outcomes', { outcome: { kind: 'result', fault: 'green' } }],
  ])('%s %s with %o is refused', async (method, path, body) => {
    const service = await openService();
    expect((await service.call(method, path, { body })).status).toBe(400);
  });

  test('a fault is armed, hits a request, is listed and cleared', async ({ service }) => {
    const fault = {
      method: 'GET',
      path: '/api/v1/tasks/*',
      times: 0,
      effect: { kind: 'answer', when: 'before', status: 500, body: { code: 'SystemError' } },
    };
    expect((await service.call('POST', '/sandbox/faults', { body: fault })).status).toBe(201);
    expect((await service.call('GET', '/sandbox/faults')).body).toEqual([fault]);
    expect((await service.query('some-task')).status).toBe(500);
    expect((await service.query('some-task')).body.code).toBe('SystemError');
    expect((await service.call('DELETE', '/sandbox/faults')).status).toBe(204);
    expect((await service.query('some-task')).status).toBe(200);
    const { body } = await service.call('GET', '/sandbox/requests');
    expect(body).toContainEqual(expect.objectContaining({ path: '/api/v1/tasks/some-task', status: 500 }));
  });

  test('outcomes are queued for so many tasks, listed and cleared', async ({ service }) => {
    const outcome = { kind: 'failed', code: 'InternalError' };
    const { status } = await service.call('POST', '/sandbox/outcomes', { body: { outcome, times: 2 } });
    expect(status).toBe(201);
    expect((await service.ended(await service.accepted())).body.output?.code).toBe('InternalError');
    expect((await service.call('GET', '/sandbox/outcomes')).body).toEqual([outcome]);
    await service.call('DELETE', '/sandbox/outcomes');
    expect((await service.ended(await service.accepted())).body.output?.task_status).toBe('SUCCEEDED');
  });

  test('the tasks can be looked at with what was asked', async ({ service }) => {
    const id = await service.accepted({}, { seed: 7 });
    await service.query(id);
    const { body } = await service.call('GET', '/sandbox/tasks');
    expect(body).toMatchObject([
      { id, status: 'PENDING', queries: 1, body: { parameters: { seed: 7 } }, request: { seed: 7 } },
    ]);
  });

  test('an unknown route is a JSON 404', async ({ service }) => {
    const { status, body } = await service.call('GET', '/somewhere');
    expect([status, body.code]).toEqual([404, 'NotFound']);
  });
});
