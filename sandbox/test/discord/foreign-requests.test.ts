import { once } from 'node:events';
import { createInflate, createZstdDecompress, inflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openDiscordForAll } from '../support/discord-stage.ts';

let nowMs = Date.now();
const { sandbox, rest } = await openDiscordForAll({ now: () => nowMs });
const messages = `/channels/${sandbox.channels.general}/messages`;

afterAll(() => {
  // Only "files[n]" is documented.
  expect(sandbox.oddities).toEqual(
    ['file', 'file7', 'picture'].map((name) => `a file's name in a form: ${name}`),
  );
});

async function request(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  nowMs += 5000;
  const response = await fetch(`${sandbox.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${sandbox.botToken}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

const json = { 'content-type': 'application/json' };

describe('a body', () => {
  test('may be a form whose payload_json has a content type of its own', async () => {
    const first = (await request('POST', messages, json, '{"content": "first"}')).body.id;
    const form = [
      '--boundary',
      'Content-Disposition: form-data; name="payload_json"',
      'Content-Type: application/json',
      '',
      `{"content": "hi", "message_reference": {"message_id": ${first}}, "attachments": [{"id": 0}]}`,
      '--boundary',
      'Content-Disposition: form-data; name="files[0]"; filename="a.txt"',
      'Content-Type: text/plain',
      '',
      'abc',
      '--boundary--',
      '',
    ].join('\r\n');
    const type = { 'content-type': 'multipart/form-data; boundary=boundary' };
    expect(await request('POST', messages, type, form)).toMatchObject({
      status: 200,
      body: { content: 'hi', message_reference: { message_id: first }, attachments: [{ filename: 'a.txt' }] },
    });
  });

  test('may have ids as JSON numbers, of which no digit is lost', async () => {
    const { body } = await request('POST', messages, json, '{"content": "first"}');
    expect(BigInt(body.id) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    const text = `{"content": "second", "message_reference": {"message_id": ${body.id}}}`;
    expect((await request('POST', messages, json, text)).body.message_reference.message_id).toBe(body.id);
  });

  test('may write a time with its offset', async () => {
    const embeds = [{ title: 'x', timestamp: '2026-11-22T03:00:00.123000+00:00' }];
    expect((await request('POST', messages, json, JSON.stringify({ embeds }))).status).toBe(200);
    const wrong = [{ title: 'x', timestamp: '2026-13-41T03:00:00+00:00' }];
    expect(await request('POST', messages, json, JSON.stringify({ embeds: wrong }))).toMatchObject({
      status: 400,
      body: { errors: { embeds: { 0: { timestamp: { _errors: [{ code: 'DATE_TIME_TYPE_PARSE' }] } } } } },
    });
  });

  test('may be a form that has a field for each parameter, and files under names of its own', async () => {
    const form = new FormData();
    form.set('content', 'hi');
    form.set('tts', 'false');
    form.set('flags', '4');
    for (const [field, name] of [
      ['file', 'a.txt'],
      ['file7', 'b.txt'],
      ['picture', 'c.txt'],
    ] as const)
      form.set(field, new Blob([name]), name);
    nowMs += 5000;
    const response = await fetch(`${sandbox.apiUrl}/v10${messages}`, {
      method: 'POST',
      headers: { authorization: `Bot ${sandbox.botToken}` },
      body: form,
    });
    expect(await response.json()).toMatchObject({
      content: 'hi',
      flags: 4,
      attachments: [{ filename: 'a.txt' }, { filename: 'b.txt' }, { filename: 'c.txt' }],
    });
  });

  test('may have a picture that calls itself image/jpg', async () => {
    const emojis = `/applications/${sandbox.applicationId}/emojis`;
    const image = 'data:image/jpg;base64,AAAA';
    const sent = (body: object) => request('POST', emojis, json, JSON.stringify(body));
    expect((await sent({ name: 'kite', image })).status).toBe(201);
    expect((await sent({ name: 'kite', image: 'kite.jpg' })).body.errors).toMatchObject({
      image: { _errors: [{ code: 'STRING_TYPE_REGEX' }] },
    });
  });

  test('may be missing, with or without a type', async () => {
    const typing = `/channels/${sandbox.channels.general}/typing`;
    expect((await request('POST', typing)).status).toBe(204);
    for (const type of ['application/json', 'application/octet-stream', 'text/plain'])
      expect((await request('POST', typing, { 'content-type': type }, '')).status).toBe(204);
  });

  test('of another type is 50035 with its own code', async () => {
    expect(await request('POST', messages, { 'content-type': 'text/plain' }, 'hello')).toMatchObject({
      status: 400,
      body: { code: 50035, errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID' }] } },
    });
  });
});

describe('a path', () => {
  test.each(['true', 'True', '1'])('may switch something on with %s', async (on) => {
    const { body } = await request('GET', `/guilds/${sandbox.guildId}?with_counts=${on}`);
    expect(body).toHaveProperty('approximate_member_count');
    const off = await request('GET', `/guilds/${sandbox.guildId}?with_counts=0`);
    expect(off.body).not.toHaveProperty('approximate_member_count');
  });

  test('of the members of a thread may be posted to, as discord.py joins it', async () => {
    const { thread } = sandbox.channels;
    expect((await request('POST', `/channels/${thread}/thread-members/@me`)).status).toBe(204);
  });

  test('may have its @ escaped', async () => {
    expect((await request('GET', '/oauth2/applications/%40me')).body).toMatchObject({
      id: sandbox.applicationId,
    });
  });

  test.each([
    ['/channels/lounge', 'channel_id'],
    ['/guilds/1e3/members/@me', 'guild_id'],
    ['/users/undefined', 'user_id'],
    [`/channels/1/messages/${'9'.repeat(21)}`, 'message_id'],
  ])('with what is no id is 50035, naming it: %s', async (path, field) => {
    expect(await request('GET', path)).toMatchObject({
      status: 400,
      body: { code: 50_035, errors: { [field]: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } } },
    });
  });

  test.each(['before', 'after', 'around'])('with what is no id in %s is 50035 as well', async (name) => {
    expect(await request('GET', `${messages}?${name}=yesterday`)).toMatchObject({
      status: 400,
      body: { code: 50_035, errors: { [name]: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } } },
    });
  });
});

test('a bot that changes its name is told its token, as discord.js wants it', async () => {
  const { body } = await request('PATCH', '/users/@me', json, '{"username": "emcee"}');
  expect(body).toMatchObject({ username: 'emcee', token: sandbox.botToken });
});

test('a 429 says Via, by which discord.py knows it from a ban', async () => {
  nowMs += 5000;
  for (let count = 0; count < 5; count += 1) await rest('POST', messages, { content: 'x' });
  const refused = await rest('POST', messages, { content: 'x' });
  expect([refused.status, refused.headers.get('via')]).toEqual([429, '1.1 google']);
});

describe('the gateway', () => {
  const open = async (query: string): Promise<WebSocket> => {
    const socket = new WebSocket(`${sandbox.gatewayUrl}?v=10&encoding=json${query}`);
    await once(socket, 'open');
    return socket;
  };
  const identify = (socket: WebSocket, more: object = {}): void =>
    socket.send(
      JSON.stringify({ op: 2, d: { token: sandbox.botToken, properties: {}, intents: 1, ...more } }),
    );

  test.each([
    ['zlib-stream', createInflate],
    ['zstd-stream', createZstdDecompress],
  ])('compresses all of a connection with %s', async (compress, createDecompressor) => {
    nowMs += 5000;
    const socket = new WebSocket(`${sandbox.gatewayUrl}?v=10&encoding=json&compress=${compress}`);
    const decompressor = createDecompressor();
    let text = '';
    const ready = new Promise<void>((resolve) => {
      decompressor.on('data', (chunk: Buffer) => {
        text += String(chunk);
        if (text.includes('"t":"GUILD_CREATE"')) resolve();
      });
    });
    socket.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(true);
      decompressor.write(data);
    });
    await once(socket, 'open');
    identify(socket);
    await ready;
    expect(text.startsWith('{"op":10')).toBe(true);
    expect(text).toContain('"t":"READY"');
    const closed = once(socket, 'close');
    socket.send('{');
    expect((await closed)[0]).toBe(4002);
  });

  test('compresses each payload for a client that asks for it when it identifies', async () => {
    nowMs += 5000;
    const socket = await open('');
    const ready = new Promise<string>((resolve) => {
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) resolve(String(inflateSync(data)));
      });
    });
    identify(socket, { compress: true });
    expect(JSON.parse(await ready)).toMatchObject({ t: 'READY' });
    socket.terminate();
  });
});
