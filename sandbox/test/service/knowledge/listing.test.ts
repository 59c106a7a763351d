import { test as base, describe, expect } from 'vitest';
import { documentStatuses, documentTypes } from '../../../service/knowledge/document.ts';
import { hostileNames } from '../../../service/knowledge/names.ts';
import { type KnowledgeCaller, openKnowledge, type WireDocument } from './knowledge-caller.ts';

const test = base.extend('client', () => openKnowledge());

/** All pages, one after another. */
async function everything(
  client: KnowledgeCaller,
  query: Record<string, string> = {},
): Promise<WireDocument[]> {
  const all: WireDocument[] = [];
  for (let page = 1; ; page += 1) {
    const documents = await client.documents({ PageNumber: String(page), ...query });
    if (documents.length === 0) return all;
    all.push(...documents);
  }
}

describe('a page', () => {
  test('has the shape of the document', async ({ client }) => {
    const { status, body } = await client.list({ PageNumber: '2', PageSize: '3' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      RequestId: expect.any(String),
      Success: true,
      Status: '200',
      Data: { IndexId: 'idx-library', TotalCount: 200, PageNumber: 2, PageSize: 3 },
    });
    expect(body).not.toHaveProperty('Code');
    expect(body.Data?.Documents).toHaveLength(3);
    expect(body.Data?.Documents[0]).toEqual({
      Id: expect.stringMatching(/^file_/),
      Name: expect.any(String),
      Status: expect.any(String),
      Size: expect.any(Number),
      SourceId: expect.stringMatching(/^cate_/),
      GmtModified: expect.any(Number),
      DocumentType: expect.any(String),
      ChunkMode: expect.any(String),
      ChunkSize: expect.stringMatching(/^\d+$/),
      OverlapSize: expect.stringMatching(/^\d+$/),
      separator: expect.any(String),
      EnableHeaders: expect.stringMatching(/^(true|false)$/),
    });
  });

  test('is one of ten unless told otherwise, and the last may be short or empty', async () => {
    const client = await openKnowledge({ documents: 23 });
    const sizes = await Promise.all(
      ['1', '3', '4'].map(async (page) => (await client.documents({ PageNumber: page })).length),
    );
    expect(sizes).toEqual([10, 3, 0]);
  });

  test.each([
    ['PageNumber', '0'],
    ['PageNumber', '-1'],
    ['PageNumber', 'two'],
    ['PageSize', '11'],
    ['PageSize', '0'],
    ['PageSize', '5.5'],
    ['EnableNameLike', 'yes'],
    ['DocumentStatus', 'FINISHED'],
    ['IndexId', 'idx-nothing'],
    ['IndexId', ''],
  ])('with %s=%s is InvalidParameter, and says which', async (name, value) => {
    const { status, body } = await (await openKnowledge()).list({ [name]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ Success: false, Code: 'InvalidParameter', Status: '400' });
    expect(body.Message).toMatch(new RegExp(`^${name} `));
  });
});

describe('the documents', () => {
  test('come newest first, each once', async () => {
    const all = await everything(await openKnowledge());
    expect(new Set(all.map(({ Id }) => Id)).size).toBe(200);
    const times = all.map(({ GmtModified }) => Number(GmtModified));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  test('are of every type and state, ten thousand of them, the same for the same seed', async () => {
    const client = await openKnowledge({ documents: 10_000 });
    const counts = new Map<string, number>();
    for (const status of documentStatuses) {
      const { body } = await client.list({ DocumentStatus: status, PageSize: '1' });
      counts.set(status, body.Data?.TotalCount ?? 0);
    }
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000);
    for (const status of documentStatuses) expect(counts.get(status)).toBeGreaterThan(10);
    const types = new Set<string>();
    for (const page of ['1', '2']) {
      for (const document of await client.documents({ PageNumber: page })) types.add(document.DocumentType);
    }
    expect(types).toEqual(new Set(documentTypes));
    const again = await openKnowledge({ documents: 10_000 });
    expect(await again.documents({ PageNumber: '77' })).toEqual(await client.documents({ PageNumber: '77' }));
    const other = await openKnowledge({ documents: 10_000, seed: 2 });
    expect(await other.documents({ PageNumber: '77' })).not.toEqual(
      await client.documents({ PageNumber: '77' }),
    );
  });

  test('that failed carry a code and a message, the others none', async () => {
    for (const document of await everything(await openKnowledge())) {
      const failed = document.Status === 'INSERT_ERROR';
      expect('Code' in document && 'Message' in document).toBe(failed);
    }
  });

  test('are filtered by state', async ({ client }) => {
    const failed = await everything(client, { DocumentStatus: 'INSERT_ERROR' });
    expect(failed.length).toBeGreaterThan(5);
    expect(new Set(failed.map(({ Status }) => Status))).toEqual(new Set(['INSERT_ERROR']));
  });

  test('are found by their exact name, or by a part of it when that is asked for', async ({ client }) => {
    const [{ Name } = { Name: '' }] = await client.documents({ PageNumber: '3' });
    expect(await client.documents({ DocumentName: Name })).toMatchObject([{ Name }]);
    expect(await client.documents({ DocumentName: Name.slice(0, -2) })).toEqual([]);
    const like = { EnableNameLike: 'true', DocumentName: Name.slice(2, -2).toUpperCase() };
    expect(await client.documents(like)).toMatchObject([{ Name }]);
  });

  test.each(hostileNames)('are found when they are called %j', async (name) => {
    const client = await openKnowledge({ documents: 0 });
    client.control.arrive('idx-library', { name });
    client.control.arrive('idx-library', { name: `not ${name}` });
    expect(await client.documents({ DocumentName: name })).toMatchObject([{ Name: name }]);
    expect(await client.documents({ DocumentName: name, EnableNameLike: 'true' })).toHaveLength(2);
  });

  test('on the first page have names that nobody stumbles over', async () => {
    const client = await openKnowledge({ documents: 2_000 });
    for (const IndexId of ['idx-library', 'idx-rules'])
      for (const { Name } of await client.documents({ IndexId })) expect(hostileNames).not.toContain(Name);
  });

  test('have names of 300 characters and names that mean something to others', async () => {
    const names = (await everything(await openKnowledge({ documents: 1_500 }))).map(({ Name }) => Name);
    for (const name of hostileNames) expect(names).toContain(name);
    expect(Math.max(...names.map((name) => [...name].length))).toBe(300);
  });
});

describe('a knowledge base', () => {
  test("is the workspace's first when none is named", async ({ client }) => {
    const path = '/ws-other/index/list_index_file_detail';
    const { body } = await client.signed(path, {}, { action: 'ListIndexFileDetails' });
    expect(body.Data).toMatchObject({ IndexId: 'idx-other', TotalCount: 25 });
  });

  test('of another workspace is not seen', async ({ client }) => {
    const { status, body } = await client.list({ IndexId: 'idx-other' });
    expect([status, body.Code]).toEqual([400, 'InvalidParameter']);
  });

  test('of a workspace that does not exist is not there', async ({ client }) => {
    const { status, body } = await client.list({}, {}, 'ws-nothing');
    expect([status, body.Code, body.Success]).toEqual([404, 'WorkSpaceNotFound', false]);
  });

  test('may be empty', async () => {
    const { body } = await (await openKnowledge()).list({ IndexId: 'idx-empty' });
    expect(body.Data).toMatchObject({ TotalCount: 0, Documents: [] });
  });
});

describe('an import', () => {
  test('goes from RUNNING to FINISH, or to INSERT_ERROR with its reason', async () => {
    const client = await openKnowledge({ importMs: 5_000 });
    client.control.arrive('idx-empty', { name: 'good.md' });
    const failure = { code: 'FileTooLarge', message: 'Too large.' };
    client.control.arrive('idx-empty', { name: 'bad.md', importMs: 9_000, failure });
    const states = async () =>
      (await client.documents({ IndexId: 'idx-empty' })).map(({ Name, Status, Code }) => [
        Name,
        Status,
        Code,
      ]);
    expect(await states()).toEqual([
      ['bad.md', 'RUNNING', undefined],
      ['good.md', 'RUNNING', undefined],
    ]);
    client.service.clock.now += 5_000;
    expect(await states()).toEqual([
      ['bad.md', 'RUNNING', undefined],
      ['good.md', 'FINISH', undefined],
    ]);
    client.service.clock.now += 4_000;
    expect((await states())[0]).toEqual(['bad.md', 'INSERT_ERROR', 'FileTooLarge']);
  });

  test('can be stuck forever, and what was imported can be deleted', async ({ client }) => {
    const stuck = client.control.arrive('idx-empty', { importMs: Number.POSITIVE_INFINITY });
    const gone = client.control.arrive('idx-empty', { importMs: 0 });
    expect(client.control.remove('idx-empty', gone)).toBe(true);
    expect(client.control.remove('idx-empty', 'file_nothing')).toBe(false);
    client.service.clock.now += 10 * 60_000;
    expect(await client.documents({ IndexId: 'idx-empty' })).toMatchObject([
      { Id: gone, Status: 'DELETED' },
      { Id: stuck, Status: 'RUNNING' },
    ]);
  });

  test('can begin while somebody turns the pages, which moves the rest', async () => {
    const client = await openKnowledge({ documents: 40, arrivalsPerList: 1 });
    const first = await client.documents({ PageNumber: '1' });
    const second = await client.documents({ PageNumber: '2' });
    expect(second[0]).toEqual(first[9]);
  });

  test('begins by itself after each interval', async () => {
    const client = await openKnowledge({ arrivalEveryMs: 1_000 });
    client.service.clock.now += 3_500;
    expect((await client.list()).body.Data?.TotalCount).toBe(203);
  });
});

describe('a quirk', () => {
  test('makes Status a number', async () => {
    const client = await openKnowledge({ quirks: { numericStatus: true } });
    expect((await client.list()).body.Status).toBe(200);
    expect((await client.list({ PageSize: '99' })).body.Status).toBe(400);
  });

  test('fills Code and Message of a success', async () => {
    const { body } = await (await openKnowledge({ quirks: { codeOnSuccess: true } })).list();
    expect(body).toMatchObject({ Success: true, Code: 'Success', Message: 'success' });
  });

  test('turns texts into numbers and booleans, and numbers into texts', async () => {
    const client = await openKnowledge({ quirks: { looseTypes: true } });
    const [document] = await client.documents();
    expect(document).toMatchObject({
      Size: expect.any(String),
      GmtModified: expect.any(String),
      ChunkSize: expect.any(Number),
      OverlapSize: expect.any(Number),
      EnableHeaders: expect.any(Boolean),
    });
  });

  test('answers failures with HTTP 200', async () => {
    const client = await openKnowledge({ quirks: { failuresAsOk: true } });
    const { status, body } = await client.list({ PageSize: '99' });
    expect([status, body.Success, body.Status]).toEqual([200, false, '400']);
  });
});

test('the knowledge bases can be looked at and fed from outside', async ({ client }) => {
  const order = { indexId: 'idx-empty', name: 'new.md', importMs: 0 };
  const made = await client.service.call('POST', '/sandbox/knowledge/documents', { body: order });
  expect(made.status).toBe(201);
  expect(await client.documents({ IndexId: 'idx-empty' })).toMatchObject([
    { Id: made.body.id, Name: 'new.md' },
  ]);
  const { body } = await client.service.call('GET', '/sandbox/knowledge');
  expect(body).toContainEqual(expect.objectContaining({ indexId: 'idx-empty', documents: 1, FINISH: 1 }));
  const wrong = { indexId: 'idx-nothing' };
  expect((await client.service.call('POST', '/sandbox/knowledge/documents', { body: wrong })).status).toBe(
    400,
  );
  const knowledge = { quirks: { numericStatus: true }, authentication: 'none' };
  await client.service.call('PATCH', '/sandbox/settings', { body: { knowledge } });
  expect((await client.list()).body.Status).toBe(200);
  expect((await client.service.call('GET', '/sandbox')).body.knowledge).toMatchObject({
    authentication: 'none',
    accessKeyId: client.control.settings.accessKeyId,
    quirks: { numericStatus: true, looseTypes: false },
  });
});
