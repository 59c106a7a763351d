import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import {
  type KnowledgeOptions,
  type ServiceSandbox,
  startServiceSandbox,
} from '../../../../sandbox/service/server.ts';
import { assertNothingOdd } from '../../../../sandbox/test/support/nothing-odd.ts';
import { Catalog } from '../../../../src/knowledge/catalog.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import type { KnowledgeClient, KnowledgeDocument } from '../../../../src/service/knowledge/client.ts';
import { openKnowledge } from '../../../../src/service/knowledge/http-client.ts';
import type { KnowledgeSettings } from '../../../../src/service/knowledge/settings.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { quietSockets } from '../../../support/quiet-sockets.ts';
import { rejection } from '../../../support/rejection.ts';

const test = base.extend('client', () => open());

let sandbox: ServiceSandbox;
let clock: FakeClock;
let serviceAheadMs: number;
const opened: KnowledgeClient[] = [];

beforeEach(() => {
  clock = new FakeClock();
  serviceAheadMs = 0;
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
  await sandbox.close();
  assertNothingOdd(sandbox);
});

async function open(
  options: KnowledgeOptions = {},
  settings: Partial<KnowledgeSettings> = {},
): Promise<KnowledgeClient> {
  sandbox = await startServiceSandbox({
    port: 0,
    now: () => clock.now() + serviceAheadMs,
    knowledge: { documents: 200, ...options },
  });
  return again(settings);
}

function again(settings: Partial<KnowledgeSettings> = {}): KnowledgeClient {
  const { accessKeyId, accessKeySecret } = sandbox.knowledge.settings;
  const client = openKnowledge({
    settings: {
      baseUrl: sandbox.baseUrl,
      workspaceId: sandbox.knowledge.workspaces.main,
      indexId: sandbox.knowledge.knowledgeBases.library,
      signing: { scheme: 'acs3', accessKeyId, accessKeySecret },
      retrieval: true,
      ...settings,
    },
    clock,
    log: silentLog,
    random: () => 0,
  });
  opened.push(client);
  return client;
}

/** Why a listing of that client fails. */
const refusal = async (client: KnowledgeClient) => await rejection(client.list({}), ServiceError);

async function everything(client: KnowledgeClient): Promise<KnowledgeDocument[]> {
  const all: KnowledgeDocument[] = [];
  for (let page = 1; ; page += 1) {
    const { documents } = await client.list({ page });
    if (documents.length === 0) return all;
    all.push(...documents);
  }
}

describe('a listing', () => {
  test('has every document once, the newest first', async () => {
    const documents = await everything(await open());
    expect(new Set(documents.map(({ id }) => id)).size).toBe(200);
    const times = documents.map(({ importedAt }) => importedAt ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test.each(['INSERT_ERROR', 'RUNNING', 'DELETED', 'FINISH'] as const)(
    'of %s has no other',
    async (status) => {
      const client = await open();
      const { documents, totalCount } = await client.list({ status });
      expect(new Set(documents.map((each) => each.status))).toEqual(
        new Set(totalCount === 0 ? [] : [status]),
      );
    },
  );

  test('finds any name whatever is in it, exactly and by a part', async ({ client }) => {
    const documents = await everything(client);
    for (const { id, name } of documents.slice(0, 60)) {
      const exact = await client.list({ name });
      expect(exact.documents.map((each) => each.name)).toContain(name);
      const like = await client.list({ name: [...name].slice(0, 12).join(''), nameLike: true });
      expect(like.totalCount).toBeGreaterThanOrEqual(exact.totalCount ?? 0);
      expect(id).not.toBe('');
    }
  });

  test('tells why an import failed', async () => {
    const { documents } = await (await open()).list({ status: 'INSERT_ERROR' });
    expect(documents[0]).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  test('is the same with every quirk', async () => {
    const plain = await (await open()).list({});
    const quirks = { numericStatus: true, codeOnSuccess: true, looseTypes: true, metadataAsText: true };
    sandbox.knowledge.set({ quirks });
    const odd = await again().list({});
    expect({ ...odd, requestId: '' }).toEqual({ ...plain, requestId: '' });
  });
});

describe('who calls', () => {
  test('is told apart by a token', async () => {
    await open({ authentication: 'bearer' });
    const client = again({ signing: { scheme: 'bearer', token: sandbox.apiKey } });
    expect((await client.list({})).documents).toHaveLength(10);
    const stranger = again({ signing: { scheme: 'bearer', token: 'other' } });
    expect(await refusal(stranger)).toMatchObject({ fault: 'credentials' });
  });

  test('needs the security token where there is one', async () => {
    await open({ securityToken: 'temporary' });
    const { accessKeyId, accessKeySecret } = sandbox.knowledge.settings;
    const signing = { scheme: 'acs3', accessKeyId, accessKeySecret, securityToken: 'temporary' } as const;
    expect((await again({ signing }).list({})).documents).toHaveLength(10);
    expect(await refusal(again())).toMatchObject({ fault: 'credentials' });
  });

  test.each([
    ['another id', { accessKeyId: 'other' }],
    ['another secret', { accessKeySecret: 'other' }],
  ])('with %s is refused for the key', async (_, change) => {
    await open();
    const { accessKeyId, accessKeySecret } = sandbox.knowledge.settings;
    const client = again({ signing: { scheme: 'acs3', accessKeyId, accessKeySecret, ...change } });
    expect(await refusal(client)).toMatchObject({ fault: 'credentials', needsOperator: true });
  });

  test("without the policy's permission is refused for access", async () => {
    const client = await open({ denied: ['sfm:ListIndexFiles'] });
    expect(await refusal(client)).toMatchObject({ fault: 'access', code: 'NoPermission' });
  });

  test('with a clock that is an hour off is served anyway', async () => {
    serviceAheadMs = 3_600_000;
    const client = await open();
    expect((await client.list({})).documents).toHaveLength(10);
  });
});

describe('searching contents', () => {
  test('gives passages with scores, and their documents', async ({ client }) => {
    const { passages } = await client.retrieve({ query: 'How can a ban be appealed?', count: 3 });
    expect(passages.length).toBeGreaterThan(0);
    expect(passages.length).toBeLessThanOrEqual(3);
    for (const { score, metadata } of passages) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(Object.keys(metadata).length).toBeGreaterThan(0);
    }
  });

  test('never goes faster than the account may', async ({ client }) => {
    const { workspaces, knowledgeBases } = sandbox.knowledge;
    const place = { workspaceId: workspaces.main, indexId: knowledgeBases.library };
    const base = { id: 'library', name: 'Library', ...place, guilds: 'all', open: 'everyone' } as const;
    const catalog = new Catalog({ client, clock, bases: [base], listsPerSecond: 5, searchesPerSecond: 1 });
    let found: readonly unknown[] = [];
    const all = Promise.all(['a', 'b', 'c'].map((query) => catalog.retrieve(base, { query })));
    void all.then((each) => {
      found = each;
    });
    await clock.until(async () => {
      await quietSockets();
      return found.length > 0;
    });
    expect(found).toHaveLength(3);
  });
});
