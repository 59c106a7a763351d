import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import {
  anyAddress,
  checkPublicUrl,
  publicOnlyAgent,
  serviceAddresses,
  typedAddresses,
} from '../../../src/media/addresses.ts';
import { type DownloadOptions, downloadGiven, downloadToFile } from '../../../src/media/download.ts';
import { DownloadError } from '../../../src/media/download-error.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { refusalCode, rejection } from '../../support/rejection.ts';
import { announced, endless, ScriptedService } from '../../support/scripted-service.ts';

const service = ScriptedService.forEachTest();

function options(changes: Partial<DownloadOptions> = {}): DownloadOptions & { readonly folder: string } {
  const folder = temporaryFolder();
  return {
    folder,
    url: `${service.url}/video.mp4`,
    path: join(folder, 'video.mp4'),
    maxBytes: 100_000,
    timeoutMs: 20_000,
    idleTimeoutMs: 10_000,
    policy: anyAddress,
    ...changes,
  };
}

/** The error, once it is sure that nothing was left on disk. */
async function failureOf(changes: Partial<DownloadOptions> = {}): Promise<DownloadError> {
  const download = options(changes);
  const error = await rejection(downloadToFile(download), DownloadError);
  expect(readdirSync(download.folder)).toEqual([]);
  return error;
}

test('a file comes whole, under its name, with its size', async () => {
  const bytes = Buffer.alloc(80_000, 7);
  service.answer({ body: bytes });
  const download = options();
  expect(await downloadToFile(download)).toEqual({ bytes: 80_000 });
  expect(readdirSync(download.folder)).toEqual(['video.mp4']);
  expect(readFileSync(download.path).equals(bytes)).toBe(true);
});

test('a part that an earlier attempt left behind is overwritten', async () => {
  service.answer({ body: Buffer.from('new') });
  const download = options();
  writeFileSync(`${download.path}.part`, 'something older and longer');
  await downloadToFile(download);
  expect(readFileSync(download.path, 'utf8')).toBe('new');
});

test.each([
  [404, 'gone'],
  [403, 'gone'],
  [410, 'gone'],
  [400, 'status'],
  [206, 'status'],
  [204, 'status'],
  [304, 'status'],
  [429, 'status'],
  [500, 'status'],
  [503, 'status'],
] as const)('HTTP %i is %s', async (status, reason) => {
  service.answer({ status, body: status === 204 || status === 304 ? '' : 'no' });
  expect(await failureOf()).toMatchObject({ reason, status });
});

describe('a file that is too large', () => {
  test('is refused before a byte of it is read, when it says so', async () => {
    service.answer(announced(2 * 1024 ** 3));
    expect(await failureOf()).toMatchObject({ reason: 'too-large' });
  });

  test('is cut off when it does not, also if it never ends', async () => {
    service.answer(endless);
    expect(await failureOf()).toMatchObject({ reason: 'too-large' });
  });

  test('by one byte is too large, and of exactly the limit is not', async () => {
    service.answer({ body: Buffer.alloc(1_001) }, { body: Buffer.alloc(1_000) });
    expect(await failureOf({ maxBytes: 1_000 })).toMatchObject({ reason: 'too-large' });
    expect(await downloadToFile(options({ maxBytes: 1_000 }))).toEqual({ bytes: 1_000 });
  });
});

describe('a file that does not come', () => {
  test('from a server that is not there is unreachable', async () => {
    const url = await ScriptedService.addressOfNobody();
    expect(await failureOf({ url })).toMatchObject({ reason: 'unreachable' });
  });

  test('whole, because the connection broke, is unreachable and leaves no part', async () => {
    service.answer((response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(Buffer.alloc(100), () => response.socket?.destroy());
    });
    expect(await failureOf()).toMatchObject({ reason: 'unreachable' });
  });

  test('because nobody answers times out', async () => {
    service.answer(() => undefined);
    expect(await failureOf({ idleTimeoutMs: 30 })).toMatchObject({ reason: 'timeout' });
  });

  test.each([
    ['from a slow place', 'unreachable', { idleTimeoutMs: 30 }, () => undefined],
    ['that is too large', 'tooLarge', { maxBytes: 2 }, { body: 'abc' }],
  ] as const)('%s is refused to who gave it', async (_, expected, changes, answer) => {
    service.answer(answer);
    const refused = {
      tooLarge: { code: 'audio-too-large', limitMegabytes: 1 },
      unreachable: { code: 'file-unreachable', option: 'audio' },
    } as const;
    const refusal = await rejection(downloadGiven(options(changes), refused), Refusal);
    expect(refusal.facts).toEqual(refused[expected]);
  });

  test('further after its first bytes times out', async () => {
    service.answer((response) => {
      response.writeHead(200);
      response.write('a beginning');
    });
    expect(await failureOf({ idleTimeoutMs: 30 })).toMatchObject({ reason: 'timeout' });
  });

  test('in all the time there is times out, although it never stands still', async () => {
    service.answer((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await failureOf({ timeoutMs: 100 })).toMatchObject({ reason: 'timeout' });
  });

  test('because the caller gave up is aborted', async () => {
    const caller = new AbortController();
    service.answer(() => caller.abort());
    expect(await failureOf({ signal: caller.signal })).toMatchObject({ reason: 'aborted' });
  });

  test('from an address that is none is unreachable for good', async () => {
    expect(await failureOf({ url: 'ftp://files.test/' })).toMatchObject({ reason: 'unreachable' });
  });
});

test('a disk that cannot be written is not blamed on the other side', async () => {
  service.answer({ body: 'bytes' });
  const download = options({ path: join(temporaryFolder(), 'not', 'there', 'video.mp4') });
  expect(await rejection(downloadToFile(download), Error)).not.toBeInstanceOf(DownloadError);
});

const to = (location: string) => ({ status: 302, headers: { location }, body: '' });

describe('a redirect', () => {
  test('is followed, relative ones and three in a row', async () => {
    service.answer(to('/b'), to(`${service.url}/c`), to('d'), { body: 'here' });
    expect(await downloadToFile(options())).toEqual({ bytes: 4 });
    expect(service.heard.map(({ path }) => path)).toEqual(['/video.mp4', '/b', '/c', '/d']);
  });

  test('is not followed a fourth time', async () => {
    service.always(to('/again'));
    expect(await failureOf()).toMatchObject({ reason: 'status' });
    expect(service.heard).toHaveLength(4);
  });

  test('without an address to go to ends the download', async () => {
    service.answer({ status: 302, body: '' });
    expect(await failureOf()).toMatchObject({ reason: 'status', status: 302 });
  });

  test('is judged like the first address: a public place cannot send the bot into the private network', async () => {
    service.answer(to('http://169.254.169.254/latest/meta-data'));
    const first = `${service.url}/video.mp4`;
    const policy = {
      // There is no public host in a test: this one counts as one.
      check: (address: string) => (address === first ? new URL(first) : checkPublicUrl(address, 'picture')),
      dispatcher: anyAddress.dispatcher,
    };
    const error = await rejection(downloadToFile(options({ policy })), Refusal);
    expect(error.facts).toMatchObject({ code: 'url-private' });
    expect(service.heard).toHaveLength(1);
  });
});

test('where only public places are allowed, this machine is not asked', async () => {
  const download = options({ policy: typedAddresses('picture') });
  expect(await refusalCode(downloadToFile(download))).toBe('url-private');
  expect(service.heard).toEqual([]);
});

describe('what the service gives', () => {
  const forbidden = { reason: 'forbidden' };
  const own = () => serviceAddresses([new URL(service.url).host]);

  test('comes from its own host, and over its redirects', async () => {
    service.answer(to('/b'), { body: 'here' });
    expect(await downloadToFile(options({ policy: own() }))).toEqual({ bytes: 4 });
  });

  test('is not fetched from another port of this machine, directly or over a redirect', async () => {
    await using neighbour = await ScriptedService.start();
    const url = `${neighbour.url}/video.mp4`;
    expect(await failureOf({ policy: own(), url })).toMatchObject(forbidden);
    service.answer(to(url));
    expect(await failureOf({ policy: own() })).toMatchObject(forbidden);
    expect(neighbour.heard).toEqual([]);
  });

  test('is not fetched with a password in its address, not even from its own host', async () => {
    const url = service.url.replace('http://', 'http://user:pass@');
    expect(await failureOf({ policy: own(), url })).toMatchObject(forbidden);
    service.answer(to(url));
    expect(await failureOf({ policy: own() })).toMatchObject(forbidden);
    expect(service.heard).toHaveLength(1);
  });

  test('is not fetched from a public name that leads to this machine', async () => {
    const rebound = publicOnlyAgent((_, __, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]),
    );
    const url = `http://files.test:${new URL(service.url).port}/video.mp4`;
    const policy = serviceAddresses([], rebound);
    expect(await failureOf({ policy, url })).toMatchObject(forbidden);
    await rebound.destroy();
    expect(service.heard).toEqual([]);
  });

  test('comes from a host that the operator named, wherever its name leads', async () => {
    service.answer({ body: 'here' });
    const { port } = new URL(service.url);
    const policy = serviceAddresses([`localhost:${port}`]);
    const url = `http://localhost:${port}/video.mp4`;
    expect(await downloadToFile(options({ policy, url }))).toEqual({ bytes: 4 });
  });
});
