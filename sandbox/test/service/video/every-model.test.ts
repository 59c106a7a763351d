import { describe, expect, test } from 'vitest';
import { openService } from '../service-caller.ts';
import { allModels } from './document-tables.ts';

const regions = ['singapore', 'virginia', 'frankfurt', 'beijing'] as const;

const waiting = { pendingMs: 1_000_000, runningMs: 0 };
const bodyOf = (model: string) => ({
  model,
  input: { prompt: 'A fox', ...(model.includes('r2v') && { reference_urls: ['http://127.0.0.1/a.png'] }) },
});

describe.each(regions)('in %s', (region) => {
  test.each(allModels)('%s is served as its request kind is', async (model) => {
    const service = await openService({ region, pace: waiting });
    const { status, body } = await service.create(bodyOf(model));
    const isServed = model !== 'gen2.7-t2v' || region === 'singapore' || region === 'beijing';
    expect([status, body.code]).toEqual(isServed ? [200, undefined] : [403, 'Model.AccessDenied']);
  });
});

test.each(allModels)('a pending task of %s can be cancelled', async (model) => {
  const service = await openService({ pace: waiting });
  const { body } = await service.create(bodyOf(model));
  const id = String(body.output?.task_id);
  expect((await service.call('POST', `/api/v1/tasks/${id}/cancel`)).status).toBe(200);
  expect(await service.statusOf(id)).toBe('CANCELED');
});
