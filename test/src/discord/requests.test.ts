import { DefaultRestOptions, REST, Routes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { repeatableFirstAnswers } from '../../../src/discord/requests.ts';

type Outcome = Error | Response;

const reset = (): Outcome => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const broken = (): Outcome => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
const badGateway = (): Outcome => new Response('<h1>Bad gateway</h1>', { status: 502 });
const refused = (code: number, status = 400): Outcome =>
  Response.json({ code, message: 'refused' }, { status });
const taken = (): Outcome => new Response(null, { status: 204 });

/** The real REST client of discord.js over a network that behaves as told, request by request. */
function restOver(...outcomes: Outcome[]) {
  const requests: string[] = [];
  const rest = new REST({
    ...DefaultRestOptions,
    makeRequest: repeatableFirstAnswers(async (url) => {
      requests.push(url);
      const outcome = outcomes.shift() ?? taken();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }),
  });
  const answer = (id: string, query = 'with_response=false') =>
    rest.post(Routes.interactionCallback(id, 'token'), {
      body: { type: 5 },
      auth: false,
      query: new URLSearchParams(query),
    });
  return { rest, requests, answer };
}

describe('"already acknowledged" for a first answer', () => {
  it.each([
    ['discord.js sent again after a reset connection', reset],
    ['discord.js sent again after a failure of Discord', badGateway],
  ])('that %s is success', async (_, unclear) => {
    const { answer, requests } = restOver(unclear(), refused(40060));
    await expect(answer('1')).resolves.toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it('that we send again after a broken connection is success', async () => {
    const { answer } = restOver(broken(), refused(40060));
    await expect(answer('1')).rejects.toThrow('other side closed');
    await expect(answer('1')).resolves.toBeDefined();
  });

  it('that had not been sent before is an error: another process answers', async () => {
    const { answer, requests } = restOver(refused(40060));
    await expect(answer('1')).rejects.toMatchObject({ code: 40060 });
    expect(requests).toHaveLength(1);
  });

  it('of another interaction is an error', async () => {
    const { answer } = restOver(broken(), refused(40060));
    await expect(answer('1')).rejects.toThrow('other side closed');
    await expect(answer('2')).rejects.toMatchObject({ code: 40060 });
  });

  it('is an error again once Discord has given a clear answer', async () => {
    const { answer } = restOver(reset(), taken(), refused(40060));
    await answer('1');
    await expect(answer('1')).rejects.toMatchObject({ code: 40060 });
  });

  it('is an error for whoever wants the message back, because there is none', async () => {
    const { answer } = restOver(reset(), refused(40060));
    await expect(answer('1', 'with_response=true')).rejects.toMatchObject({ code: 40060 });
  });
});

it.each([10062, 50035])('another refusal (%i) after a lost answer stays what it is', async (code) => {
  const { answer } = restOver(reset(), refused(code));
  await expect(answer('1')).rejects.toMatchObject({ code, status: 400, rawError: { message: 'refused' } });
});

it('other requests are left alone', async () => {
  const { rest } = restOver(reset(), refused(40060));
  await expect(rest.post('/channels/1/messages', { auth: false })).rejects.toMatchObject({ code: 40060 });
});
