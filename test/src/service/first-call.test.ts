import { expect, it, onTestFinished } from 'vitest';
import { ServiceError, type ServiceErrorFacts } from '../../../src/service/errors.ts';
import { FirstCall } from '../../../src/service/first-call.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

const unreachable = { fault: 'unreachable', code: 'ConnectionFailed', nothingHappened: true } as const;
const wrongKey = { fault: 'credentials', code: 'InvalidApiKey', status: 401, nothingHappened: true } as const;

/** A service that answers so, one call after the other, and well in the end. */
function calling(...answers: readonly (ServiceErrorFacts | 'never')[]) {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const left = [...answers];
  let calls = 0;
  const ask = async (signal: AbortSignal) => {
    calls += 1;
    const answer = left.shift();
    if (answer === 'never')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    else if (answer) throw new ServiceError(answer);
  };
  const first = new FirstCall({ who: 'the service', settings: 'SERVICE_BASE_URL', ask, clock, log });
  first.open();
  onTestFinished(async () => await first.close());
  return { first, clock, lines, calls: () => calls };
}

it('a service that answers is nothing to speak of', async () => {
  const { first, lines, calls } = calling();
  expect(await first.outcome).toBe('answers');
  expect([lines.filter(({ level }) => level !== 'debug' && level !== 'info'), calls()]).toEqual([[], 1]);
});

it('one that cannot be reached is an error at once, and told again when it answers', async () => {
  const { first, clock, lines, calls } = calling(unreachable, unreachable);
  expect(await first.outcome).toBe('unreachable');
  expect(lines).toMatchObject([{ level: 'error', err: { code: 'ConnectionFailed' } }]);
  expect(lines[0]?.msg).toMatch(/can't be reached.*SERVICE_BASE_URL/);
  await clock.advance(10 * 60_000);
  expect(calls()).toBe(3);
  expect(lines.filter(({ level }) => level !== 'debug')).toMatchObject([{}, { level: 'info' }]);
  expect(lines.at(-1)?.msg).toContain('answers now');
});

it('one that does not answer holds the start up for a few seconds only', async () => {
  const { first, clock } = calling('never');
  await clock.advance(5_000);
  expect(await first.outcome).toBe('unreachable');
});

it('one that refuses the key says so, and is not asked again', async () => {
  const { first, clock, lines, calls } = calling(wrongKey);
  expect(await first.outcome).toBe('refused');
  await clock.advance(10 * 60_000);
  expect(calls()).toBe(1);
  expect(lines).toMatchObject([{ level: 'error', err: { code: 'InvalidApiKey' } }]);
});

it('one that knows nothing of what is asked there is told with the address: it has one path too many', async () => {
  const notFound = { fault: 'not-found', code: 'NotFound', status: 404, nothingHappened: true } as const;
  const { first, lines } = calling(notFound);
  expect(await first.outcome).toBe('refused');
  expect(lines).toMatchObject([{ level: 'error', msg: expect.stringContaining('SERVICE_BASE_URL') }]);
});

it('one that sends us elsewhere is an error that names the place', async () => {
  const hint = 'https://a.test redirects to https://b.test/';
  const redirected = { ...unreachable, code: 'Redirected', status: 301, hint };
  const { first, lines } = calling(redirected);
  expect(await first.outcome).toBe('refused');
  expect(lines).toMatchObject([{ level: 'error', err: { message: expect.stringContaining(hint) } }]);
});

it('one in trouble of its own has answered', async () => {
  const { first } = calling({ fault: 'server', code: 'InternalError', status: 500, nothingHappened: false });
  expect(await first.outcome).toBe('answers');
});

it.each([
  ['another site', { fault: 'not-found', code: 'Http404', status: 404, nothingHappened: true }],
  ['a proxy that forbids it', { fault: 'access', code: 'Http403', status: 403, nothingHappened: true }],
  ['a page', { fault: 'malformed', code: 'UnreadableAnswer', status: 200, nothingHappened: false }],
  ['a gateway alone', { fault: 'server', code: 'Http502', status: 502, nothingHappened: false }],
] as const)(
  '%s in place of the service is an error, and the service is asked for again',
  async (_, facts) => {
    const { first, clock, lines, calls } = calling(facts, facts);
    expect(await first.outcome).toBe('foreign');
    expect(lines).toMatchObject([{ level: 'error', err: { code: facts.code } }]);
    expect(lines[0]?.msg).toMatch(/something else answers.*SERVICE_BASE_URL/);
    await clock.advance(10 * 60_000);
    expect(calls()).toBe(3);
    const told = lines.map(({ level }) => level).filter((level) => level !== 'debug');
    expect(told).toEqual(['error', 'info']);
  },
);

it('a service that is told to be away and then refuses the key is told both', async () => {
  const { first, clock, lines } = calling(unreachable, unreachable, wrongKey);
  expect(await first.outcome).toBe('unreachable');
  await clock.advance(10 * 60_000);
  expect(lines.map(({ level, err }) => [level, (err as { code?: string }).code])).toEqual([
    ['error', 'ConnectionFailed'],
    ['error', 'InvalidApiKey'],
  ]);
});
