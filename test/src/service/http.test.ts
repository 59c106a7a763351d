import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError, type ServiceFault } from '../../../src/service/errors.ts';
import { ServiceHttp, type ServiceHttpOptions } from '../../../src/service/http.ts';
import { openProfile, type ServiceSettings } from '../../../src/service/profile.ts';
import { rejection } from '../../support/rejection.ts';
import { endless, ScriptedService } from '../../support/scripted-service.ts';
import { serviceSettings } from '../../support/service-settings.ts';

const anything = z.looseObject({});
const service = ScriptedService.forEachTest();
const opened: ServiceHttp[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((http) => http.close()));
});

function open(
  settings: Partial<ServiceSettings> = {},
  options: Partial<Omit<ServiceHttpOptions, 'profile'>> = {},
): ServiceHttp {
  const profile = openProfile(serviceSettings(service.url, settings));
  const http = new ServiceHttp({ profile, ...options });
  opened.push(http);
  return http;
}

const look = async (http = open()) => await http.call({ method: 'GET', path: '/x' }, anything);

async function failureOf(http: ServiceHttp, signal?: AbortSignal): Promise<ServiceError> {
  return await rejection(http.call({ method: 'POST', path: '/x', body: {}, signal }, anything), ServiceError);
}

describe('a request', () => {
  test('carries the key, the JSON and the headers of the service under its prefix', async () => {
    service.answer({ body: {} });
    const http = open({ headerPrefix: 'X-Other-', workspaceId: 'ws-1' });
    await http.call(
      {
        method: 'POST',
        path: '/api/v1/thing',
        query: { a: 'b c' },
        body: { prompt: 'é' },
        serviceHeaders: { Async: 'enable' },
      },
      anything,
    );
    const [heard] = service.heard;
    expect(heard).toMatchObject({
      method: 'POST',
      path: '/api/v1/thing',
      body: '{"prompt":"é"}',
      headers: {
        authorization: 'Bearer test-key',
        'content-type': 'application/json',
        'x-other-async': 'enable',
        'x-other-workspace': 'ws-1',
      },
    });
    expect(heard?.query.get('a')).toBe('b c');
  });

  test('without a workspace, names none', async () => {
    service.answer({ body: {} });
    await look();
    expect(service.heard[0]?.headers).not.toHaveProperty('x-service-workspace');
    expect(service.heard[0]?.headers).not.toHaveProperty('content-type');
  });

  test('that must be made only once gets a connection of its own', async () => {
    service.always({ body: {} });
    const http = open();
    await http.call({ method: 'GET', path: '/kept' }, anything);
    await http.call({ method: 'POST', path: '/once', once: true }, anything);
    expect(service.heard.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
  });

  test('is made exactly once, whatever the answer', async () => {
    service.always({ status: 503, body: { code: 'ModelUnavailable' } });
    await failureOf(open());
    expect(service.heard).toHaveLength(1);
  });

  test('does not follow a redirect, which would carry the key elsewhere', async () => {
    service.answer({ status: 307, headers: { location: '/elsewhere' }, body: {} });
    expect(await failureOf(open())).toMatchObject({ fault: 'unreachable', code: 'Redirected' });
    expect(service.heard).toHaveLength(1);
  });

  test.each([
    ['https://portal.test/log-in?next=secret', 'https://portal.test/log-in'],
    ['/elsewhere?x=1', 'SERVICE/elsewhere'],
    ['http://[', 'somewhere else'],
  ])('that is redirected to %j names the place for the operator', async (location, named) => {
    service.answer({ status: 308, headers: { location }, body: {} });
    const error = await failureOf(open());
    expect(error.message).toContain(named.replace('SERVICE', service.url));
    expect(error.message).not.toContain('secret');
    expect(error).toMatchObject({ needsOperator: true, nothingHappened: true });
  });

  test('asks for nothing compressed, since nobody here unpacks it', async () => {
    service.answer({ body: {} });
    await look();
    expect(service.heard[0]?.headers['accept-encoding']).toBe('identity');
  });
});

describe('an answer', () => {
  test('is what the schema makes of it, with the request id of its body', async () => {
    service.answer({ body: { request_id: 'req-1', n: 4, extra: true } });
    const answer = await open().call({ method: 'GET', path: '/x' }, z.looseObject({ n: z.number() }));
    expect(answer).toMatchObject({ body: { n: 4 }, requestId: 'req-1' });
  });

  test.each(['x-request-id', 'x-service-request-id'])('may have its request id in %s', async (header) => {
    service.answer({ headers: { [header]: 'req-2' }, body: {} });
    expect((await look()).requestId).toBe('req-2');
  });

  test.each([
    ['InvalidParameter', 'invalid-request', true],
    ['Arrearage', 'arrears', true],
    ['SomethingNew', 'invalid-request', true],
    ['InternalError', 'server', false],
    ['RequestTimeOut', 'timeout', false],
  ])('with HTTP 200, the code %s and no result is a refusal', async (code, fault, nothingHappened) => {
    service.answer({ body: { code, message: 'no', request_id: 'req-3' } });
    const error = await failureOf(open());
    expect(error).toMatchObject({ fault, code, status: 200, nothingHappened, requestId: 'req-3' });
  });

  test.each([
    [{ code: '', message: '' }],
    [{ code: '200', message: 'Success' }],
    [{ code: 'OK', request_id: 'r' }],
    [{ code: 'Warning', message: 'slow', output: { task_id: 't' } }],
    [{ code: 'Warning', data: [] }],
  ])('with HTTP 200 and %j is none', async (body) => {
    service.answer({ body });
    expect((await look()).body).toEqual(body);
  });

  test('whose request id is not one has none', async () => {
    service.answer({ body: { request_id: '@everyone <b>' } });
    expect((await look()).requestId).toBeUndefined();
  });
});

/** Field notes 5 and document 1, "Errors": status, code → family, may a query be repeated, may a creation? */
const refusals: readonly [number, string, ServiceFault, boolean, boolean, boolean][] = [
  [400, 'InvalidParameter', 'invalid-request', false, false, true],
  [400, 'DataInspectionFailed', 'moderation', false, false, true],
  [400, 'InvalidURL.Timeout', 'invalid-media', false, false, true],
  [400, 'InvalidFile.Size', 'invalid-media', false, false, true],
  [400, 'BadRequest.TooLarge', 'invalid-request', false, false, true],
  [400, 'Arrearage', 'arrears', false, false, true],
  [400, 'UnsupportedOperation', 'too-late', false, false, true],
  [401, 'InvalidApiKey', 'credentials', false, false, true],
  [403, 'AccessDenied', 'access', false, false, true],
  [403, 'Model.AccessDenied', 'access', false, false, true],
  [403, 'AllocationQuota.FreeTierOnly', 'arrears', false, false, true],
  [404, 'ModelNotFound', 'not-found', false, false, true],
  [404, 'WorkSpaceNotFound', 'not-found', false, false, true],
  [408, 'RequestTimeOut', 'timeout', true, false, false],
  [429, 'Throttling.RateQuota', 'throttled', true, true, true],
  [429, 'PrepaidBillOverdue', 'arrears', false, false, true],
  [429, 'PostpaidBillOverdue', 'arrears', false, false, true],
  [429, 'CommodityNotPurchased', 'arrears', false, false, true],
  [500, 'InternalError.Algo', 'server', true, false, false],
  [500, 'SystemError', 'server', true, false, false],
  [500, 'RequestTimeOut', 'timeout', true, false, false],
  [503, 'ModelUnavailable', 'server', true, false, false],
];

test.each(refusals)(
  'HTTP %i %s is %s; repeat a query: %s, a creation: %s; nothing happened: %s',
  async (status, code, fault, retryable, creationMayRepeat, nothingHappened) => {
    service.answer({ status, body: { code, message: 'in their words', request_id: 'req-9' } });
    expect(await failureOf(open())).toMatchObject({
      fault,
      code,
      status,
      retryable,
      creationMayRepeat,
      nothingHappened,
      requestId: 'req-9',
      providerMessage: 'in their words',
    });
  },
);

test.each(['', '<html>408 Request Time-out</html>', { code: 'Nothing.Known', message: 'x' }])(
  'HTTP 408 does not tell whether anything happened, whatever stands in it: %j',
  async (body) => {
    service.answer({ status: 408, body });
    expect(await failureOf(open())).toMatchObject({
      fault: 'timeout',
      nothingHappened: false,
      creationMayRepeat: false,
    });
  },
);

describe('a refusal', () => {
  test('of the key tells the operator that keys belong to a region', async () => {
    service.answer({ status: 401, body: { code: 'InvalidApiKey' } });
    const error = await failureOf(open());
    expect(error.message).toMatch(/bound to a region.*singapore/);
    expect(error.needsOperator).toBe(true);
  });

  test.each([
    [404, 'ModelNotFound', true],
    [404, 'WorkSpaceNotFound', true],
    [404, 'TaskNotFound', false],
    [403, 'AccessDenied', true],
    [400, 'Arrearage', true],
    [400, 'InvalidParameter', false],
  ])('HTTP %i %s needs the operator: %s', async (status, code, needsOperator) => {
    service.answer({ status, body: { code } });
    expect((await failureOf(open())).needsOperator).toBe(needsOperator);
  });

  test('says how long to wait, where the service does', async () => {
    service.answer({ status: 429, headers: { 'retry-after': '3' }, body: { code: 'Throttling' } });
    expect((await failureOf(open())).retryAfterMs).toBe(3_000);
  });

  test('in the words of a gateway is understood by its status', async () => {
    service.answer(
      { status: 429, body: '<html>slow down</html>' },
      { status: 502, body: '<html>bad</html>' },
    );
    const http = open();
    expect(await failureOf(http)).toMatchObject({ fault: 'throttled', creationMayRepeat: true });
    expect(await failureOf(http)).toMatchObject({ fault: 'server', nothingHappened: false, code: 'Http502' });
  });

  test('that nobody can read is malformed, and nothing is concluded from it', async () => {
    service.answer({ status: 400, body: '<html>what?</html>' });
    expect(await failureOf(open())).toMatchObject({ fault: 'malformed', nothingHappened: false });
  });

  test('shows neither key nor provider text in its message', async () => {
    service.answer({ status: 400, body: { code: 'InvalidParameter', message: 'your prompt was …' } });
    const error = await failureOf(open());
    expect(error.message).not.toMatch(/test-key|your prompt/);
  });
});

describe('an answer that is none', () => {
  test.each([
    ['an HTML page', { body: '<html>hello</html>' }],
    ['broken JSON', { body: '{"output": {', headers: { 'content-type': 'application/json' } }],
    ['nothing at all', { body: '' }],
    ['JSON without the fields', { body: { other: 1 } }],
    ['JSON of another shape', { body: [1, 2] }],
  ])('%s is malformed: who knows what happened', async (_, answer) => {
    service.answer(answer);
    const call = open().call({ method: 'POST', path: '/x' }, z.looseObject({ needed: z.string() }));
    expect(await rejection(call, ServiceError)).toMatchObject({
      fault: 'malformed',
      nothingHappened: false,
      retryable: true,
      creationMayRepeat: false,
    });
  });

  test('an answer without end is cut off', async () => {
    service.answer(endless);
    expect(await failureOf(open({}, { maxAnswerBytes: 100_000 }))).toMatchObject({
      fault: 'malformed',
      code: 'AnswerTooLarge',
      nothingHappened: false,
    });
  });
});

describe('a connection', () => {
  test('that is refused leaves nothing behind', async () => {
    const baseUrl = await ScriptedService.addressOfNobody();
    expect(await failureOf(open({ baseUrl }))).toMatchObject({
      fault: 'unreachable',
      message: expect.stringMatching(/: ECONNREFUSED$/),
      nothingHappened: true,
      retryable: true,
      creationMayRepeat: false,
    });
  });

  test('to a name that does not exist leaves nothing behind', async () => {
    // Too long for a label: no resolver asks the network about it.
    const baseUrl = `http://${'a'.repeat(80)}.invalid`;
    const unreachable = { fault: 'unreachable', nothingHappened: true };
    expect(await failureOf(open({ baseUrl }))).toMatchObject(unreachable);
  });

  test('that is lost after the request went out may have had its effect', async () => {
    service.answer((response) => response.socket?.destroy());
    expect(await failureOf(open())).toMatchObject({ fault: 'unreachable', nothingHappened: false });
  });

  test('that is lost within the answer may have had its effect', async () => {
    service.answer((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"output"', () => response.socket?.destroy());
    });
    expect(await failureOf(open())).toMatchObject({ fault: 'unreachable', nothingHappened: false });
  });
});

describe('a call that takes too long', () => {
  test('after it was sent may have had its effect', async () => {
    const late = new AbortController();
    service.answer(() => late.abort());
    expect(await failureOf(open({}, { deadline: () => late.signal }))).toMatchObject({
      fault: 'timeout',
      nothingHappened: false,
      retryable: true,
      creationMayRepeat: false,
    });
  });

  test('while its connection is still being made surely had none', async () => {
    const late = new AbortController();
    // Accepts, and then never answers the TLS greeting.
    const sockets: Socket[] = [];
    const mute = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => late.abort());
    });
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const baseUrl = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const http = open({ baseUrl }, { deadline: () => late.signal });
    expect(await failureOf(http)).toMatchObject({ fault: 'timeout', nothingHappened: true });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });

  test('is ended by its own time-out', async () => {
    service.answer(() => undefined);
    expect(await failureOf(open({ timeoutMs: 30 }))).toMatchObject({ fault: 'timeout' });
  });
});

describe('a call that its caller gives up', () => {
  test('before it is made is not made', async () => {
    const error = await failureOf(open(), AbortSignal.abort());
    expect(error).toMatchObject({ fault: 'aborted', nothingHappened: true, retryable: false });
    expect(service.heard).toEqual([]);
  });

  test('after it was sent may have had its effect', async () => {
    const caller = new AbortController();
    service.answer(() => caller.abort());
    const error = await failureOf(open(), caller.signal);
    expect(error).toMatchObject({ fault: 'aborted', nothingHappened: false });
  });
});
