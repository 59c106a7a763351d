import { describe, expect, test } from 'vitest';
import { openService } from './service-caller.ts';

const body = { model: 'gen2.7-t2v', input: { prompt: 'A fox' } };
const createPath = '/api/v1/services/aigc/video-generation/video-synthesis';
const calls = [
  ['POST', createPath],
  ['GET', '/api/v1/tasks/some-task'],
  ['POST', '/api/v1/tasks/some-task/cancel'],
  ['GET', '/api/v1/tasks/'],
] as const;

describe('authentication', () => {
  test.each(calls)('%s %s without a key is refused with InvalidApiKey', async (method, path) => {
    const service = await openService();
    const answer = await service.call(method, path, { headers: { authorization: '' } });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'InvalidApiKey', message: 'No API-key provided.' });
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(calls)('%s %s with a wrong key is refused with InvalidApiKey', async (method, path) => {
    const service = await openService();
    const answer = await service.call(method, path, { headers: { authorization: 'Bearer another' } });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'InvalidApiKey', message: 'Invalid API-key provided.' });
  });

  test('a key that is not sent as a bearer token is no key', async () => {
    const service = await openService({ apiKey: 'sandbox-test' });
    const answer = await service.create(body, { authorization: 'Basic sandbox-test' });
    expect(answer.body).toMatchObject({ code: 'InvalidApiKey', message: 'No API-key provided.' });
    expect(service.sandbox.tasks).toHaveLength(0);
  });

  test('another workspace than the configured one is not found', async () => {
    const service = await openService({ workspaceId: 'ws-one' });
    const other = await service.create(body, { 'X-Service-WorkSpace': 'ws-two' });
    expect([other.status, other.body.code]).toEqual([404, 'WorkSpaceNotFound']);
    expect((await service.create(body, { 'X-Service-WorkSpace': 'ws-one' })).status).toBe(200);
    expect((await service.create(body)).status).toBe(200);
  });
});
