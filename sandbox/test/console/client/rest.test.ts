import { describe, expect, test } from 'vitest';
import { DiscordRest, RestError } from '../../../console/page/client/rest.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function restAnswering(...answers: readonly Response[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const rest = new DiscordRest({
    apiUrl: 'http://chat.test/api/v10',
    token: 'person-token',
    locale: () => 'zh-CN',
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      return left.shift() ?? new Response(null, { status: 204 });
    },
    wait: async (delayMs) => void waits.push(delayMs),
  });
  return { rest, sent, waits };
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

describe('requests', () => {
  test('carry the token and the language', async () => {
    const { rest, sent } = restAnswering(json(200, { id: '1' }));
    expect(await rest.get('/users/@me')).toEqual({ id: '1' });
    expect(sent[0]).toMatchObject({
      url: 'http://chat.test/api/v10/users/@me',
      init: { method: 'GET', headers: { authorization: 'person-token', 'x-discord-locale': 'zh-CN' } },
    });
  });

  test('with files are multipart: payload_json and one part a file', async () => {
    const { rest, sent } = restAnswering();
    const file = new File(['x'], 'a.txt');
    await rest.post('/interactions', { type: 2 }, [file]);
    const form = sent[0]?.init.body;
    if (!(form instanceof FormData)) throw new Error('Not multipart.');
    expect(form.get('payload_json')).toBe('{"type":2}');
    expect(form.get('files[0]')).toMatchObject({ name: 'a.txt', size: 1 });
  });
});

describe('refusals', () => {
  test("become an error with Discord's code and its most precise sentence", async () => {
    const { rest } = restAnswering(
      json(400, {
        code: 50035,
        message: 'Invalid Form Body',
        errors: {
          content: {
            _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }],
          },
        },
      }),
    );
    const error = await rest.post('/channels/1/messages', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RestError);
    expect(error).toMatchObject({ status: 400, code: 50035, message: 'Must be 2000 or fewer in length.' });
  });

  test('that are no JSON still name the status', async () => {
    const { rest } = restAnswering(new Response('<html>', { status: 502 }));
    await expect(rest.get('/gateway')).rejects.toMatchObject({ status: 502, message: 'HTTP 502' });
  });
});

describe('rate limits', () => {
  test('are waited for as long as they say, then the request is sent again', async () => {
    const { rest, sent, waits } = restAnswering(
      json(429, { message: 'You are being rate limited.', retry_after: 1.5, global: false }),
      json(200, []),
    );
    expect(await rest.get('/channels/1/messages')).toEqual([]);
    expect(waits).toEqual([1500]);
    expect(sent).toHaveLength(2);
  });

  test('end in an error after three more tries', async () => {
    const limited = () => json(429, { message: 'You are being rate limited.', retry_after: 1 });
    const { rest, sent } = restAnswering(limited(), limited(), limited(), limited(), limited());
    await expect(rest.get('/x')).rejects.toMatchObject({ status: 429 });
    expect(sent).toHaveLength(4);
  });
});
