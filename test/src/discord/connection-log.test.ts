import { expect, test } from 'vitest';
import { ConnectionLog } from '../../../src/discord/connection-log.ts';
import { recordingLog } from '../../support/fake-log.ts';

const it = test.extend('connection', () => connection());

function connection() {
  const { log, lines } = recordingLog();
  let now = 0;
  const parts = new ConnectionLog({ log, now: () => now });
  /** As discord.js does it: twice a second. */
  const failFor = (seconds: number, error?: Error) => {
    for (let step = 0; step < seconds * 2; step += 1) {
      if (error) parts.failed(0, error);
      parts.reconnecting(0);
      now += 500;
    }
  };
  return { parts, failFor, lines };
}

const noName = Object.assign(new Error('getaddrinfo ENOTFOUND gateway.discord.gg'), { code: 'ENOTFOUND' });

it('a blip is two lines', ({ connection: { parts, failFor, lines } }) => {
  failFor(2);
  parts.back(0, { replayed: 3 });
  expect(lines).toMatchObject([
    { level: 'info', msg: 'connection lost, reconnecting' },
    { level: 'info', msg: 'connection resumed', replayed: 3 },
  ]);
});

it('a night without the gateway is an error with its reason, and no flood', () => {
  const { parts, failFor, lines } = connection();
  failFor(8 * 3_600, noName);
  parts.back(0);
  expect(lines).toMatchObject([
    { level: 'warn', msg: 'connection error', err: { code: 'ENOTFOUND' } },
    { level: 'info', msg: 'connection lost, reconnecting' },
    { level: 'error', msg: expect.stringContaining('offline'), reasons: ['ENOTFOUND'], offlineMs: 60_000 },
    { level: 'info', msg: 'the bot is online again', offlineMs: 8 * 3_600_000 },
  ]);
});

it('the next time is told again', ({ connection: { parts, failFor, lines } }) => {
  for (let night = 0; night < 2; night += 1) {
    failFor(70);
    parts.back(0);
  }
  expect(lines.map(({ level }) => level)).toEqual(['info', 'error', 'info', 'info', 'error', 'info']);
});

it('each shard is told by itself', ({ connection: { parts, lines } }) => {
  parts.reconnecting(0);
  parts.reconnecting(1);
  expect(lines.map(({ shard }) => shard)).toEqual([0, 1]);
});
