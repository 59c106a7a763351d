import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { openProfile } from '../../../../src/service/profile.ts';
import { openSocket } from '../../../../src/service/socket-opening.ts';
import { SocketPool } from '../../../../src/service/synthesis/socket-pool.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { refuseUpgrade, ScriptedSocket } from '../../../support/scripted-socket.ts';
import { serviceSettings } from '../../../support/service-settings.ts';

const noSignal = new AbortController().signal;
let service: ScriptedSocket;
let clock: FakeClock;
let pool: SocketPool;
let attempts: number;
let failures: number;

beforeEach(async () => {
  service = await ScriptedSocket.start();
  clock = new FakeClock();
  attempts = 0;
  failures = 0;
  const profile = openProfile(serviceSettings(service.url));
  pool = new SocketPool({
    connect: async (signal) => {
      attempts += 1;
      try {
        return await openSocket({ profile, path: '/x', clock, signal });
      } catch (error) {
        failures += 1;
        throw error;
      }
    },
    clock,
    log: silentLog,
    warmForMs: 600_000,
  });
});

afterEach(async () => {
  pool.close();
  await service[Symbol.asyncDispose]();
});

const untilIdle = async (count = 1) => await eventually(() => pool.idle === count, `${count} that wait`);
const take = async (fresh = false) => await pool.take(fresh, noSignal);
/** As somebody who will speak soon. */
const warmed = async () => {
  pool.warm();
  await untilIdle();
};
const open = () => service.connections.filter(({ closed }) => !closed).length;

test('a socket that was given back is lent again', async () => {
  const first = await take();
  await untilIdle();
  pool.giveBack(first);
  expect(await take()).toBe(first);
});

test('a spare one is opened as soon as one is lent', async () => {
  await take();
  await untilIdle();
  const before = attempts;
  await take();
  expect(before).toBe(2);
});

test('at most two wait', async () => {
  const taken = [await take(true), await take(true), await take(true)];
  await untilIdle();
  for (const socket of taken) pool.giveBack(socket);
  expect(pool.idle).toBe(2);
  await eventually(() => open() === 2);
});

test('one that waits is replaced after 45 seconds, while somebody may need it', async () => {
  await warmed();
  await clock.advance(44_999);
  expect(service.connections).toHaveLength(1);
  await clock.advance(1);
  await eventually(() => service.connections.length === 2 && pool.idle === 1 && open() === 1);
});

test('none is replaced when nothing was said for ten minutes', async () => {
  await warmed();
  for (let minute = 0; minute < 11; minute += 1) {
    await clock.advance(60_000);
    await eventually(() => pool.idle === 1 || minute >= 9);
  }
  await eventually(() => pool.idle === 0 && open() === 0);
});

test('a lent one is not taken away, and begins a new term when it comes back', async () => {
  const socket = await take();
  await untilIdle();
  pool.giveBack(socket);
  await clock.advance(44_000);
  expect(await take()).toBe(socket);
  await clock.advance(2_000);
  expect(socket.open).toBe(true);
  pool.giveBack(socket);
  await clock.advance(44_999);
  expect(socket.open).toBe(true);
});

test('one that the service closed is not lent', async () => {
  await warmed();
  service.connections[0]?.socket.terminate();
  await eventually(() => service.connections.length === 2 && pool.idle === 1);
  expect((await take()).open).toBe(true);
});

test('a fresh one is newly connected, and those that wait are dismissed', async () => {
  await warmed();
  await take(true);
  await eventually(() => service.connections[0]?.closed !== undefined);
  expect(service.connections.length).toBeGreaterThan(1);
});

test('a spare one that cannot be had is tried for again, later and later', async () => {
  service.refusals.push(refuseUpgrade(503, {}), refuseUpgrade(503, {}));
  pool.warm();
  await eventually(() => failures === 1);
  await clock.advance(1_000);
  await eventually(() => failures === 2);
  await clock.advance(2_000);
  await untilIdle();
});

test('a spare one that only the operator can help to is not tried for again', async () => {
  service.refusals.push(refuseUpgrade(401, {}));
  pool.warm();
  await eventually(() => failures === 1 && clock.sleeping === 0);
  await clock.advance(60_000);
  expect(attempts).toBe(1);
});

test('closing closes those that wait and lends no more', async () => {
  const lent = await take();
  await untilIdle();
  pool.close();
  pool.giveBack(lent);
  await eventually(() => open() === 0);
  await expect(take()).rejects.toBeInstanceOf(ServiceError);
});
