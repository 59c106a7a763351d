import { expect, test } from 'vitest';
import { startServiceSandbox } from '../../service/server.ts';
import { openService } from './service-caller.ts';

test('a taken port rejects with its number', async () => {
  const { sandbox } = await openService();
  const port = Number(new URL(sandbox.baseUrl).port);
  await expect(startServiceSandbox({ port })).rejects.toThrow(String(port));
});

test('closing ends held requests and endless files at once, and may be done twice', async () => {
  const service = await openService();
  service.sandbox.video.resultNext('endless');
  const { body } = await service.ended(await service.accepted());
  const endless = await fetch(String(body.output?.video_url));
  const { reached } = service.sandbox.faults.arm({
    path: '/api/**',
    effect: { kind: 'hold', when: 'before' },
  });
  const held = service.query('some-task').catch(() => 'hung up');
  await reached;
  await service.sandbox.close();
  await service.sandbox.close();
  await held;
  await expect(endless.text()).rejects.toThrow();
  await expect(fetch(service.sandbox.baseUrl)).rejects.toThrow();
});

test('every answer has a request id of its own', async () => {
  const service = await openService();
  const answers = [
    await service.create({ model: 'gen2.7-t2v', input: { prompt: 'A fox' } }),
    await service.create({}),
    await service.query('some-task'),
    await service.call('GET', '/api/v1/tasks/'),
    await service.call('POST', '/api/v1/tasks/some-task/cancel'),
  ];
  const ids = answers.map(({ body }) => body.request_id);
  expect(ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? ''))).toBe(true);
  expect(new Set(ids).size).toBe(answers.length);
});
