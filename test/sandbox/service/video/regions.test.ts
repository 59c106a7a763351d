import { describe, expect, test } from 'vitest';
import { openService } from '../service-caller.ts';
import { allModels } from './document-tables.ts';

const regions = ['singapore', 'virginia', 'frankfurt', 'beijing'] as const;

describe.each(regions)('in %s', (region) => {
  test.each(allModels)('%s is served as its request kind is', async (model) => {
    const service = await openService({ region, pace: { pendingMs: 1_000_000, runningMs: 0 } });
    const input = {
      prompt: 'A fox',
      ...(model.includes('r2v') && { reference_urls: ['http://127.0.0.1/a.png'] }),
    };
    const { status, body } = await service.create({ model, input });
    const isServed = model !== 'gen2.7-t2v' || region === 'singapore' || region === 'beijing';
    expect([status, body.code]).toEqual(isServed ? [200, undefined] : [403, 'Model.AccessDenied']);
  });
});
