import { DefaultRestOptions, REST } from 'discord.js';
import { expect, it } from 'vitest';
import { discordToAnswer } from '../../../src/discord/first-contact.ts';
import { LoginError } from '../../../src/discord/login.ts';
import { discordsOwnAnswers } from '../../../src/discord/requests.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

type Answer = Error | (() => Response);

const noNetwork = Object.assign(new Error('getaddrinfo EAI_AGAIN discord.com'), { code: 'EAI_AGAIN' });
const page = () => new Response('<h1>Log in</h1>', { status: 403, headers: { 'content-type': 'text/html' } });
const wellWith = (remaining: number) => () =>
  Response.json({
    url: 'wss://gateway.test',
    shards: 1,
    session_start_limit: { total: 1000, remaining, reset_after: 7_200_000, max_concurrency: 1 },
  });
const well = wellWith(999);

/** A Discord that answers so, one request after the other, and well in the end. */
function contacting(...answers: Answer[]) {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  let asked = 0;
  const listeners = { onForeign: () => {}, onTokenRefused: () => {}, onLimited: () => {} };
  const makeRequest = discordsOwnAnswers(async () => {
    asked += 1;
    const answer = answers.shift() ?? well;
    if (answer instanceof Error) throw answer;
    return answer();
  }, listeners);
  const rest = new REST({ ...DefaultRestOptions, retries: 0, makeRequest }).setToken('token-of-the-bot');
  const stop = new AbortController();
  const contact = discordToAnswer({ rest, apiUrl: 'https://d.test', clock, log, signal: stop.signal });
  let isOver = false;
  void contact
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  const over = async () => await clock.until(() => isOver);
  return { contact, clock, lines, stop, over, asked: () => asked };
}

it('where Discord answers, nothing is said and nothing waits', async () => {
  const { contact, lines } = contacting();
  await contact;
  expect(lines).toEqual([]);
});

it.each([
  ['without a network', noNetwork, "Can't reach Discord at https://d.test (EAI_AGAIN)"],
  ['behind a portal', page, '(HTTP 403)'],
  ['behind a portal that says OK', () => Response.json({ status: 'ok' }), "isn't Discord"],
  ['while Discord is in trouble', () => new Response('', { status: 503 }), 'HTTP 503'],
])('%s it waits for as long as it takes, and says so once', async (_, answer, sentence) => {
  const { contact, lines, asked, over } = contacting(...Array.from({ length: 12 }, () => answer));
  await over();
  await contact;
  expect(asked()).toBe(13);
  expect(lines).toMatchObject([
    { level: 'error', msg: expect.stringContaining(sentence) },
    { level: 'info', msg: 'Discord answers now' },
  ]);
});

it('it asks once a minute in the long run', async () => {
  const { contact, clock, asked, stop } = contacting(...Array.from({ length: 100 }, () => noNetwork));
  await clock.advance(30 * 60_000);
  expect(asked()).toBe(34);
  stop.abort();
  await expect(contact).rejects.toThrow();
});

it('a token that Discord refuses is no reason to wait', async () => {
  const refused = () => Response.json({ message: '401: Unauthorized', code: 0 }, { status: 401 });
  const { contact } = contacting(refused);
  await expect(contact).rejects.toThrow(/DISCORD_TOKEN/);
  await expect(contact).rejects.toBeInstanceOf(LoginError);
});

it('a bot that has connected too often waits until Discord lets it in again', async () => {
  const { contact, clock, lines, asked } = contacting(wellWith(0));
  await clock.advance(7_199_999);
  expect(asked()).toBe(1);
  await clock.advance(1);
  await contact;
  expect(lines[0]?.msg).toContain('again in 120 min');
});

it('being told to stop ends the waiting', async () => {
  const { contact, clock, stop } = contacting(noNetwork, noNetwork, noNetwork);
  const ended = expect(contact).rejects.toThrow();
  await clock.advance(1_000);
  stop.abort();
  await ended;
});

it('a process that holds some of the shards needs as many log-ins as it starts', async () => {
  const rest = { get: async () => await await wellWith(2)().json() } as unknown as REST;
  const { signal } = new AbortController();
  const parts = { rest, apiUrl: 'https://d.test', signal, log: recordingLog().log };
  expect(await discordToAnswer({ ...parts, clock: new FakeClock(), sessions: 2 })).toBe('wss://gateway.test');
  const stop = new AbortController();
  const waiting = { now: () => 0, sleep: async () => stop.abort(new Error('waits')) };
  await expect(
    discordToAnswer({ ...parts, signal: stop.signal, clock: waiting, sessions: 3 }),
  ).rejects.toThrow('waits');
});
