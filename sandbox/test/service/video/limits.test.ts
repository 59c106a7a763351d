import { describe, expect, test } from 'vitest';
import { startServiceSandbox } from '../../../service/server.ts';
import { openService, type ServiceCaller } from '../service-caller.ts';

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
        small: { createsPerSecond: 2, concurrentTasks: 2 },
        queriesPerSecond: 20,
        listsPerSecond: 20,
        cancelsPerSecond: 20,
      },
    });
  });
});

const small = ['gen2.2-t2v-plus', 'gen2.1-t2v-turbo', 'gen2.1-t2v-plus'];
const standard = ['gen2.7-t2v', 'gen2.6-t2v', 'gen2.6-t2v-us', 'gen2.5-t2v-preview'];

async function create(service: ServiceCaller, model: string | undefined) {
  return service.create({ model, input: { prompt: 'A fox' } });
}

describe('limits of a family of models', () => {
  const limits = { createsPerSecond: 3, small: { createsPerSecond: 2 } };

  test('gen2.2 and gen2.1 share one rate, the other models another', async () => {
    const service = await openService({ limits });
    const answers: Record<string, number[]> = { small: [], standard: [] };
    for (const model of small) answers.small?.push((await create(service, model)).status);
    for (const model of standard) answers.standard?.push((await create(service, model)).status);
    expect(answers).toEqual({ small: [200, 200, 429], standard: [200, 200, 200, 429] });
    service.clock.now += 1_000;
    expect((await create(service, 'gen2.1-t2v-plus')).status).toBe(200);
  });

  test('reference-to-video counts with the other models', async () => {
    const service = await openService({ limits: { createsPerSecond: 1 } });
    await create(service, 'gen2.6-t2v');
    const input = { prompt: 'A fox', reference_urls: ['http://127.0.0.1/a.png'] };
    expect((await service.create({ model: 'gen2.6-r2v', input })).status).toBe(429);
  });

  test('each family has its own places for running tasks', async () => {
    const service = await openService({ limits: { concurrentTasks: 2, small: { concurrentTasks: 1 } } });
    for (const model of [...small, ...standard]) await create(service, model);
    service.clock.now += 1_000;
    const running = () =>
      service.sandbox.tasks.filter(({ status }) => status === 'RUNNING').map(({ model }) => model);
    expect(running()).toEqual([small[0], standard[0], standard[1]]);
    for (const { id } of service.sandbox.tasks) await service.query(id);
    service.clock.now += 2_000;
    expect(running()).toEqual([small[1], standard[2], standard[3]]);
  });

  test('a waiting task can be cancelled, and the next one takes the place', async () => {
    const service = await openService({ limits: { concurrentTasks: 1 } });
    const ids = [await service.accepted(), await service.accepted(), await service.accepted()];
    service.clock.now += 1_500;
    expect(await service.statusOf(String(ids[1]))).toBe('PENDING');
    expect((await service.call('POST', `/api/v1/tasks/${ids[1]}/cancel`)).status).toBe(200);
    expect(await service.statusOf(String(ids[0]))).toBe('RUNNING');
    service.clock.now += 1_500;
    expect(await service.statusOf(String(ids[2]))).toBe('RUNNING');
    expect(service.sandbox.tasks.map(({ status }) => status)).toEqual(['SUCCEEDED', 'CANCELED', 'RUNNING']);
  });

  test('a place that is free for long is taken when it became free, in the order of the tasks', async () => {
    const service = await openService({ limits: { concurrentTasks: 1 } });
    const start = service.clock.now;
    const ids = [await service.accepted(), await service.accepted()];
    service.clock.now += 1_000;
    await service.statusOf(String(ids[0]));
    service.clock.now += 60_000;
    await service.ended(String(ids[0]));
    expect(service.sandbox.tasks.map(({ startedAt }) => startedAt)).toEqual([start + 1_000, start + 3_000]);
  });

  test('each place that became free meanwhile is taken at its own time', async () => {
    const service = await openService({ limits: { concurrentTasks: 2 } });
    const start = service.clock.now;
    const first = await service.accepted();
    service.clock.now += 500;
    for (let count = 0; count < 3; count += 1) await service.accepted();
    service.clock.now += 1_000;
    await service.query(first);
    service.clock.now += 60_000;
    const startedAfter = service.sandbox.tasks.map(({ startedAt = 0 }) => startedAt - start);
    expect(startedAfter).toEqual([1_000, 1_500, 3_000, 3_500]);
  });

  test('new limits of a family hold at once, and leave the rest as it is', async () => {
    const service = await openService({ limits: { small: { concurrentTasks: 1 } } });
    await create(service, small[0]);
    await create(service, small[1]);
    service.clock.now += 1_500;
    const statuses = () => service.sandbox.tasks.map(({ status }) => status);
    expect(statuses()).toEqual(['RUNNING', 'PENDING']);
    const { body } = await service.call('PATCH', '/sandbox/settings', {
      body: { limits: { small: { concurrentTasks: 2 } } },
    });
    expect(body.limits).toMatchObject({
      concurrentTasks: 1_000_000,
      small: { createsPerSecond: 1_000_000, concurrentTasks: 2 },
    });
    expect(statuses()).toEqual(['RUNNING', 'RUNNING']);
    expect(service.sandbox.tasks[1]?.startedAt).toBe(service.clock.now);
    await service.call('PATCH', '/sandbox/settings', {
      body: { limits: { small: { createsPerSecond: 0 } } },
    });
    expect((await create(service, small[2])).status).toBe(429);
  });
});
