import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import type { Clock } from '../../../../src/operations/clock.ts';
import { FileStoreError } from '../../../../src/storage/files/file-store.ts';
import type { S3Settings } from '../../../../src/storage/files/s3-settings.ts';
import { S3Store } from '../../../../src/storage/files/s3-store.ts';
import { type S3Fault, S3Server } from '../../../support/s3/server.ts';

const film = Buffer.from('film'.repeat(100_000));

/** Whatever it was rejected with, to be looked at. */
async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
}

/** Doesn't wait between attempts, and remembers for how long it would have. */
class PatientClock implements Clock {
  readonly slept: number[] = [];
  readonly #aheadMs: number;

  constructor(aheadMs = 0) {
    this.#aheadMs = aheadMs;
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  async sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(durationMs);
  }
}

async function open(settings: Partial<S3Settings> = {}, { mostPerPage = 1_000, aheadMs = 0 } = {}) {
  const server = await S3Server.open({ mostPerPage });
  const clock = new PatientClock(aheadMs);
  const store = new S3Store({ ...server.settings, ...settings }, clock, 300);
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  const folder = temporaryFolder();
  const from = join(folder, 'from.mp4');
  writeFileSync(from, film);
  return { server, store, clock, folder, from, to: join(folder, 'to.mp4') };
}

async function listed(store: S3Store): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}

describe('a bucket', () => {
  it('gives back what was put there, in pieces, and forgets what was removed', async () => {
    const { server, store, from, to, folder } = await open();
    await store.put('1.mp4', from);
    expect([...server.objects.keys()]).toEqual(['videos/1.mp4']);
    expect(server.largestChunkBytes).toBeLessThan(film.length);
    expect(await store.fetch('1.mp4', to)).toBe(true);
    expect(readFileSync(to).equals(film)).toBe(true);
    await store.remove('1.mp4');
    await store.remove('1.mp4');
    expect(server.objects.size).toBe(0);
    expect(await store.fetch('1.mp4', join(folder, 'none.mp4'))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['from.mp4', 'to.mp4']);
  });

  it('lists its own files over all pages, with the time they were put there', async () => {
    const { server, store } = await open({}, { mostPerPage: 2 });
    for (const id of ['1', '2', '3', '4', '5']) server.put(`videos/${id}.mp4`, 'x', 1_000);
    server.put('other/6.mp4', 'x');
    expect(await listed(store)).toEqual(['1.mp4', '2.mp4', '3.mp4', '4.mp4', '5.mp4']);
    for await (const { at } of store.list()) expect(at).toBe(1_000);
    expect(server.seen.filter(({ method }) => method === 'GET')).toHaveLength(6);
  });

  it('is tried with a small file that is gone again', async () => {
    const { server, store } = await open();
    await store.probe();
    expect(server.seen.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'PUT 200',
      'GET 200',
      'DELETE 204',
      'GET 200',
    ]);
    expect(server.objects.size).toBe(0);
  });

  it('keeps to its prefix, with every sign that a prefix may have, or to none', async () => {
    for (const prefix of ['a.b-c_D/0/', '']) {
      const { server, store, from } = await open({ prefix });
      await store.put('1.mp4', from);
      expect([...server.objects.keys()]).toEqual([`${prefix}1.mp4`]);
      expect(await listed(store)).toEqual(['1.mp4']);
    }
  });
});

describe('what goes wrong', () => {
  it.each([
    ['a wrong secret', { accessKeySecret: 'another' }, 'refused', 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'another' }, 'refused', 'InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'region', 'AuthorizationHeaderMalformed'],
    ['no such bucket', { bucket: 'another' }, 'missing', 'NoSuchBucket'],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }, 'unreachable', 'ECONNREFUSED'],
  ] as const)('is named: %s', async (_, settings, trouble, code) => {
    const { store, from, to, clock } = await open(settings);
    for (const work of [
      () => store.put('1.mp4', from),
      () => store.fetch('1.mp4', to),
      () => store.probe(),
      () => listed(store),
    ]) {
      const error = await rejectionOf(work());
      expect(error).toBeInstanceOf(FileStoreError);
      expect(error).toMatchObject({ trouble, code });
    }
    if (trouble !== 'unreachable') expect(clock.slept).toEqual([]);
  });

  it('is named: a clock that is wrong', async () => {
    const { store } = await open({}, { aheadMs: 3_600_000 });
    expect(await rejectionOf(store.probe())).toMatchObject({ trouble: 'clock' });
  });

  it.each<[S3Fault, string, string]>([
    [{ status: 500, code: 'InternalError' }, 'failing', 'InternalError'],
    [{ status: 503, code: 'SlowDown' }, 'failing', 'SlowDown'],
  ])('is tried three times in all: %j', async (fault, trouble, code) => {
    const { server, store, from, to, clock } = await open();
    server.put('videos/1.mp4', film);
    server.faults.push(fault, fault);
    await store.put('2.mp4', from);
    expect(server.objects.get('videos/2.mp4')?.content.equals(film)).toBe(true);
    expect(clock.slept).toHaveLength(2);
    expect(clock.slept[1]).toBeGreaterThan(0);
    server.faults.push(fault, fault, fault);
    expect(await rejectionOf(store.fetch('1.mp4', to))).toMatchObject({ trouble, code });
    expect(server.faults).toEqual([]);
  });

  it('nobody answering is waited for as long as the limit says, and tried again', async () => {
    const { server, store, from, clock } = await open();
    server.faults.push('hold');
    await store.put('2.mp4', from);
    expect(clock.slept).toHaveLength(1);
    expect([...server.objects.keys()]).toEqual(['videos/2.mp4']);
  });

  it('a file that is cut on its way is fetched again, and is never half there', async () => {
    const { server, store, to, folder } = await open();
    server.put('videos/1.mp4', film);
    server.faults.push('cut');
    expect(await store.fetch('1.mp4', to)).toBe(true);
    expect(readFileSync(to).equals(film)).toBe(true);
    server.always = 'cut';
    expect(await rejectionOf(store.fetch('1.mp4', join(folder, 'cut.mp4')))).toMatchObject({
      trouble: 'unreachable',
    });
    expect(readdirSync(folder).sort()).toEqual(['from.mp4', 'to.mp4']);
  });

  it('on this disk is not the fault of the store, and is not tried again', async () => {
    const { server, store, clock } = await open();
    server.put('videos/1.mp4', film);
    const error = await rejectionOf(store.fetch('1.mp4', '/nowhere/at/all/to.mp4'));
    expect(error).not.toBeInstanceOf(FileStoreError);
    expect(clock.slept).toEqual([]);
    expect(await rejectionOf(store.put('1.mp4', '/nowhere/from.mp4'))).not.toBeInstanceOf(FileStoreError);
  });

  it('ends at once when it is called off', async () => {
    const { server, store, to } = await open();
    server.always = 'hold';
    const stop = new AbortController();
    const fetching = rejectionOf(store.fetch('1.mp4', to, stop.signal));
    await expect.poll(() => server.seen.length).toBe(1);
    stop.abort(new Error('stopping'));
    expect(await fetching).toMatchObject({ message: 'stopping' });
    expect(server.seen).toHaveLength(1);
  });

  it('an answer of something else is a trouble of the store, never a list', async () => {
    const { server, store } = await open();
    server.always = { status: 200, code: 'NotAList' };
    expect(await rejectionOf(listed(store))).toMatchObject({ trouble: 'failing', code: 'no list' });
  });
});

it("the bucket is part of the host's name at Amazon", async () => {
  const server = await S3Server.open();
  const { port } = new URL(server.endpoint);
  const store = new S3Store(
    { ...server.settings, endpoint: `http://s3.test:${port}`, bucketIn: 'host' },
    new PatientClock(),
    undefined,
    (name, { all }, found) => {
      if (name !== 'emcee-files.s3.test') found(new Error(name), '');
      else if (all) found(null, [{ address: '127.0.0.1', family: 4 }]);
      else found(null, '127.0.0.1', 4);
    },
  );
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  server.put('videos/1.mp4', 'x');
  expect(await listed(store)).toEqual(['1.mp4']);
  await store.remove('1.mp4');
  expect(server.objects.size).toBe(0);
});
