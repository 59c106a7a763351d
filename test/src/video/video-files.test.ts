import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DownloadError } from '../../../src/media/download-error.ts';
import { systemClock } from '../../../src/operations/clock.ts';
import { S3Store } from '../../../src/storage/files/s3-store.ts';
import { S3Server } from '../../support/s3/server.ts';
import { videoId as id, requester, VideoWorld } from '../../support/video-world.ts';

const megabyte = 1024 * 1024;

/** Two processes' worth of disks, one after the other: `onAnotherDisk` is the next process, on a machine of its own. */
async function open() {
  const world = await VideoWorld.open();
  const server = await S3Server.open({ now: () => Date.now() });
  const clock = { now: () => systemClock.now(), sleep: async () => undefined };
  const store = new S3Store(server.settings, clock);
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  await world.studio.close();
  world.fileStore = store;
  await world.restart();
  const onAnotherDisk = async () => {
    await world.studio.close();
    await rm(join(world.dataDir, 'videos'), { recursive: true });
    await world.restart();
  };
  return { world, server, onAnotherDisk };
}

const here = async (world: VideoWorld) => await readdir(join(world.dataDir, 'videos'));
const there = (server: S3Server) => [...server.objects.keys()];
const gone = () => new DownloadError({ reason: 'gone' });

async function makeTooLarge(world: VideoWorld, jobId = id, userId = requester): Promise<void> {
  world.downloads.push({ bytes: 11 * megabyte });
  await world.accept({}, { id: jobId, userId });
  await world.clock.until(() => world.isSettled(jobId));
  expect(world.job(jobId)).toMatchObject({ state: 'delivered', as: 'link' });
}

it('a video that is delivered as it is never goes there', async () => {
  const { world, server } = await open();
  await world.make();
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await here(world)).toEqual([]);
});

it('one that could only be linked waits there, and another process hands it over', async () => {
  const { world, server, onAnotherDisk } = await open();
  await makeTooLarge(world);
  expect(there(server)).toEqual([`videos/${id}.mp4`]);
  expect(await here(world)).toEqual([]);
  await onAnotherDisk();
  world.downloads.push({ error: gone() });
  const brought: number[] = [];
  await world.studio.bringBack.bring(world.job(id), 100 * megabyte, async (_, packed) => {
    if (packed.as === 'file') brought.push(packed.seconds);
    return undefined;
  });
  expect(brought).toEqual([5]);
  expect(world.downloads).toHaveLength(1);
  expect(await here(world)).toEqual([]);
  expect(there(server)).toEqual([`videos/${id}.mp4`]);
});

it('one that waits for its channel is delivered by a process that never fetched it', async () => {
  const { world, server, onAnotherDisk } = await open();
  world.messenger.fail('post', 'temporary');
  await world.accept();
  await world.clock.until(() => world.job(id).state === 'delivering');
  await expect.poll(() => there(server)).toEqual([`videos/${id}.mp4`]);
  world.downloads.push({ error: gone() });
  await onAnotherDisk();
  await world.clock.until(() => world.isSettled(id));
  expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'file' });
  expect(there(server)).toEqual([]);
});

it('while it is away, files wait here; nobody is told that they are gone, and the next sweep puts them there', async () => {
  const { world, server, onAnotherDisk } = await open();
  server.always = { status: 503, code: 'SlowDown' };
  await makeTooLarge(world);
  expect(await here(world)).toEqual([`${id}.mp4`]);
  server.always = undefined;
  await world.clock.advance(60 * 60_000);
  await expect.poll(() => there(server)).toEqual([`videos/${id}.mp4`]);
  await expect.poll(async () => await here(world)).toEqual([]);
  await onAnotherDisk();
  server.always = { status: 503, code: 'SlowDown' };
  world.downloads.push({ error: gone() });
  await expect(
    world.studio.bringBack.bring(world.job(id), 100 * megabyte, async () => undefined),
  ).rejects.toMatchObject({ facts: { code: 'files-away' } });
});

it('goes from there once it was kept long enough, and at once when nobody may see it', async () => {
  const { world, server } = await open();
  await makeTooLarge(world);
  server.put('videos/9999.mp4', 'of a job that is gone');
  server.put('videos/readme.txt', 'not ours');
  await world.clock.advance(60 * 60_000);
  await expect.poll(() => there(server)).toEqual([`videos/${id}.mp4`, 'videos/readme.txt']);
  server.put(`videos/${id}.mp4`, 'kept long enough', world.clock.now() - 23.5 * 3_600_000);
  await world.clock.advance(60 * 60_000);
  await expect.poll(() => there(server)).toEqual(['videos/readme.txt']);
});

it('goes from there at once when it is deleted, also by a process that never put it there', async () => {
  const { world, server, onAnotherDisk } = await open();
  await makeTooLarge(world);
  const seen = server.seen.length;
  await onAnotherDisk();
  // The next sweep is an hour away.
  await expect.poll(() => server.seen.slice(seen).some(({ key }) => !key)).toBe(true);
  await world.studio.decisions.remove(world.job(id), requester);
  await world.clock.until(() => world.isSettled(id));
  await expect.poll(() => there(server)).toEqual([]);
});

it('is there while moderators review it', async () => {
  const { world, server } = await open();
  world.review = 'video';
  await world.accept();
  await world.clock.until(() => world.job(id).state === 'reviewing');
  await expect.poll(() => there(server)).toEqual([`videos/${id}.mp4`]);
});

it('goes from there with its person, who is told if it could not', async () => {
  const { world, server, onAnotherDisk } = await open();
  await makeTooLarge(world);
  await makeTooLarge(world, '1000000000000000002', '2000000000000000002');
  await onAnotherDisk();
  server.always = { status: 403, code: 'AccessDenied' };
  await expect(world.studio.forget(requester)).rejects.toMatchObject({ facts: { code: 'files-away' } });
  server.always = undefined;
  await world.studio.forget(requester);
  expect(there(server)).toEqual(['videos/1000000000000000002.mp4']);
});
