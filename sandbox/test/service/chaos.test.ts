import { describe, expect, test } from 'vitest';
import { Chaos, type ChaosCall, chaosCalls, chaosEffects } from '../../service/chaos.ts';
import { openService, type ServiceCaller } from './service-caller.ts';

function fates(share: number, seed: number, call: ChaosCall = 'query', calls = 2_000) {
  const chaos = new Chaos();
  chaos.set({ share, seed });
  return Array.from({ length: calls }, () => chaos.draw(call));
}

describe('the fate of calls', () => {
  test('is the same for the same seed, and another for another seed or another kind of call', () => {
    expect(fates(0.3, 1)).toEqual(fates(0.3, 1));
    expect(fates(0.3, 1)).not.toEqual(fates(0.3, 2));
    expect(fates(0.3, 1, 'query')).not.toEqual(fates(0.3, 1, 'create'));
  });

  test('does not depend on the calls of other kinds in between', () => {
    const mixed = new Chaos();
    mixed.set({ share: 0.3, seed: 1 });
    const queries = Array.from({ length: 200 }, (_, index) => {
      for (let others = 0; others < index % 3; others += 1) mixed.draw('create');
      return mixed.draw('query');
    });
    expect(queries).toEqual(fates(0.3, 1, 'query', 200));
  });

  test.each([0.1, 0.5])('hits about the share %d, in every way', (share) => {
    const hit = fates(share, 7).filter((effect) => effect !== undefined);
    expect(hit.length / 2_000).toBeCloseTo(share, 1);
    expect(new Set(hit)).toEqual(new Set(chaosEffects));
  });

  test('a share of 0 hits nothing, a share of 1 everything', () => {
    expect(fates(0, 1).every((effect) => effect === undefined)).toBe(true);
    expect(fates(1, 1).some((effect) => effect === undefined)).toBe(false);
  });

  test('setting it again starts over, and ending it lets all through', () => {
    const chaos = new Chaos();
    chaos.set({ share: 1, seed: 3 });
    const first = [chaos.draw('list'), chaos.draw('list')];
    chaos.set({ share: 1, seed: 3 });
    expect(chaos.strikes).toEqual([]);
    expect([chaos.draw('list'), chaos.draw('list')]).toEqual(first);
    expect(chaos.strikes.map(({ effect }) => effect)).toEqual(first);
    chaos.set(undefined);
    expect(chaos.draw('list')).toBeUndefined();
  });
});

/** Every kind of call once; what came of it. */
async function callsOf(service: ServiceCaller, taskId: string, fileUrl: string) {
  const calls: Record<ChaosCall, () => Promise<Response>> = {
    create: () => raw(service, 'POST', '/api/v1/services/aigc/video-generation/video-synthesis'),
    query: () => raw(service, 'GET', `/api/v1/tasks/${taskId}`),
    list: () => raw(service, 'GET', '/api/v1/tasks/'),
    cancel: () => raw(service, 'POST', `/api/v1/tasks/${taskId}/cancel`),
    file: () => fetch(fileUrl),
  };
  const results: [ChaosCall, string][] = [];
  for (const call of chaosCalls) {
    const result = await calls[call]().then(
      async (answer) => `${answer.status} ${(await answer.text()).length}`,
      () => 'dropped',
    );
    results.push([call, result]);
  }
  return results;
}

function raw(service: ServiceCaller, method: string, path: string): Promise<Response> {
  const isCreate = path.endsWith('synthesis');
  return fetch(new URL(path, service.sandbox.baseUrl), {
    method,
    headers: {
      authorization: `Bearer ${service.sandbox.apiKey}`,
      ...(isCreate && { 'content-type': 'application/json', 'X-Service-Async': 'enable' }),
    },
    ...(isCreate && { body: JSON.stringify({ model: 'gen2.7-t2v', input: { prompt: 'A fox' } }) }),
  });
}

/** A seed under which the first creation meets this fate. */
function seedFor(effect: string): number {
  for (let seed = 0; seed < 1_000; seed += 1) if (fates(1, seed, 'create', 1)[0] === effect) return seed;
  throw new Error(`no seed gives ${effect}`);
}

async function createUnder(effect: string) {
  const service = await openService();
  service.sandbox.setChaos({ share: 1, seed: seedFor(effect), slowMs: 20 });
  const answer = await raw(service, 'POST', '/api/v1/services/aigc/video-generation/video-synthesis').then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => 'dropped' as const,
  );
  service.sandbox.setChaos(undefined);
  return { answer, created: service.sandbox.tasks.length };
}

describe('a creation under chaos', () => {
  test('error-before: 500, and nothing was made', async () => {
    const { answer, created } = await createUnder('error-before');
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining('InternalError') });
    expect(created).toBe(0);
  });

  test('error-after: 500, and a task was made', async () => {
    const { answer, created } = await createUnder('error-after');
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining('InternalError') });
    expect(created).toBe(1);
  });

  test('throttled: 429, and nothing was made', async () => {
    const { answer, created } = await createUnder('throttled');
    expect(answer).toMatchObject({ status: 429, text: expect.stringContaining('Throttling.RateQuota') });
    expect(created).toBe(0);
  });

  test.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ])('%s: the connection ends, and %d task was made', async (effect, tasks) => {
    expect(await createUnder(effect)).toEqual({ answer: 'dropped', created: tasks });
  });

  test('garbled: half of the answer comes with status 200, and a task was made', async () => {
    const { answer, created } = await createUnder('garbled');
    const { status, text } = answer === 'dropped' ? { status: 0, text: '' } : answer;
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(10);
    expect(() => JSON.parse(text)).toThrow();
    expect(created).toBe(1);
  });

  test('slow: the answer comes late and is the right one', async () => {
    const { answer, created } = await createUnder('slow');
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('PENDING') });
    expect(created).toBe(1);
  });
});

describe('chaos over the whole interface', () => {
  test('hits every kind of call, alike from one stand-in to the next, and never the control routes', async () => {
    const outcomes: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      const service = await openService();
      const id = await service.accepted();
      const url = String((await service.ended(id)).body.output?.video_url);
      await service.call('PATCH', '/sandbox/settings', {
        body: { chaos: { share: 1, seed: 11, slowMs: 1 } },
      });
      const results: unknown[] = [];
      for (let times = 0; times < 8; times += 1) results.push(await callsOf(service, id, url));
      expect(service.sandbox.chaosStrikes).toHaveLength(8 * chaosCalls.length);
      expect((await service.call('GET', '/sandbox')).body.chaos).toEqual({ share: 1, seed: 11, slowMs: 1 });
      outcomes.push(service.sandbox.chaosStrikes, results);
      const calm = await service.call('PATCH', '/sandbox/settings', { body: { chaos: null } });
      expect(calm.body.chaos).toBeNull();
      expect(await service.statusOf(id)).toBe('SUCCEEDED');
    }
    expect(outcomes[2]).toEqual(outcomes[0]);
    expect(outcomes[3]).toEqual(outcomes[1]);
  });

  test.each([{ share: 1.1, seed: 1 }, { share: -0.1, seed: 1 }, { share: 0.5 }, { share: 0.5, seed: 1.5 }])(
    'the settings %o are refused',
    async (chaos) => {
      const service = await openService();
      const { status } = await service.call('PATCH', '/sandbox/settings', { body: { chaos } });
      expect(status).toBe(400);
    },
  );
});
