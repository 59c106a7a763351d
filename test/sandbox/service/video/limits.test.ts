import { describe, expect, test } from 'vitest';
import { startServiceSandbox } from '../../../../sandbox/service/server.ts';
import { openService } from '../service-caller.ts';

const valid = { model: 'gen2.7-t2v', input: { prompt: 'A fox' } };

describe('limits of an account', () => {
  test('creations beyond the rate are throttled, make nothing, and are taken a second later', async () => {
    const service = await openService({ limits: { createsPerSecond: 2 } });
    await service.create(valid);
    await service.create(valid);
    const third = await service.create(valid);
    expect(third.status).toBe(429);
    expect(third.body).toMatchObject({ code: 'Throttling.RateQuota', request_id: expect.any(String) });
    expect(service.sandbox.tasks).toHaveLength(2);
    service.clock.now += 1_000;
    expect((await service.create(valid)).status).toBe(200);
  });

  test.each([
    ['queriesPerSecond', 'GET', '/api/v1/tasks/some-task', 200],
    ['listsPerSecond', 'GET', '/api/v1/tasks/', 200],
    ['cancelsPerSecond', 'POST', '/api/v1/tasks/some-task/cancel', 400],
  ] as const)('%s are counted on their own', async (limit, method, path, ordinary) => {
    const service = await openService({ limits: { [limit]: 1 } });
    expect((await service.call(method, path)).status).toBe(ordinary);
    const second = await service.call(method, path);
    expect([second.status, second.body.code]).toEqual([429, 'Throttling.RateQuota']);
    expect((await service.create(valid)).status).toBe(200);
  });

  test('tasks beyond the concurrent ones stay PENDING until a place is free', async () => {
    const service = await openService({ limits: { concurrentTasks: 2 } });
    const ids = [await service.accepted(), await service.accepted(), await service.accepted()];
    const statuses = () => Promise.all(ids.map((id) => service.statusOf(id)));
    service.clock.now += 1_000;
    await statuses();
    service.clock.now += 1_999;
    expect(await statuses()).toEqual(['RUNNING', 'RUNNING', 'PENDING']);
    service.clock.now += 1;
    expect(await statuses()).toEqual(['SUCCEEDED', 'SUCCEEDED', 'RUNNING']);
    expect(service.sandbox.tasks[2]?.startedAt).toBe(service.clock.now);
  });

  test('by default the limits are those of the field notes', async () => {
    const plain = await startServiceSandbox({ port: 0 });
    const status = await (await fetch(`${plain.baseUrl}/sandbox`)).json();
    await plain.close();
    expect(status).toMatchObject({
      region: 'singapore',
      limits: {
        createsPerSecond: 5,
        concurrentTasks: 5,
        queriesPerSecond: 20,
        listsPerSecond: 20,
        cancelsPerSecond: 20,
      },
    });
  });
});
