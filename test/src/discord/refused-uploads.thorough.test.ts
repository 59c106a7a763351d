import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';

const uploader = fileURLToPath(new URL('./refused-uploads.ts', import.meta.url));
/** From what fits into the first packets to what is still being written when the answer comes. */
const fileSizes = [10_000, 300_000, 5_000_000];
const timesEach = 3;

const answer = (status: string, body: object) => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
};
const forbidden = answer('403 Forbidden', { code: 50013, message: 'Missing Permissions' });
const limited = answer('429 Too Many Requests', { message: 'slow', retry_after: 0.01, global: false });
const posted = answer('200 OK', { id: '7' });

/** What the server does with an upload of which it has seen the beginning, by channel; and how the upload must end. */
const ways: Readonly<Record<string, readonly [end: string, answers: (socket: Socket, nth: number) => void]>> =
  {
    'refused, and the rest is read': ['closed', (socket) => socket.write(forbidden)],
    'refused, and the connection closed': ['closed', (socket) => socket.end(forbidden)],
    'refused, and nothing more is read': ['closed', (socket) => socket.pause().write(forbidden)],
    'failed at a gateway': ['temporary', (socket) => socket.write(answer('502 Bad Gateway', {}))],
    'limited at first': ['posted 7', (socket, nth) => socket.write(nth % 2 === 0 ? limited : posted)],
    reset: ['temporary', (socket) => socket.resetAndDestroy()],
    'taken early': ['posted 7', (socket) => socket.write(posted)],
  };

async function startServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const seen = new Map<string, number>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => undefined);
    socket.on('data', (bytes) => {
      const [, channel] = /^POST \/api\/v10\/channels\/(\d+)\//.exec(bytes.toString('latin1', 0, 100)) ?? [];
      if (channel === undefined) return;
      seen.set(channel, (seen.get(channel) ?? -1) + 1);
      Object.values(ways)[Number(channel)]?.[1](socket, seen.get(channel) ?? 0);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

it('an upload that is answered before it was read ends like any other, and never the process', async () => {
  const apiUrl = await startServer();
  const folder = temporaryFolder();
  const paths = fileSizes.map((bytes) => join(folder, `${bytes}.mp4`));
  for (const [index, path] of paths.entries()) await writeFile(path, Buffer.alloc(fileSizes[index] ?? 0));
  const names = Object.keys(ways);
  const channels = [...names.keys()].join(',');
  const args = [uploader, apiUrl, paths.join(','), channels, String(timesEach)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const ends = new Map<string, unknown>(Object.entries(JSON.parse(stdout)));
  expect(Object.fromEntries(names.map((name, index) => [name, ends.get(String(index))]))).toEqual(
    Object.fromEntries(names.map((name) => [name, [ways[name]?.[0]]])),
  );
});
