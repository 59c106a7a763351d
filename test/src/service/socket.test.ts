import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { openProfile, type ServiceSettings } from '../../../src/service/profile.ts';
import type {
  ServiceSocket,
  SocketEvent,
  SocketGoodbye,
  SocketOptions,
} from '../../../src/service/socket.ts';
import { openSocket } from '../../../src/service/socket-opening.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { rejection } from '../../support/rejection.ts';
import { ScriptedService } from '../../support/scripted-service.ts';
import { type HeardConnection, refuseUpgrade, ScriptedSocket } from '../../support/scripted-socket.ts';
import { serviceSettings } from '../../support/service-settings.ts';

const test = base.extend('socket', () => open()).extend('heard', () => openHeard());

let service: ScriptedSocket;
let clock: FakeClock;
const opened: ServiceSocket[] = [];

beforeEach(async () => {
  service = await ScriptedSocket.start();
  clock = new FakeClock();
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.close();
  await service[Symbol.asyncDispose]();
});

async function open(
  options: Partial<SocketOptions> = {},
  settings: Partial<ServiceSettings> = {},
): Promise<ServiceSocket> {
  const profile = openProfile(serviceSettings(service.url, settings));
  const socket = await openSocket({ profile, path: '/live', clock, ...options });
  opened.push(socket);
  return socket;
}

/** The same, and what it receives. */
async function openHeard() {
  const receiver = recorder();
  return { receiver, socket: await open({ receiver }) };
}

async function failure(options: Partial<SocketOptions> = {}): Promise<ServiceError> {
  return await rejection(open(options), ServiceError);
}

function recorder() {
  const heard: (string | Uint8Array)[] = [];
  const lost: { error: ServiceError; closed: SocketGoodbye | undefined }[] = [];
  const receive = (event: SocketEvent) => {
    if (event.is === 'text') heard.push(event.text);
    else if (event.is === 'binary') heard.push(event.bytes);
    else lost.push({ error: event.error, closed: event.closed });
  };
  return Object.assign(receive, { heard, lost });
}

function only(): HeardConnection {
  const [connection] = service.connections;
  if (!connection) throw new Error('nobody connected');
  return connection;
}

describe('the upgrade', () => {
  test('carries the key and the workspace in headers, nothing of them in the address, and no sub-protocol', async () => {
    await open({ query: { model: 'a b' } }, { workspaceId: 'ws-1', headerPrefix: 'X-Other-' });
    expect(only().headers).toMatchObject({ authorization: 'Bearer test-key', 'x-other-workspace': 'ws-1' });
    expect(only().headers).not.toHaveProperty('sec-websocket-protocol');
    expect([only().url.pathname, only().url.search]).toEqual(['/live', '?model=a+b']);
  });

  test('goes to the socket address of the profile, with its path', async () => {
    await open({}, { socketUrl: `${service.url.replace('http', 'ws')}/proxy/` });
    expect(only().url.pathname).toBe('/proxy/live');
  });

  test('names no workspace when none is set', async () => {
    await open();
    expect(only().headers).not.toHaveProperty('x-service-workspace');
  });

  test.each([
    [401, { code: 'InvalidApiKey', message: 'no' }, 'credentials', 'InvalidApiKey'],
    [401, {}, 'credentials', 'Http401'],
    [403, { code: 'AccessDenied' }, 'access', 'AccessDenied'],
    [403, {}, 'access', 'Http403'],
  ])(
    'refused with HTTP %s and %j is for the operator, and not tried again',
    async (status, body, fault, code) => {
      service.refusals.push(refuseUpgrade(status, body));
      const error = await failure();
      expect(error).toMatchObject({ fault, code, status, needsOperator: true, retryable: false });
    },
  );

  test('refused because of the key tells that keys belong to a region', async () => {
    service.refusals.push(refuseUpgrade(401, {}));
    expect((await failure()).message).toContain('bound to a region, is this one of singapore?');
  });

  test.each([
    [429, 'throttled'],
    [503, 'server'],
  ])('refused with HTTP %s may be tried again', async (status, fault) => {
    service.refusals.push(refuseUpgrade(status, { request_id: 'r-1' }));
    expect(await failure()).toMatchObject({ fault, retryable: true, requestId: 'r-1' });
  });

  test('that leads elsewhere is not followed', async () => {
    service.refusals.push((socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nlocation: ${service.url}/other\r\ncontent-length: 0\r\n\r\n`),
    );
    const error = await failure();
    expect(error).toMatchObject({ fault: 'unreachable', code: 'Redirected', needsOperator: true });
    expect(error.message).toContain(`${service.url}/other`);
    expect(service.connections).toEqual([]);
  });

  test('asks for no compressed refusal, since nobody here unpacks it', async () => {
    await open();
    expect(only().headers['accept-encoding']).toBe('identity');
  });

  test('without an answer is given up after 15 seconds', async () => {
    service.refusals.push(() => undefined);
    const failed = failure();
    await eventually(() => service.refusals.length === 0);
    await clock.advance(14_999);
    expect(clock.sleeping).toBe(1);
    await clock.advance(1);
    const inTime = { fault: 'timeout', code: 'NoConnectionInTime', nothingHappened: true };
    expect(await failed).toMatchObject(inTime);
  });

  test('stops when its caller no longer wants it', async () => {
    const stop = new AbortController();
    service.refusals.push(() => undefined);
    const failed = failure({ signal: stop.signal });
    await eventually(() => service.refusals.length === 0);
    stop.abort();
    expect(await failed).toMatchObject({ fault: 'aborted', nothingHappened: true });
    expect(await failure({ signal: stop.signal })).toMatchObject({ fault: 'aborted' });
    expect(clock.sleeping).toBe(0);
  });

  test('to an address where nobody listens is unreachable', async () => {
    const profile = openProfile(serviceSettings(await ScriptedService.addressOfNobody()));
    const error = await rejection(openSocket({ profile, path: '/live', clock }), ServiceError);
    expect(error).toMatchObject({ fault: 'unreachable', code: 'ConnectionFailed', nothingHappened: true });
  });

  test('never puts the key into an error', async () => {
    service.refusals.push(refuseUpgrade(401, { message: 'no such key' }));
    const error = await failure();
    const shown = JSON.stringify([error.message, error.stack, error, String(error.cause)]);
    expect(shown).not.toContain('test-key');
  });
});

describe('messages', () => {
  test('reach the receiver of the moment, text as text and bytes as bytes', async () => {
    const first = recorder();
    const second = recorder();
    const socket = await open({ receiver: first });
    only().socket.send('{"é":1}');
    only().socket.send(Buffer.from([1, 2]));
    await eventually(() => first.heard.length === 2);
    socket.receive(second);
    only().socket.send('later');
    await eventually(() => second.heard.length === 1);
    expect(first.heard).toEqual(['{"é":1}', Buffer.from([1, 2])]);
    expect(second.heard).toEqual(['later']);
  });

  test('that come with the connection are not missed', async () => {
    service.onConnection = (connection) => connection.socket.send('hello');
    const { receiver } = await openHeard();
    await eventually(() => receiver.heard.length === 1);
  });

  test('beyond the size limit end the connection', async ({ heard: { receiver } }) => {
    only().socket.send('x'.repeat(1024 * 1024 + 1));
    await eventually(() => receiver.lost.length > 0);
    expect(receiver.lost).toMatchObject([{ error: { fault: 'malformed', code: 'UnreadableMessage' } }]);
  });

  test('wait while the reader does', async ({ heard: { receiver, socket } }) => {
    socket.pause();
    only().socket.send('a');
    await answered(only(), socket);
    expect(receiver.heard).toEqual([]);
    socket.resume();
    await eventually(() => receiver.heard.length === 1);
  });
});

describe('sending', () => {
  test('is JSON, in order', async ({ socket }) => {
    expect([socket.send({ a: 1 }), socket.send({ b: 2 })]).toEqual([true, true]);
    await eventually(() => only().messages.length === 2);
    expect(only().messages).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test('on a closed connection sends nothing and says so', async ({ socket }) => {
    socket.close();
    expect([socket.open, socket.send({})]).toEqual([false, false]);
    await eventually(() => only().closed !== undefined);
    expect(only()).toMatchObject({ messages: [], closed: { code: 1000 } });
  });

  test('to somebody who stopped reading ends the connection instead of filling the memory', async () => {
    const { receiver, socket } = await openHeard();
    only().socket.pause();
    const big = 'x'.repeat(1_000_000);
    for (let sent = 0; sent < 50 && socket.send({ big }); sent += 1) await new Promise(setImmediate);
    expect(receiver.lost).toMatchObject([{ error: { fault: 'unreachable', code: 'NotReadByService' } }]);
  });
});

describe('the end', () => {
  test.each([
    [1007, 'Model not found: x', 'not-found', 'ModelNotFound', false],
    [1007, 'Access denied for this model', 'access', 'AccessDenied', false],
    [1007, 'Invalid API-key provided', 'credentials', 'InvalidApiKey', false],
    [1007, 'account is in arrears', 'arrears', 'Arrearage', false],
    [1007, 'The free tier of the model has been exhausted', 'arrears', 'AllocationQuota.FreeTierOnly', false],
    [1007, 'The model is overloaded, try again', 'invalid-request', 'Closed1007', false],
    [1007, 'response_idle_timeout', 'invalid-request', 'Closed1007', false],
    [1011, 'internal', 'server', 'Closed1011', true],
    [1013, 'later', 'throttled', 'Closed1013', true],
    [1000, '', 'unreachable', 'ConnectionLost', true],
    [4000, '', 'unreachable', 'ConnectionLost', true],
  ])('with %i %j is %s', async (closeCode, reason, fault, code, retryable) => {
    const { receiver, socket } = await openHeard();
    only().socket.close(closeCode, reason);
    await eventually(() => receiver.lost.length > 0);
    expect(receiver.lost[0]).toMatchObject({
      error: { fault, code, retryable },
      closed: { code: closeCode, reason },
    });
    expect(socket.over.aborted).toBe(true);
  });

  test('without a goodbye is a lost connection', async ({ heard: { receiver } }) => {
    only().socket.terminate();
    await eventually(() => receiver.lost.length > 0);
    expect(receiver.lost).toMatchObject([{ error: { fault: 'unreachable', code: 'ConnectionLost' } }]);
  });

  test('that we chose is told to nobody', async ({ heard: { receiver, socket } }) => {
    socket.close();
    socket.close();
    await eventually(() => only().closed !== undefined);
    expect(receiver.lost).toEqual([]);
  });
});

describe('a silent connection', () => {
  /** To a service that has been asked for a sign of life, and gives none by itself. */
  const askedInVain = async () => {
    await service[Symbol.asyncDispose]();
    service = await ScriptedSocket.start(false);
    const opened = await openHeard();
    await clock.advance(20_000);
    await eventually(() => only().pings === 1);
    return opened;
  };

  test('is asked for a sign of life and lives on when it gives one', async ({ heard: { receiver } }) => {
    await clock.advance(20_000);
    await eventually(() => only().pings === 1);
    expect(receiver.lost).toEqual([]);
  });

  test('that gives none is lost', async () => {
    const { receiver } = await askedInVain();
    await clock.advance(20_000);
    expect(receiver.lost).toMatchObject([{ error: { fault: 'unreachable', code: 'NoSignOfLife' } }]);
  });

  test('whose answer waits behind a reader that paused until just now is not lost', async () => {
    const { receiver, socket } = await askedInVain();
    socket.pause();
    await clock.advance(19_999);
    socket.resume();
    await clock.advance(1);
    expect(receiver.lost).toEqual([]);
  });
});

/** Everything that was sent before has arrived: the other direction answered. */
async function answered(connection: HeardConnection, socket: ServiceSocket): Promise<void> {
  socket.send({ done: true });
  await eventually(() => connection.messages.length > 0);
}

test('why it was closed while nobody listened is kept for the next who sends', async ({ socket }) => {
  only().socket.close(1007, 'Access denied for this model');
  await eventually(() => socket.lostBecause !== undefined);
  expect(socket.open).toBe(false);
  expect(socket.lostBecause).toMatchObject({ fault: 'access', code: 'AccessDenied', needsOperator: true });
  const mine = await open();
  mine.close();
  expect(mine.lostBecause).toBeUndefined();
});

test('a thousand messages that come at once have a turn of the event loop each', async () => {
  let turn = 0;
  let listening = true;
  const count = () => {
    turn += 1;
    if (listening) setImmediate(count);
  };
  count();
  const turns: number[] = [];
  await open({ receiver: ({ is }) => (is === 'text' ? turns.push(turn) : undefined) });
  for (let sent = 0; sent < 1_000; sent += 1) only().socket.send('x');
  await eventually(() => turns.length === 1_000);
  listening = false;
  const most = Math.max(
    ...Map.groupBy(turns, (each) => each)
      .values()
      .map(({ length }) => length),
  );
  expect(most).toBeLessThanOrEqual(4);
});
