import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import { type ConnectionState, GatewayClient } from '../../../../sandbox/console/page/client/gateway.ts';
import { FakeSchedule } from '../../support/fake-schedule.ts';
import { type GatewayLink, ScriptedGateway } from '../../support/scripted-gateway.ts';

const test = base.extend('line', () => signIn());

const [dispatch, heartbeat, identify, resume, reconnect, invalidSession, hello, ack] = [
  0, 1, 2, 6, 7, 9, 10, 11,
];

let server: ScriptedGateway;
let timers: FakeSchedule;
let client: GatewayClient;
let events: string[];
let states: ConnectionState[];
let changed: (() => void)[];

beforeEach(async () => {
  server = await ScriptedGateway.start();
  timers = new FakeSchedule();
  events = [];
  states = [];
  changed = [];
  client = new GatewayClient({
    url: server.url,
    token: 'person-token',
    schedule: timers.schedule,
    random: () => 0.5,
    onDispatch: (event) => {
      events.push(event);
      wake();
    },
    onState: (state) => {
      states.push(state);
      wake();
    },
  });
});

afterEach(async () => {
  client.close();
  await server.close();
});

function wake(): void {
  for (const listener of changed.splice(0)) listener();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => changed.push(resolve));
}

const stateIs = (kind: ConnectionState['kind']) => until(() => states.at(-1)?.kind === kind);

/** Connects and identifies; the session is called `s1` and the sequence stands at 1. */
async function signIn(): Promise<GatewayLink> {
  client.connect();
  const line = await server.connection();
  line.send(hello, { heartbeat_interval: 40_000 });
  await line.next();
  line.send(dispatch, { session_id: 's1', resume_gateway_url: server.url }, 1, 'READY');
  await stateIs('ready');
  return line;
}

test('identifies with the token after Hello, on version 10', async () => {
  client.connect();
  const line = await server.connection();
  line.send(hello, { heartbeat_interval: 40_000 });
  expect(await line.next()).toMatchObject({ op: identify, d: { token: 'person-token' } });
  expect(line.path).toBe('/gateway?v=10&encoding=json');
});

test('hands events on and knows the session', async ({ line }) => {
  line.send(dispatch, {}, 2, 'MESSAGE_CREATE');
  await until(() => events.length === 2);
  expect(events).toEqual(['READY', 'MESSAGE_CREATE']);
  expect(client.sessionId).toBe('s1');
});

describe('heartbeats', () => {
  test('carry the last sequence, first after a part of the interval, then after each', async ({ line }) => {
    timers.advance(20_000);
    expect(await line.next()).toEqual({ op: heartbeat, d: 1 });
    line.send(ack);
    line.send(dispatch, {}, 5, 'TYPING_START');
    await until(() => events.length === 2);
    timers.advance(40_000);
    expect(await line.next()).toEqual({ op: heartbeat, d: 5 });
  });

  test('are sent at once when the gateway asks', async ({ line }) => {
    line.send(heartbeat);
    expect(await line.next()).toEqual({ op: heartbeat, d: 1 });
  });

  test('without an answer mean a dead connection, which is replaced and resumed', async ({ line }) => {
    timers.advance(20_000);
    await line.next();
    timers.advance(40_000);
    timers.advance(0);
    const second = await server.connection();
    expect(await line.closed).toBe(4900);
    second.send(hello, { heartbeat_interval: 40_000 });
    expect((await second.next()).op).toBe(resume);
  });
});

describe('a lost connection', () => {
  test('is resumed where it was left', async ({ line }) => {
    line.socket.terminate();
    await stateIs('waiting');
    timers.advance(500);
    const second = await server.connection();
    second.send(hello, { heartbeat_interval: 40_000 });
    expect(await second.next()).toEqual({
      op: resume,
      d: { token: 'person-token', session_id: 's1', seq: 1 },
    });
    second.send(dispatch, {}, 2, 'RESUMED');
    await stateIs('ready');
  });

  test('is tried again after longer and longer waits, and after success from the beginning', async () => {
    const line = await signIn();
    let current = line;
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const before = states.length;
      current.socket.terminate();
      await until(() => states.slice(before).some((state) => state.kind === 'waiting'));
      const state = states.at(-1);
      if (state?.kind === 'waiting') waits.push(state.retryInMs);
      timers.advance(15_000);
      current = await server.connection();
    }
    expect(waits).toEqual([375, 750, 1500, 3000]);
  });

  test('that the gateway asks for is made without waiting', async ({ line }) => {
    line.send(reconnect);
    await stateIs('waiting');
    expect(timers.pendingMs).toEqual([0]);
    timers.advance(0);
    await server.connection();
  });
});

describe('an invalid session', () => {
  test('that may not be resumed is started over after a pause', async ({ line }) => {
    line.send(invalidSession, false);
    await stateIs('waiting');
    expect(timers.pendingMs).toEqual([3000]);
    timers.advance(3000);
    const second = await server.connection();
    second.send(hello, { heartbeat_interval: 40_000 });
    expect((await second.next()).op).toBe(identify);
  });

  test('that may be resumed is', async ({ line }) => {
    line.send(invalidSession, true);
    await stateIs('waiting');
    timers.advance(3000);
    const second = await server.connection();
    second.send(hello, { heartbeat_interval: 40_000 });
    expect((await second.next()).op).toBe(resume);
  });

  test.each([4007, 4009])('by close code %d is started over', async (code) => {
    const line = await signIn();
    line.socket.close(code);
    await stateIs('waiting');
    timers.advance(15_000);
    const second = await server.connection();
    second.send(hello, { heartbeat_interval: 40_000 });
    expect((await second.next()).op).toBe(identify);
  });
});

test('a refused token is final', async () => {
  client.connect();
  const line = await server.connection();
  line.socket.close(4004, 'Authentication failed.');
  await stateIs('refused');
  expect(states.at(-1)).toEqual({ kind: 'refused', code: 4004, reason: 'Authentication failed.' });
  expect(timers.pendingMs).toEqual([]);
});

test('closing ends everything: no timer is left and nothing connects again', async ({ line }) => {
  client.close();
  expect(await line.closed).toBe(1000);
  expect(timers.pendingMs).toEqual([]);
  expect(client.state.kind).toBe('closed');
});

test('frames that are no gateway payloads are ignored', async ({ line }) => {
  line.socket.send('not json');
  line.socket.send('[]');
  line.send(99, {});
  line.send(dispatch, {}, 2, 'MESSAGE_CREATE');
  await until(() => events.length === 2);
  expect(client.state.kind).toBe('ready');
});

test('a wish to join voice goes out as op 4, and only into a session that can grant it', async () => {
  const wish = { guild_id: '10', channel_id: '20', self_mute: false, self_deaf: false };
  client.updateVoice({ ...wish, channel_id: 'too early' });
  const line = await signIn();
  client.updateVoice(wish);
  expect(await line.next()).toEqual({ op: 4, d: wish });
});
