import { once } from 'node:events';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Faults } from '../faults.ts';

let server: FastifyInstance;
let faults: Faults;
let base: string;
let effects: number;

beforeEach(async () => {
  effects = 0;
  server = fastify({ forceCloseConnections: true });
  faults = new Faults(() => 42);
  faults.attach(server, '/control');
  server.post('/things/:id', async () => {
    effects += 1;
    return { done: true };
  });
  server.get('/files/1', async (_request, reply) => reply.send(Buffer.alloc(200_000, 'x')));
  server.get('/control/state', async () => ({ fine: true }));
  base = await server.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  faults.clear();
  await server.close();
});

const post = (path = '/things/1?x=1'): Promise<Response> => fetch(`${base}${path}`, { method: 'POST' });

test('an answer before has no effect and carries the given status, headers and body', async () => {
  faults.arm({
    path: '/things/*',
    effect: {
      kind: 'answer',
      when: 'before',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'Throttling' },
    },
  });
  const response = await post();
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toEqual({ code: 'Throttling' });
  expect(effects).toBe(0);
  expect((await post()).status).toBe(200);
});

test('an answer before waits for a body that nobody reads, as a proxy lingers', async () => {
  // As routes do that take files: they read the body themselves.
  await server.close();
  server = fastify({ forceCloseConnections: true });
  faults.attach(server, '/control');
  server.addContentTypeParser('text/plain', (_request, _body, done) => done(null));
  server.post('/files', async () => 'never');
  server.get('/control/state', async () => ({ fine: true }));
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const { reached } = faults.arm({
    path: '/files',
    effect: { kind: 'answer', when: 'before', status: 413, body: '<html>too large</html>' },
  });
  const socket = connect(Number(address.port), address.hostname);
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  const head =
    'POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n';
  socket.write(`${head}01234`);
  await reached;
  expect((await fetch(new URL('/control/state', address))).status).toBe(200);
  expect(heard).toBe('');
  socket.write('56789');
  await once(socket, 'data');
  expect(heard).toMatch(/^HTTP\/1.1 413/);
  socket.destroy();
});

test('an answer after has its effect although the answer says otherwise', async () => {
  const { reached } = faults.arm({
    path: '/things/*',
    effect: { kind: 'answer', when: 'after', status: 500, body: '<h1>Oops</h1>' },
  });
  const response = await post();
  await reached;
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toBe('<h1>Oops</h1>');
  expect(effects).toBe(1);
});

test('a drop before loses the request and a drop after loses only the answer', async () => {
  faults.arm({ path: '/things/*', effect: { kind: 'drop', when: 'before' } });
  await expect(post()).rejects.toThrow();
  expect(effects).toBe(0);
  faults.arm({ path: '/things/*', effect: { kind: 'drop', when: 'after' } });
  await expect(post()).rejects.toThrow();
  expect(effects).toBe(1);
  expect((await post()).status).toBe(200);
});

test('an answer that is cut breaks off in the middle, after its effect', async () => {
  for (const path of ['/files/1', '/things/*']) faults.arm({ path, effect: { kind: 'cut' } });
  const response = await fetch(`${base}/files/1`);
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '200000']);
  let bytes = 0;
  const reading = async () => {
    for await (const chunk of response.body ?? []) bytes += chunk.length;
  };
  await expect(reading()).rejects.toThrow();
  expect(bytes).toBe(100_000);
  const short = await post();
  await expect(short.text()).rejects.toThrow();
  expect(effects).toBe(1);
  expect(await (await post()).json()).toEqual({ done: true });
});

test('a hold before keeps the request from having its effect until it is released', async () => {
  const fault = faults.arm({ path: '/things/*', effect: { kind: 'hold', when: 'before' } });
  const response = post();
  await fault.reached;
  expect(effects).toBe(0);
  fault.release();
  expect((await response).status).toBe(200);
  expect(effects).toBe(1);
});

test('a hold after keeps only the answer back', async () => {
  const fault = faults.arm({ path: '/things/*', effect: { kind: 'hold', when: 'after' } });
  const response = post();
  await fault.reached;
  expect(effects).toBe(1);
  fault.release();
  expect(await (await response).json()).toEqual({ done: true });
});

test('clearing lets held requests go on and disarms everything', async () => {
  const fault = faults.arm({ path: '/things/*', times: 0, effect: { kind: 'hold', when: 'before' } });
  const response = post();
  await fault.reached;
  faults.clear();
  expect((await response).status).toBe(200);
  expect(faults.list()).toEqual([]);
  expect((await post()).status).toBe(200);
});

test('times counts hits, 0 hits until cleared, and method and path must fit', async () => {
  const effect = { kind: 'answer', when: 'before', status: 503 } as const;
  faults.arm({ method: 'POST', path: '/things/1', times: 2, effect });
  expect((await post('/things/2')).status).toBe(200);
  expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([503, 503, 200]);
  faults.arm({ path: '/**', times: 0, effect });
  expect([(await post()).status, (await post('/things/9')).status]).toEqual([503, 503]);
  expect(faults.list()).toHaveLength(1);
});

test('a star stands for exactly one segment', async () => {
  faults.arm({ path: '/*', effect: { kind: 'answer', when: 'before', status: 503 } });
  expect((await post()).status).toBe(200);
});

test('control routes are never hit', async () => {
  faults.arm({ path: '/**', times: 0, effect: { kind: 'drop', when: 'before' } });
  expect((await fetch(`${base}/control/state`)).status).toBe(200);
});

test('every request is recorded with its path, query, status and time', async () => {
  faults.arm({ path: '/things/*', effect: { kind: 'drop', when: 'after' } });
  await expect(post()).rejects.toThrow();
  await post('/things/7');
  expect(faults.seen.map(({ path, query, status }) => ({ path, query, status }))).toContainEqual({
    path: '/things/7',
    query: '',
    status: 200,
  });
  expect(faults.seen.filter(({ path }) => path === '/things/1')).toEqual([
    { method: 'POST', path: '/things/1', query: 'x=1', status: 0, at: 42 },
  ]);
});
