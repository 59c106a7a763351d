import { createRequire } from 'node:module';
import type * as Library from '@alicloud/bailian20231229';
import type * as Core from '@alicloud/openapi-core';
import { expect, it, onTestFinished } from 'vitest';
import { type KnowledgeOptions, type ServiceSandbox, startServiceSandbox } from '../../service/server.ts';

type Client = InstanceType<typeof Library.default.default>;

/** CommonJS, whose default export is a property of that name. */
const load = createRequire(import.meta.url);
const library: typeof Library.default = load('@alicloud/bailian20231229');
const { $OpenApiUtil }: typeof Core = load('@alicloud/openapi-core');

interface Scene {
  readonly sandbox: ServiceSandbox;
  readonly client: Client;
  logIn(keys?: { readonly accessKeySecret?: string; readonly securityToken?: string }): Client;
}

/** 25 documents in the large base, and the public client, unmodified, with the stand-in's own keys. */
async function openScene(knowledge: KnowledgeOptions = {}): Promise<Scene> {
  const sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    knowledge: { documents: 25, retrievesPerSecond: 1_000, ...knowledge },
  });
  onTestFinished(async () => await sandbox.close());
  const { accessKeyId, accessKeySecret } = sandbox.knowledge.settings;
  const endpoint = new URL(sandbox.baseUrl).host;
  const logIn: Scene['logIn'] = (keys = {}) =>
    new library.default(
      new $OpenApiUtil.Config({ accessKeyId, accessKeySecret, endpoint, protocol: 'HTTP', ...keys }),
    );
  return { sandbox, client: logIn(), logIn };
}

async function list(client: Client, fields: Readonly<Record<string, unknown>> = {}) {
  const request = new library.ListIndexFileDetailsRequest({ indexId: 'idx-library', ...fields });
  const { body } = await client.listIndexFileDetails('ws-main', request);
  return { body, data: body?.data, documents: body?.data?.documents ?? [] };
}

async function retrieve(
  client: Client,
  fields: Readonly<Record<string, unknown>>,
): Promise<readonly Library.RetrieveResponseBodyDataNodes[]> {
  const request = new library.RetrieveRequest({ indexId: 'idx-rules', ...fields });
  return (await client.retrieve('ws-main', request)).body?.data?.nodes ?? [];
}

it('pages through a knowledge base, the newest document first, and reads every field', async () => {
  const { sandbox, client } = await openScene();
  const pages = [];
  for (const pageNumber of [1, 2, 3]) pages.push(await list(client, { pageNumber, pageSize: 10 }));
  expect(pages.map(({ documents }) => documents.length)).toEqual([10, 10, 5]);
  expect(pages[2]?.data).toMatchObject({
    indexId: 'idx-library',
    totalCount: 25,
    pageNumber: 3,
    pageSize: 10,
  });
  expect(pages[0]?.body).toMatchObject({ success: true, status: '200', requestId: expect.any(String) });
  const documents = pages.flatMap((page) => page.documents);
  expect(new Set(documents.map(({ id }) => id)).size).toBe(25);
  const times = documents.map(({ gmtModified }) => gmtModified ?? 0);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  for (const document of documents)
    expect(document).toMatchObject({
      name: expect.any(String),
      status: expect.stringMatching(/^(?:INSERT_ERROR|RUNNING|DELETED|FINISH)$/),
      size: expect.any(Number),
      sourceId: expect.any(String),
      documentType: expect.any(String),
    });
  expect(sandbox.oddities).toEqual([]);
});

it('filters by state, by the exact name, and by a part of it', async () => {
  const { sandbox, client } = await openScene();
  const finished = (await list(client, { documentStatus: 'FINISH' })).documents;
  expect(new Set(finished.map(({ status }) => status))).toEqual(new Set(['FINISH']));
  const [first] = finished;
  const name = first?.name ?? '';
  const named = async (documentName: string, enableNameLike?: string) =>
    (await list(client, { documentName, enableNameLike })).documents.map(({ id }) => id);
  const part = name.slice(0, -1);
  expect(await named(name)).toContain(first?.id);
  expect(await named(part)).toEqual([]);
  expect(await named(part, 'true')).toContain(first?.id);
  expect(sandbox.oddities).toEqual([]);
});

it('says why an import failed', async () => {
  const { sandbox, client } = await openScene();
  sandbox.knowledge.arrive('idx-library', {
    name: 'broken.pdf',
    importMs: 0,
    failure: { code: 'FileParseError', message: 'The file is damaged.' },
  });
  const { documents } = await list(client, { documentName: 'broken.pdf' });
  expect(documents).toMatchObject([
    { status: 'INSERT_ERROR', code: 'FileParseError', message: 'The file is damaged.' },
  ]);
});

it('finds passages, the best first, as many and as good as were asked for', async () => {
  const { sandbox, client } = await openScene();
  const query = 'Can a ban be appealed?';
  const nodes = await retrieve(client, { query });
  const scores = nodes.map(({ score }) => score ?? -1);
  expect(scores.length).toBeGreaterThan(1);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(nodes[0]).toMatchObject({ text: expect.stringMatching(/appeal/i), metadata: expect.any(Object) });
  expect(await retrieve(client, { query, rerankTopN: 1 })).toHaveLength(1);
  const [best = 0] = scores;
  expect(await retrieve(client, { query, rerankMinScore: best })).toHaveLength(
    scores.filter((score) => score >= best).length,
  );
  expect(sandbox.oddities).toEqual([]);
});

it('has its own fields taken and recorded where no document names them', async () => {
  const { sandbox, client } = await openScene();
  const nodes = await retrieve(client, { query: 'ban', denseSimilarityTopK: 10, enableReranking: true });
  expect(nodes.length).toBeGreaterThan(0);
  expect(sandbox.oddities).toEqual([
    expect.stringContaining('DenseSimilarityTopK'),
    expect.stringContaining('EnableReranking'),
  ]);
});

it('logs in with a temporary token where the account asks for one', async () => {
  const { client, logIn } = await openScene({ securityToken: 'sts-of-today' });
  const { documents } = await list(logIn({ securityToken: 'sts-of-today' }));
  expect(documents).toHaveLength(10);
  await expect(list(client)).rejects.toMatchObject({ code: expect.stringContaining('SecurityToken') });
});

it.each([
  ['an unknown knowledge base', { indexId: 'idx-nowhere' }, 'InvalidParameter'],
  ['a page of eleven', { pageSize: 11 }, 'InvalidParameter'],
  ['page 0', { pageNumber: 0 }, 'InvalidParameter'],
  ['a state that no document has', { documentStatus: 'LOST' }, 'InvalidParameter'],
])('is refused %s', async (_what, fields, code) => {
  const { client } = await openScene();
  await expect(list(client, fields)).rejects.toMatchObject({ code });
});

it('is refused with a wrong secret, and without the permission', async () => {
  const { sandbox, client, logIn } = await openScene();
  await expect(list(logIn({ accessKeySecret: 'guessed' }))).rejects.toMatchObject({
    code: 'SignatureDoesNotMatch',
  });
  sandbox.knowledge.set({ denied: ['sfm:ListIndexFiles'] });
  await expect(list(client)).rejects.toMatchObject({ code: 'NoPermission' });
});

it('reads an answer whose numbers are texts and whose texts are numbers', async () => {
  const { client } = await openScene({ quirks: { looseTypes: true, numericStatus: true } });
  const { data, documents } = await list(client);
  expect(documents).toHaveLength(10);
  expect(Number(data?.totalCount)).toBe(25);
});
