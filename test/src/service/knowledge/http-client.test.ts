import { beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import {
  documentStatuses,
  documentTypes,
  type KnowledgeClient,
} from '../../../../src/service/knowledge/client.ts';
import { openKnowledge } from '../../../../src/service/knowledge/http-client.ts';
import type { KnowledgeSettings } from '../../../../src/service/knowledge/settings.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../../support/fake-log.ts';
import { rejection } from '../../../support/rejection.ts';
import { type PlainAnswer, ScriptedService } from '../../../support/scripted-service.ts';

const service = ScriptedService.forEachTest();
let clock: FakeClock;
type ListQuery = Parameters<KnowledgeClient['list']>[0];
const opened: KnowledgeClient[] = [];

beforeEach(() => {
  clock = new FakeClock();
  return async () => await Promise.all(opened.splice(0).map((client) => client.close()));
});

function open(settings: Partial<KnowledgeSettings> = {}, log = silentLog): KnowledgeClient {
  const client = openKnowledge({
    settings: { baseUrl: service.url, workspaceId: 'ws 1', signing: { scheme: 'none' }, ...settings },
    clock,
    log,
    random: () => 0,
  });
  opened.push(client);
  return client;
}

/** How a listing fails. */
const failure = async (settings: Partial<KnowledgeSettings> = {}, query: ListQuery = {}) =>
  await rejection(open(settings).list(query), ServiceError);

const documentsListed = async () => (await open().list({})).documents;

/** What the first call asked for. */
const query = () => Object.fromEntries(service.heard[0]?.query ?? []);

const document = {
  Id: 'file_1',
  Name: 'guide.pdf',
  Status: 'FINISH',
  Message: '',
  Code: '',
  Size: 1_234,
  SourceId: 'cate_1',
  GmtModified: 1_744_856_423_000,
  DocumentType: 'pdf',
  ChunkMode: 'regex',
  ChunkSize: '500',
  OverlapSize: '100',
  separator: '\n',
  EnableHeaders: 'true',
};

function page(documents: readonly unknown[] = [document], more: object = {}): PlainAnswer {
  return {
    body: {
      RequestId: 'req-1',
      Success: true,
      Status: '200',
      Data: { Documents: documents, IndexId: 'idx', TotalCount: 31, PageNumber: 2, PageSize: 10 },
      ...more,
    },
  };
}

const acs3 = { scheme: 'acs3', accessKeyId: 'key-id', accessKeySecret: 'key-secret' } as const;

describe('a listing', () => {
  test('is a POST to the path of the workspace, everything else in the query, nothing in the body', async () => {
    service.answer(page());
    await open({ baseUrl: `${service.url}/base/` }).list({
      indexId: 'idx',
      status: 'RUNNING',
      name: 'a*b & “c”/../~',
      nameLike: true,
      page: 2,
      pageSize: 5,
    });
    expect(service.heard[0]).toMatchObject({
      method: 'POST',
      path: '/base/ws%201/index/list_index_file_detail',
      body: '',
      headers: { 'content-length': '0' },
    });
    expect(query()).toEqual({
      IndexId: 'idx',
      DocumentStatus: 'RUNNING',
      DocumentName: 'a*b & “c”/../~',
      EnableNameLike: 'true',
      PageNumber: '2',
      PageSize: '5',
    });
  });

  test('asks for the first ten of the configured knowledge base when nothing is said', async () => {
    service.answer(page());
    await open({ indexId: 'default' }).list({});
    expect(query()).toEqual({ IndexId: 'default', PageNumber: '1', PageSize: '10' });
  });

  test('names no knowledge base when none is configured', async () => {
    service.answer(page());
    await open().list({ name: 'x' });
    expect([...(service.heard[0]?.query.keys() ?? [])]).toEqual(['DocumentName', 'PageNumber', 'PageSize']);
  });

  test('gives every field of a document', async () => {
    service.answer(page([{ ...document, Code: 'ParseError', Message: 'broken file' }]));
    expect(await open().list({})).toEqual({
      indexId: 'idx',
      totalCount: 31,
      page: 2,
      pageSize: 10,
      requestId: 'req-1',
      documents: [
        {
          id: 'file_1',
          name: 'guide.pdf',
          status: 'FINISH',
          type: 'pdf',
          sizeBytes: 1_234,
          importedAt: 1_744_856_423_000,
          categoryId: 'cate_1',
          code: 'ParseError',
          message: 'broken file',
          chunkMode: 'regex',
          chunkSize: '500',
          overlapSize: '100',
          separator: '\n',
          enableHeaders: 'true',
        },
      ],
    });
  });

  test.each([...documentStatuses, 'PARSING'])('keeps the status %s', async (Status) => {
    service.answer(page([{ ...document, Status }]));
    expect((await documentsListed())[0]?.status).toBe(Status);
  });

  test.each([...documentTypes, 'xlsx'])('keeps the type %s', async (DocumentType) => {
    service.answer(page([{ ...document, DocumentType }]));
    expect((await documentsListed())[0]?.type).toBe(DocumentType);
  });

  test.each([
    { PageNumber: 0 },
    { PageNumber: -1 },
    { PageNumber: 1.5 },
    { PageSize: 0 },
    { PageSize: 11 },
    { PageSize: Number.NaN },
  ])('with %j is refused before any call', async (wrong) => {
    const parameters = { page: wrong.PageNumber ?? 1, pageSize: wrong.PageSize ?? 10 };
    const error = await failure({}, parameters);
    expect(error).toMatchObject({ fault: 'invalid-request', nothingHappened: true });
    expect(service.heard).toEqual([]);
  });
});

describe('an answer', () => {
  test.each<[string, object]>([
    ['a status that is a number', { Status: 200 }],
    ['a code and a message although it went well', { Code: 'Success', Message: 'fine' }],
    ['success as a text', { Success: 'true' }],
    ['no word about success', { Success: undefined }],
    ['fields that nobody knows', { Extra: { a: 1 } }],
  ])('with %s is one', async (_, more) => {
    service.answer(page([document], more));
    expect(await documentsListed()).toHaveLength(1);
  });

  test('that says it failed is a refusal, whatever else is in it', async () => {
    service.answer(page([document], { Success: false, Code: 'InvalidParameter' }));
    const error = await failure();
    expect(error).toMatchObject({ fault: 'invalid-request', code: 'InvalidParameter' });
  });

  test('with numbers and booleans where texts are documented, and texts for numbers, is read', async () => {
    const texts = { Size: '77', GmtModified: '1744856423000' };
    const others = { ChunkSize: 500, OverlapSize: 0, EnableHeaders: false };
    service.answer(page([{ ...document, ...texts, ...others }]));
    expect((await documentsListed())[0]).toMatchObject({
      sizeBytes: 77,
      importedAt: 1_744_856_423_000,
      chunkSize: '500',
      overlapSize: '0',
      enableHeaders: 'false',
    });
  });

  test('with an entry that is none keeps the others', async () => {
    service.answer(page([null, { Name: 'no id' }, { ...document, Size: 'big', Name: null }]));
    expect(await documentsListed()).toMatchObject([{ id: 'file_1', name: 'file_1', sizeBytes: undefined }]);
  });

  test.each([{ Documents: null }, {}])('with %j has no documents', async (Data) => {
    service.answer(page([], { Data }));
    expect(await open().list({ page: 3 })).toMatchObject({
      documents: [],
      totalCount: undefined,
      page: 3,
      pageSize: 10,
    });
  });

  test('that is a success without a page is not understood', async () => {
    service.answer(page([], { Data: 'none' }));
    expect(await failure()).toMatchObject({ fault: 'malformed', code: 'UnreadablePage' });
  });
});

describe('a refusal', () => {
  test.each<[number, object, string, string]>([
    [200, { Success: false, Code: 'InvalidParameter', Message: 'I' }, 'invalid-request', 'InvalidParameter'],
    [200, { Success: false, Code: 'Index.NotExist', Status: '404' }, 'not-found', 'Index.NotExist'],
    [400, { Code: 'MissingParameter', Message: 'x', HostId: 'h' }, 'invalid-request', 'MissingParameter'],
    [403, { Code: 'NoPermission', HostId: 'h' }, 'access', 'NoPermission'],
    [403, { Code: 'Forbidden.RAM', HostId: 'h' }, 'access', 'Forbidden.RAM'],
    [403, { Code: 'Index.NoWorkspacePermissions', HostId: 'h' }, 'access', 'Index.NoWorkspacePermissions'],
    [400, { Code: 'Index.InvalidParameter' }, 'invalid-request', 'Index.InvalidParameter'],
    [400, { Code: 'WorkSpaceNotFound' }, 'not-found', 'WorkSpaceNotFound'],
    [404, { Code: 'InvalidAccessKeyId.NotFound', HostId: 'h' }, 'credentials', 'InvalidAccessKeyId.NotFound'],
    [400, { Code: 'SignatureDoesNotMatch', HostId: 'h' }, 'credentials', 'SignatureDoesNotMatch'],
    [403, {}, 'access', 'Http403'],
    [401, {}, 'credentials', 'Http401'],
    [200, { Success: false, Code: 'Workspace.NotFound', Status: 200 }, 'not-found', 'Workspace.NotFound'],
  ])('with HTTP %i and %j is %s', async (status, body, fault, code) => {
    service.always({ status, body, headers: { date: new Date(clock.now()).toUTCString() } });
    const error = await failure({ signing: acs3 });
    expect(error).toMatchObject({ fault, code, retryable: false });
    expect(service.heard).toHaveLength(1);
  });

  test.each([
    [403, 'Index.NoWorkspacePermissions', 'knowledge-access'],
    [403, 'Forbidden.RAM', 'knowledge-access'],
    [403, undefined, 'knowledge-access'],
    [404, 'WorkSpaceNotFound', 'workspace-missing'],
    [404, 'Workspace.NotFound', 'workspace-missing'],
    [404, 'Index.NotExist', 'knowledge-missing'],
  ])('with HTTP %i and the code %s is for the operator: %s', async (status, Code, problem) => {
    service.always({ status, body: { Code, HostId: 'h' } });
    const error = await failure();
    expect(error).toMatchObject({ problem, needsOperator: true });
    expect(error.message).toMatch(/KNOWLEDGE_BASES|sfm:ListIndexFiles/);
  });

  test('that is a redirect names the place', async () => {
    service.always({ status: 301, headers: { location: 'https://kb.test/new?x=1' }, body: '' });
    const error = await failure();
    expect(error).toMatchObject({ code: 'Redirected', needsOperator: true });
    expect(error.message).toContain('https://kb.test/new');
    expect(service.heard[0]?.headers['accept-encoding']).toBe('identity');
  });

  test.each([200, 401])(
    "with HTTP %i in the manner of the service's other parts says why, too",
    async (status) => {
      service.always({ status, body: { code: 'InvalidApiKey', message: 'wrong key', request_id: 'r-7' } });
      const key = { fault: 'credentials', code: 'InvalidApiKey', retryable: false };
      expect(await failure()).toMatchObject({ ...key, requestId: 'r-7', providerMessage: 'wrong key' });
    },
  );

  test("keeps the request id and the service's words for the log", async () => {
    service.answer({ status: 400, body: { Code: 'InvalidParameter', Message: 'wrong', RequestId: 'r-9' } });
    const error = await failure();
    expect(error).toMatchObject({ requestId: 'r-9', providerMessage: 'wrong' });
    expect(error.message).not.toContain('wrong');
  });
});

test('a refused signature, which is answered with what was signed, leaves no words in the error', async () => {
  const headers = { date: new Date(clock.now()).toUTCString() };
  const body = { Code: 'SignatureDoesNotMatch', Message: 'signed: private.pdf' };
  service.answer({ status: 400, headers, body });
  const error = await failure({ signing: acs3 }, { name: 'private.pdf' });
  expect(error.providerMessage).toBeUndefined();
});

describe('what may pass', () => {
  test.each<[string, PlainAnswer]>([
    ['throttling', { status: 429, body: { Code: 'Throttling.User' } }],
    ['HTTP 500', { status: 500, body: { Code: 'InternalError' } }],
    ['HTTP 503 without words', { status: 503, body: 'down' }],
    ['a nonce that was used', { status: 400, body: { Code: 'SignatureNonceUsed' } }],
  ])('(%s) is tried again, three times at most', async (_, answer) => {
    service.answer(answer, answer, answer, page());
    const listing = open().list({});
    await clock.until(() => service.heard.length === 4);
    expect((await listing).documents).toHaveLength(1);
  });

  test('is only tried again when a turn comes', async () => {
    service.answer({ status: 503, body: {} }, { status: 503, body: {} }, page());
    let turns = 0;
    const gate = {
      take: async () => {
        turns += 1;
      },
    };
    const listing = open().list({}, undefined, gate);
    await clock.until(() => service.heard.length === 3);
    await listing;
    expect(turns).toBe(2);
  });

  test('is an error in the end', async () => {
    service.always({ status: 503, body: {} });
    const failed = failure();
    await clock.until(() => service.heard.length === 4);
    expect(await failed).toMatchObject({ fault: 'server', retryable: true });
    expect(service.heard).toHaveLength(4);
  });

  test('waits as long as the service asks', async () => {
    service.answer({ status: 429, headers: { 'retry-after': '7' }, body: { Code: 'Throttling' } }, page());
    const listing = open().list({});
    await eventually(() => service.heard.length === 1 && clock.sleeping === 1);
    await clock.advance(6_999);
    expect(service.heard).toHaveLength(1);
    await clock.advance(1);
    await listing;
  });

  test('waits its own pause if the service asks for less', async () => {
    service.answer({ status: 429, headers: { 'retry-after': '0' }, body: { Code: 'Throttling' } }, page());
    const listing = open().list({});
    await eventually(() => service.heard.length === 1 && clock.sleeping === 1);
    const since = clock.now();
    await clock.until(() => clock.now() > since);
    expect(clock.now() - since).toBe(250);
    await listing;
  });

  test('is tried again after a lost connection', async () => {
    service.answer((response) => response.destroy(), page());
    const listing = open().list({});
    await clock.until(() => service.heard.length === 2);
    expect((await listing).documents).toHaveLength(1);
  });

  test('stops when nobody wants it any more', async () => {
    service.always({ status: 503, body: {} });
    const stop = new AbortController();
    const failed = rejection(open().list({}, stop.signal), ServiceError);
    await eventually(() => service.heard.length === 1 && clock.sleeping === 1);
    stop.abort();
    expect(await failed).toMatchObject({ fault: 'aborted' });
  });

  test('is not silence: a listing without an answer ends after its time', async () => {
    service.always(() => undefined);
    const failed = failure();
    await eventually(() => service.heard.length === 1);
    await clock.advance(20_000);
    expect(await failed).toMatchObject({ fault: 'timeout', code: 'NoAnswerInTime' });
    expect(service.heard).toHaveLength(1);
  });
});

describe('the signature', () => {
  test('acs3 has a date, a new nonce for each attempt, action and version', async () => {
    service.answer({ status: 503, body: {} }, page());
    const listing = open({ signing: { ...acs3, securityToken: 'sts' } }).list({});
    await clock.until(() => service.heard.length === 2);
    await listing;
    const [first, second] = service.heard.map(({ headers }) => headers);
    expect(first).toMatchObject({
      'x-acs-action': 'ListIndexFileDetails',
      'x-acs-version': '2023-12-29',
      'x-acs-date': '2026-01-15T12:00:00Z',
      'x-acs-security-token': 'sts',
      authorization: expect.stringMatching(
        /^ACS3-HMAC-SHA256 Credential=key-id,SignedHeaders=host;.*,Signature=[\da-f]{64}$/,
      ),
    });
    expect(first?.['x-acs-signature-nonce']).not.toBe(second?.['x-acs-signature-nonce']);
  });

  test('has the action and version that the deployment wants', async () => {
    service.answer(page());
    await open({ signing: acs3, version: '2030-01-01', listAction: 'ListFiles' }).list({});
    expect(service.heard[0]?.headers).toMatchObject({
      'x-acs-action': 'ListFiles',
      'x-acs-version': '2030-01-01',
    });
  });

  test('bearer is a token, none is nothing', async () => {
    service.answer(page(), page());
    await open({ signing: { scheme: 'bearer', token: 'tok' } }).list({});
    await open({ signing: { scheme: 'none' } }).list({});
    expect(service.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer tok', undefined]);
  });

  test('shows its secrets in no error and no log', async () => {
    const { log, text } = recordingLog();
    service.always({ status: 503, body: {} });
    const client = open({ signing: { ...acs3, securityToken: 'sts-token' } }, log);
    const failed = rejection(client.list({ name: 'private.pdf' }), ServiceError);
    await clock.until(() => service.heard.length === 4);
    const error = await failed;
    log.error({ err: error }, 'failed');
    expect(text()).not.toMatch(/key-secret|sts-token|private\.pdf/);
  });
});

describe('a wrong clock', () => {
  const date = (aheadMs: number) => ({ date: new Date(clock.now() + aheadMs).toUTCString() });
  const refusedSignature = (aheadMs: number) =>
    ({ status: 400, headers: date(aheadMs), body: { Code: 'SignatureDoesNotMatch' } }) as const;

  test.each(['InvalidTimeStamp.Expired', 'IllegalTimestamp', 'SignatureExpired'])(
    "(%s) is mended with the service's own time, for all calls from then on",
    async (Code) => {
      service.answer({ status: 400, headers: date(3_600_000), body: { Code } }, page(), page());
      const client = open({ signing: acs3 });
      await client.list({});
      await client.list({});
      const dates = service.heard.map(({ headers }) => headers['x-acs-date']);
      expect(dates).toEqual(['2026-01-15T12:00:00Z', '2026-01-15T13:00:00Z', '2026-01-15T13:00:00Z']);
    },
  );

  test('that cannot be mended is told apart from a wrong key', async () => {
    service.always({ status: 400, headers: date(-1_800_000), body: { Code: 'InvalidTimeStamp.Expired' } });
    const error = await failure({ signing: acs3 });
    expect(error).toMatchObject({ fault: 'clock', needsOperator: true });
    expect(error.message).toContain('clock is 1800 s ahead');
    expect(service.heard).toHaveLength(2);
  });

  test('is suspected when a signature is refused by a service whose time is another', async () => {
    service.answer(refusedSignature(3_600_000), page());
    expect((await open({ signing: acs3 }).list({})).documents).toHaveLength(1);
  });

  test('is not the reason when the signature is refused with the right time, too: then it is the key', async () => {
    service.always(refusedSignature(3_600_000));
    expect(await failure({ signing: acs3 })).toMatchObject({ fault: 'credentials' });
    expect(service.heard).toHaveLength(2);
  });

  test('is not suspected when the times agree: then it is the key', async () => {
    service.always(refusedSignature(5_000));
    expect(await failure({ signing: acs3 })).toMatchObject({ fault: 'credentials' });
    expect(service.heard).toHaveLength(1);
  });
});

describe('searching contents', () => {
  const searching = () => open({ indexId: 'idx', retrieval: true });
  const nodes = (...Nodes: readonly unknown[]): PlainAnswer => ({
    body: { Success: true, RequestId: 'r', Data: { Nodes } },
  });

  test('is not there unless it is configured', async () => {
    const client = open({ indexId: 'idx' });
    expect(client.canRetrieve).toBe(false);
    const error = await rejection(client.retrieve({ query: 'x' }), ServiceError);
    expect(error).toMatchObject({ fault: 'not-found', code: 'RetrievalNotConfigured' });
  });

  test('sends the query and its limits', async () => {
    service.answer(nodes());
    const client = open({ indexId: 'idx', retrieval: true, signing: acs3 });
    await client.retrieve({ query: 'how?', count: 3, leastScore: 0.2 });
    expect(service.heard[0]).toMatchObject({ method: 'POST', path: '/ws%201/index/retrieve', body: '' });
    expect(query()).toEqual({
      IndexId: 'idx',
      Query: 'how?',
      RerankTopN: '3',
      RerankMinScore: '0.2',
    });
    expect(service.heard[0]?.headers['x-acs-action']).toBe('Retrieve');
  });

  test('gives passages, with metadata as an object or as JSON text, and scores from 0 to 1', async () => {
    service.answer(
      nodes(
        { Text: 'a', Score: 0.9, Metadata: { doc_name: 'x' } },
        { Text: 'b', Score: '0.5', Metadata: '{"doc_name":"y"}' },
        { Text: 'c', Score: 3, Metadata: 'not JSON' },
        { Text: ' ' },
        { Score: 1 },
      ),
    );
    const { passages } = await searching().retrieve({ query: 'q' });
    expect(passages).toEqual([
      { text: 'a', score: 0.9, metadata: { doc_name: 'x' } },
      { text: 'b', score: 0.5, metadata: { doc_name: 'y' } },
      { text: 'c', score: 1, metadata: {} },
    ]);
  });

  test.each([
    { query: '  ' },
    { query: 'q', count: 0 },
    { query: 'q', count: 21 },
    { query: 'q', leastScore: 0 },
    { query: 'q', leastScore: 1.1 },
  ])('with %j is refused before any call', async (parameters) => {
    const error = await rejection(searching().retrieve(parameters), ServiceError);
    expect(error).toMatchObject({ fault: 'invalid-request' });
    expect(service.heard).toEqual([]);
  });

  test('needs a knowledge base', async () => {
    const error = await rejection(open({ retrieval: true }).retrieve({ query: 'q' }), ServiceError);
    expect(error).toMatchObject({ fault: 'invalid-request' });
  });

  test('is only repeated when its turn comes again, which the first attempt had', async () => {
    service.answer({ status: 429, body: { Code: 'Throttling.User' } }, nodes({ Text: 'a' }));
    const turn = Promise.withResolvers<void>();
    const asked: (AbortSignal | undefined)[] = [];
    const gate = {
      take: async (signal?: AbortSignal) => {
        asked.push(signal);
        await turn.promise;
      },
    };
    const { signal } = new AbortController();
    const found = searching().retrieve({ query: 'a' }, signal, gate);
    await clock.until(() => asked.length === 1);
    expect(asked).toEqual([signal]);
    expect(service.heard).toHaveLength(1);
    turn.resolve();
    await found;
    expect([service.heard.length, asked.length]).toEqual([2, 1]);
  });

  test('may take a minute', async () => {
    service.always(() => undefined);
    const failed = rejection(searching().retrieve({ query: 'q' }), ServiceError);
    await eventually(() => service.heard.length === 1);
    await clock.advance(59_999);
    expect(clock.sleeping).toBe(1);
    await clock.advance(1);
    expect(await failed).toMatchObject({ fault: 'timeout' });
  });
});
