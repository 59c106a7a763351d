import { describe, expect, test } from 'vitest';
import { newReference } from '../../../src/operations/log.ts';
import { discordError } from '../../support/discord-errors.ts';
import { recordingLog } from '../../support/fake-log.ts';

const it = test.extend('recordingLog', () => recordingLog());

describe('the log', () => {
  it('redacts secrets and what people wrote, at several depths', ({ recordingLog: { log, text } }) => {
    const secrets = { token: 'S1', apiKey: 'S2', authorization: 'S3', prompt: 'S4', content: 'S5' };
    log.info({ ...secrets, request: { headers: secrets, body: { input: secrets } } }, 'all of it');
    expect(text()).not.toMatch(/S[1-5]/);
    expect(text()).toContain('[redacted]');
  });

  it('writes one JSON object a line with a time that people can read', ({ recordingLog: { log, lines } }) => {
    log.info({ jobId: 'j1' }, 'accepted');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        jobId: 'j1',
        msg: 'accepted',
      },
    ]);
  });
});

describe('an error in the log', () => {
  it('keeps its identity, message, stack and causes', ({ recordingLog: { log, lines } }) => {
    const cause = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
    log.error({ err: new TypeError('failed', { cause }) }, 'broken');
    expect(lines[0]).toMatchObject({
      err: {
        type: 'TypeError',
        message: 'failed',
        stack: expect.stringContaining('log.test'),
        cause: { message: 'connect refused', code: 'ECONNREFUSED' },
      },
    });
  });

  it('leaves out the body of a request and the token in its address', () => {
    const { log, lines, text } = recordingLog();
    log.error({ err: discordError(50035, 400, 'what somebody wrote') }, 'broken');
    expect(lines[0]).toMatchObject({ err: { code: 50035, status: 400, method: 'POST' } });
    expect(text()).not.toMatch(/what somebody wrote|interaction-secret/);
  });

  it.each([
    'https://discord.invalid/api/v10/webhooks/1000000000000000001/SECRET',
    'https://discord.invalid/api/v10/webhooks/1000000000000000001/SECRET?wait=true',
    'https://discord.invalid/api/v10/webhooks/1000000000000000001/SECRET/messages/@original',
    'https://discord.invalid/api/v10/interactions/1000000000000000001/SECRET/callback',
    'https://discord.invalid/api/v10/interactions/1000000000000000001/SECRET/callback?with_response=true',
    'https://discord.invalid/attachments/1/2/film.mp4?ex=1&is=2&hm=SECRET',
  ])('has no secret of its address: %s', (url) => {
    const { log, lines, text } = recordingLog();
    const cause = Object.assign(new Error('refused'), { url });
    log.error({ err: Object.assign(new Error('refused', { cause }), { url }) }, 'broken');
    expect(lines[0]).toMatchObject({ err: { url: expect.stringContaining('https://discord.invalid/') } });
    expect(text()).not.toContain('SECRET');
  });

  it('cuts long messages and endless chains of causes', ({ recordingLog: { log, text } }) => {
    const looped: Error & { cause?: unknown } = new Error('x'.repeat(5_000));
    looped.cause = looped;
    looped.stack = '';
    log.error({ err: looped }, 'broken');
    expect(text().length).toBeLessThan(4_000);
  });

  it('is written even when it is no error', ({ recordingLog: { log, lines } }) => {
    log.error({ err: 'only text' }, 'broken');
    expect(lines[0]).toMatchObject({ err: { message: 'only text' } });
  });
});

it('a reference is short and has no characters that are taken for others', () => {
  for (let round = 0; round < 500; round += 1) {
    expect(newReference()).toMatch(/^[A-Z3-9]{4}-[A-Z3-9]{4}$/);
    expect(newReference()).not.toMatch(/[0O1IL2Z5S8BUV]/);
  }
});

it('references differ', () => {
  expect(new Set(Array.from({ length: 1_000 }, newReference)).size).toBe(1_000);
});
