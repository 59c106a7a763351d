import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { KeyedMutex } from '../../../src/operations/mutex.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { Delivery } from '../../../src/video/delivery.ts';
import { frameOf, type JobIn, jobIndex, type VideoJob } from '../../../src/video/job.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import { Packing } from '../../../src/video/packing.ts';
import type { JobEvent } from '../../../src/video/transition.ts';
import { VideoFiles } from '../../../src/video/video-files.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

test('a look into the channel that fails for the moment is repeated, and never followed by a second message', async () => {
  const world = await VideoWorld.open();
  // Nothing but the look can tell that it is there.
  world.messenger.nonceMemoryMs = 0;
  const error = new MessageError('temporary', undefined);
  world.messenger.failures.push({ call: 'post', when: 'after', error });
  world.messenger.fail('findOwn', 'temporary', 3);
  await world.make();
  expect(world.job(id).state).toBe('delivered');
  expect(world.messenger.posted).toHaveLength(1);
});

test.each([
  ['within the minute in which Discord knows a repetition by itself, it goes to the channel', 0, 'delivered'],
  ['later, its requester gets it in private', 30 * 60_000, 'undeliverable'],
])('when a look into the channel shows nothing: %s', async (_, awayMs, state) => {
  const world = await VideoWorld.open();
  world.messenger.deadly.add('post');
  await world.accept();
  await world.clock.until(() => world.messenger.posted.length === 1);
  world.messenger.deadly.clear();
  world.messenger.fail('findOwn', 'blind', 99);
  await world.clock.advance(awayMs);
  await world.restart();
  await world.clock.until(() => world.isSettled(id));
  expect(world.job(id).state).toBe(state);
  expect(world.messenger.posted).toHaveLength(1);
});

/** A delivery to whose job something happens while its file is fetched. */
async function deliveredMeanwhile(event: JobEvent): Promise<{ messenger: FakeMessenger; job: VideoJob }> {
  const world = await VideoWorld.open();
  await world.make();
  const done = world.job(id) as JobIn<'delivered'>;
  const { taskId, submittedAt, videoUrl, urlExpiresAt } = done;
  const job: VideoJob = {
    ...frameOf(done),
    state: 'succeeded',
    taskId,
    submittedAt,
    videoUrl,
    urlExpiresAt,
  };

  const folder = await mkdtemp(join(tmpdir(), 'emcee-once-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const [clock, log] = [new FakeClock(), silentLog];
  const shelf = new MemoryShelf<VideoJob>(undefined, undefined, jobIndex);
  await shelf.set(id, job);
  const writes = new RepeatedWrites({ clock, log });
  const ledger = new JobLedger({ shelf, clock, log, writes });
  await ledger.load();
  const messenger = new FakeMessenger(clock);
  const files = new VideoFiles({ folder, clock, log, keepMs: 0 });
  const packing = new Packing({
    files,
    log,
    download: async (_url, path) => {
      await ledger.apply(id, event);
      await writeFile(path, 'a film');
      return { bytes: 6 };
    },
    inspect: async () => ({ seconds: 2, width: 640, height: 360 }),
    shrink: undefined,
  });
  const delivery = new Delivery({
    ...{ ledger, messenger, files, packing, clock, log, mutex: new KeyedMutex() },
    mayFollow: () => true,
  });
  for (const open of ledger.open()) delivery.resume(open);
  await delivery.start(() => undefined);
  await clock.advance(60_000);
  await delivery.close();
  return { messenger, job: (await ledger.find(id)) ?? job };
}

test.each<[JobEvent['type'], JobEvent, number, VideoJob['state']]>([
  ['set-aside', { type: 'set-aside' }, 0, 'set-aside'],
  ['place-closed', { type: 'place-closed' }, 0, 'undeliverable'],
  ['result-unusable', { type: 'result-unusable', failure: { fault: 'result-gone' } }, 0, 'failed'],
  ['token-died', { type: 'token-died' }, 1, 'delivered'],
])(
  'a delivery whose job met %s while its file was fetched posts %j %i times',
  async (_, event, posts, state) => {
    const { messenger, job } = await deliveredMeanwhile(event);
    expect(messenger.posted).toHaveLength(posts);
    expect(job.state).toBe(state);
  },
);
