import { test as base, describe, expect } from 'vitest';
import { serviceStamp } from '../../../service/service-time.ts';
import { openService, type ServiceCaller, startOfClock } from '../service-caller.ts';

const test = base.extend('service', () => openService());

const dayMs = 24 * 60 * 60 * 1_000;

async function list(service: ServiceCaller, query: Record<string, string | number> = {}) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) words.set(name, String(value));
  return service.call('GET', `/api/v1/tasks/?${words}`);
}

const idsIn = (answer: Awaited<ReturnType<typeof list>>) => answer.body.data?.map((row) => row.task_id);

describe('listing tasks', () => {
  test('a row tells the task, its model, its times in epoch milliseconds, the region and the creating request', async () => {
    const service = await openService({ region: 'beijing' });
    const created = await service.create({ model: 'gen2.7-t2v', input: { prompt: 'A fox' } });
    const id = String(created.body.output?.task_id);
    await service.ended(id);
    const { body } = await list(service);
    expect(body).toEqual({
      request_id: expect.any(String),
      data: [
        {
          task_id: id,
          status: 'SUCCEEDED',
          model_name: 'gen2.7-t2v',
          gmt_create: startOfClock,
          start_time: startOfClock + 1_000,
          end_time: startOfClock + 3_000,
          region: 'beijing',
          request_id: created.body.request_id,
        },
      ],
      page_no: 1,
      page_size: 10,
      total: 1,
      total_page: 1,
    });
  });

  test('the newest stand first and pages follow one another', async ({ service }) => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await service.accepted());
      service.clock.now += 10;
    }
    const first = await list(service, { page_size: 2 });
    const last = await list(service, { page_size: 2, page_no: 3 });
    expect([...(idsIn(first) ?? []), ...(idsIn(last) ?? [])]).toEqual([ids[0], ids[1], ids[4]]);
    expect(first.body).toMatchObject({ total: 5, total_page: 3 });
  });

  test('a window in UTC+8 holds both the seconds it names', async ({ service }) => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push(await service.accepted());
      service.clock.now += 1_000;
    }
    const from = serviceStamp(startOfClock + 1_000);
    const to = serviceStamp(startOfClock + 2_000);
    expect([from, to]).toEqual(['20260901080001', '20260901080002']);
    expect(idsIn(await list(service, { start_time: from, end_time: to }))).toEqual([ids[2], ids[1]]);
  });

  test('model and status narrow the list', async ({ service }) => {
    const ended = await service.accepted();
    await service.ended(ended);
    const pending = await service.accepted();
    expect(idsIn(await list(service, { status: 'PENDING' }))).toEqual([pending]);
    expect(idsIn(await list(service, { status: 'SUCCEEDED' }))).toEqual([ended]);
    expect(idsIn(await list(service, { model_name: 'gen2.7-t2v' }))).toHaveLength(2);
    expect(idsIn(await list(service, { model_name: 'gen2.6-t2v' }))).toEqual([]);
  });

  test('what is older than 24 hours is not listed', async ({ service }) => {
    await service.accepted();
    const query = { start_time: serviceStamp(startOfClock), end_time: serviceStamp(startOfClock + 5_000) };
    service.clock.now += dayMs + 1;
    expect((await list(service, query)).body).toMatchObject({ data: [], total: 0, total_page: 0 });
  });

  test.each<Record<string, string | number>>([
    { start_time: '2026-09-01 08:00:00' },
    { end_time: '20261301000000' },
    { start_time: '20260901080000', end_time: '20260902080001' },
    { start_time: '20260901080001', end_time: '20260901080000' },
    { status: 'DONE' },
    { page_no: 0 },
    { page_no: 'one' },
    { page_size: 0 },
    { page_size: 101 },
  ])('the query %o is refused', async (query) => {
    const service = await openService();
    const { status, body } = await list(service, query);
    expect([status, body.code]).toEqual([400, 'InvalidParameter']);
    expect(body.message).toMatch(
      /^(start_time|end_time|status|page_no|page_size) must (not )?be [^:"]+\.$|^start_time and end_time/,
    );
  });
});
