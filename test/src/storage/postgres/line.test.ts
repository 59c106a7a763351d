import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../src/operations/clock.ts';
import type { Shards } from '../../../../src/operations/shards.ts';
import { workersQuietMs } from '../../../../src/storage/postgres/beats.ts';
import type { VideoJob } from '../../../../src/video/job.ts';
import { SubmissionQueue } from '../../../../src/video/submission-queue.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { laidOutPostgres, openedPostgres, runSql } from '../../../support/postgres.ts';
import { PostgresProxy } from '../../../support/postgres-proxy.ts';

const guildId = String(2_000_000n << 22n);
const otherGuildId = String(2_000_001n << 22n);
const name = 'videos';

interface Options {
  readonly part?: { readonly role: 'worker' } | { readonly shards: Shards };
  readonly isPaused?: (id: string) => boolean;
}

/** Processes that make videos together, on one database. */
async function processes() {
  const url = await laidOutPostgres();
  const submitted: string[] = [];
  const acceptedAt = new Map<string, number>();
  const open = async (where = url, { part = { role: 'worker' }, isPaused = () => false }: Options = {}) => {
    const store = await openedPostgres(where, part);
    let moves = 0;
    const queue = new SubmissionQueue({
      ...{ name, clock: systemClock, log: silentLog, line: store.line },
      onMove: () => {
        moves += 1;
      },
      limits: { createsPerSecond: 10_000, tasksAtOnce: 2 },
      submit: async (id) => {
        if (isPaused(id)) return systemClock.now() + 60_000;
        submitted.push(id);
        learn(id, 'pending');
        return undefined;
      },
    });
    const jobOf = (id: string, state: VideoJob['state'], inGuild: string) => {
      acceptedAt.set(id, acceptedAt.get(id) ?? acceptedAt.size);
      const [userId] = id.split('-');
      const whose = { requester: { userId }, place: { guildId: inGuild } };
      return { id, state, ...whose, acceptedAt: acceptedAt.get(id), notBefore: 0 } as VideoJob;
    };
    const learn = (id: string, state: VideoJob['state'], inGuild = guildId) =>
      queue.learn(jobOf(id, state, inGuild));
    const close = async () => {
      await queue.close();
      await store.close();
    };
    onTestFinished(close);
    queue.start();
    return {
      moves: () => moves,
      queue,
      store,
      learn,
      accept: (...ids: readonly string[]) => {
        for (const id of ids) learn(id, 'accepted');
      },
      resume: (id: string, state: VideoJob['state']) => queue.resume(jobOf(id, state, guildId)),
      close,
    };
  };
  /** As a gateway process writes them. */
  const order = async (...ids: readonly string[]) => {
    const rows = ids.map((id) => `('video-jobs:${id}', '{}', 1, '${id.split('-')[0]}', true)`);
    await runSql(url, `INSERT INTO records (key, value, stamp, person, open) VALUES ${rows.join()}`);
  };
  const settled = async (expected: readonly string[]) =>
    await expect.poll(() => submitted.toSorted(), { timeout: 10_000 }).toEqual(expected.toSorted());
  return { url, open, order, submitted, settled };
}

const standing = async (url: string) =>
  Object.fromEntries(
    (await runSql(url, 'SELECT id, stands FROM line_seen ORDER BY id')).map(({ id, stands }) => [id, stands]),
  );

it('who orders twenty first does not hold up who orders one afterwards at another worker, and both know their places', async () => {
  const { open, order, submitted, settled } = await processes();
  const [here, there] = [await open(), await open()];
  const flood = Array.from({ length: 20 }, (_, at) => `flood-${String(at).padStart(2, '0')}`);
  await order(...flood, 'one-a');
  here.accept(...flood);
  await settled(['flood-00', 'flood-01']);
  expect(await here.queue.ahead('flood-04')).toBe(2);
  const moves = here.moves();
  there.learn('one-a', 'accepted');
  expect(await there.queue.ahead('one-a')).toBe(0);
  await expect.poll(async () => await here.queue.ahead('flood-04')).toBe(3);
  expect(there.queue.head()).toEqual(['one-a']);
  expect(here.moves()).toBeGreaterThan(moves);
  expect(here.queue.head()).toEqual(['flood-02', 'flood-03', 'flood-04', 'flood-05']);
  here.learn('flood-00', 'succeeded');
  await settled(['flood-00', 'flood-01', 'one-a']);
  there.learn('one-a', 'succeeded');
  here.learn('flood-01', 'succeeded');
  await expect.poll(() => submitted.slice(3).toSorted()).toEqual(['flood-02', 'flood-03']);
});

it('people of all processes are served in turn, also those whose videos are over by then', async () => {
  const { open, order, submitted, settled } = await processes();
  const [here, there] = [await open(), await open()];
  await order('ada-1', 'ada-2', 'ben-1', 'ben-2', 'kim-1');
  here.learn('ada-1', 'accepted');
  await settled(['ada-1']);
  here.learn('ada-1', 'succeeded');
  here.accept('ben-1', 'ben-2');
  await settled(['ada-1', 'ben-1', 'ben-2']);
  here.learn('ada-2', 'accepted');
  await here.queue.ahead('ada-2');
  there.learn('kim-1', 'accepted');
  expect(await there.queue.ahead('kim-1')).toBe(0);
  await expect.poll(async () => await here.queue.ahead('ada-2')).toBe(1);
  here.learn('ben-1', 'succeeded');
  await expect.poll(() => submitted[3]).toBe('kim-1');
  here.learn('ben-2', 'succeeded');
  await expect.poll(() => submitted[4]).toBe('ada-2');
});

it('no more are made at once than there are places, however many ask at the same moment', async () => {
  const { url, open, order, submitted } = await processes();
  const workers = [await open(), await open(), await open()];
  const ids = Array.from({ length: 24 }, (_, at) => `person${at}-x`);
  await order(...ids);
  for (const [at, id] of ids.entries()) workers[at % 3]?.learn(id, 'accepted');
  for (let over = 0; over < ids.length; over += 1) {
    await expect.poll(() => submitted.length, { timeout: 10_000 }).toBeGreaterThan(over);
    expect(submitted.length).toBeLessThanOrEqual(over + 2);
    const id = submitted[over] ?? '';
    workers[ids.indexOf(id) % 3]?.learn(id, 'succeeded');
  }
  expect(new Set(submitted).size).toBe(24);
  await expect
    .poll(async () => Object.values(await standing(url)).every((each) => each === 'over'))
    .toBe(true);
});

it('nobody waits for what is put off, or for a process that is not heard of', async () => {
  const { url, open, order, submitted, settled } = await processes();
  await order('ada-1', 'ben-1', 'eve-1', 'kim-1');
  const paused = await open(undefined, { isPaused: () => true });
  paused.accept('ada-1', 'ben-1');
  await expect.poll(async () => await standing(url)).toEqual({ 'ada-1': 'put-off', 'ben-1': 'put-off' });
  // A killed worker, whose job nobody has taken over yet.
  await runSql(
    url,
    `INSERT INTO beats VALUES ('worker gone', store_now() - 16000);
     INSERT INTO line VALUES ('${name}', 'eve-1', 'worker gone', 0, 'ready')`,
  );
  const here = await open();
  here.learn('kim-1', 'accepted');
  await settled(['kim-1']);
  expect(await standing(url)).toMatchObject({ 'eve-1': 'put-off', 'kim-1': 'placed' });
  await runSql(url, "UPDATE beats SET heard_at = store_now() - 14000 WHERE name = 'worker gone'");
  here.learn('kim-1', 'succeeded');
  await expect.poll(async () => (await standing(url))['eve-1']).toBe('placed');
  expect(submitted).toEqual(['kim-1']);
});

it('who takes a video over has its place, and puts right what was over before', async () => {
  const { url, open, order, settled } = await processes();
  await order('ada-1', 'ada-2', 'ben-1', 'ben-2');
  const [one, other] = [await open(), await open()];
  one.accept('ada-1', 'ada-2');
  await settled(['ada-1', 'ada-2']);
  other.learn('ben-1', 'accepted');
  await other.queue.ahead('ben-1');
  for (const id of ['ada-1', 'ada-2']) one.queue.letGo(id);
  other.resume('ada-1', 'pending');
  await other.queue.ahead('ben-1');
  expect(await standing(url)).toEqual({ 'ada-1': 'placed', 'ada-2': 'placed', 'ben-1': 'ready' });
  // Called just before its worker was killed.
  await runSql(url, "UPDATE line SET standing = 'placed' WHERE job = 'ben-1'");
  other.queue.letGo('ben-1');
  one.learn('ben-1', 'accepted');
  await settled(['ada-1', 'ada-2', 'ben-1']);
  other.resume('ada-2', 'succeeded');
  await expect.poll(async () => (await standing(url))['ada-2']).toBe('over');
});

it('what is forgotten or has ended without a word has no place, and is forgotten here, too', async () => {
  const { url, open, order, settled } = await processes();
  await order('ada-1', 'ada-2', 'ben-1', 'ben-2');
  const [one, other] = [await open(), await open()];
  one.accept('ada-1', 'ada-2');
  await settled(['ada-1', 'ada-2']);
  await runSql(url, "DELETE FROM records WHERE key = 'video-jobs:ada-1'");
  await runSql(url, "UPDATE records SET open = false WHERE key = 'video-jobs:ada-2'");
  other.accept('ben-1', 'ben-2');
  await settled(['ada-1', 'ada-2', 'ben-1', 'ben-2']);
  expect(Object.keys(await standing(url))).toEqual(['ada-2', 'ben-1', 'ben-2']);
  expect(JSON.stringify(await runSql(url, 'SELECT * FROM line'))).not.toContain('person');
});

it('what could not be said while the store was away is said once it is back', async () => {
  const { url, open, order, settled } = await processes();
  const proxy = await PostgresProxy.open(url);
  await order('ada-1', 'ada-2', 'ben-1');
  const [cut, other] = [await open(proxy.url), await open()];
  cut.accept('ada-1', 'ada-2');
  await settled(['ada-1', 'ada-2']);
  other.learn('ben-1', 'accepted');
  proxy.cut();
  cut.learn('ada-1', 'succeeded');
  await cut.queue.ahead('ada-2');
  await other.queue.ahead('ben-1');
  expect((await standing(url))['ada-1']).toBe('placed');
  proxy.mend();
  await settled(['ada-1', 'ada-2', 'ben-1']);
});

it('processes with shards share one line, each with the names of its shards', async () => {
  const { url, open, order, settled } = await processes();
  await order('ada-1', 'ada-2', 'ben-1');
  const here = await open(undefined, { part: { shards: { ids: [0], count: 2 } } });
  const there = await open(undefined, { part: { shards: { ids: [1], count: 2 } } });
  here.accept('ada-1', 'ada-2');
  await settled(['ada-1', 'ada-2']);
  there.learn('ben-1', 'accepted', otherGuildId);
  await there.queue.ahead('ben-1');
  expect(await runSql(url, 'SELECT job, owner FROM line ORDER BY job')).toEqual([
    { job: 'ada-1', owner: 'shard 0 of 2' },
    { job: 'ada-2', owner: 'shard 0 of 2' },
    { job: 'ben-1', owner: 'shard 1 of 2' },
  ]);
  here.learn('ada-1', 'succeeded');
  await settled(['ada-1', 'ada-2', 'ben-1']);
});

it('a worker that is long gone is forgotten, but not the last one there was, nor a shard', async () => {
  const url = await laidOutPostgres();
  const keepOnce = async (part: Options['part']) => {
    const store = await openedPostgres(url, part);
    await store.line?.keep();
    await store.close();
  };
  const heard = async () =>
    (await runSql(url, 'SELECT name FROM beats ORDER BY name')).map(({ name: each }) => each);
  await runSql(
    url,
    `INSERT INTO beats VALUES ('worker first', store_now() - 9000000), ('worker last', store_now() - 7200000),
       ('shard 1 of 2', store_now() - 9000000)`,
  );
  await keepOnce({ shards: { ids: [0], count: 2 } });
  expect(await heard()).toEqual(['shard 0 of 2', 'shard 1 of 2', 'worker last']);
  expect(await workersQuietMs(url)).toBeGreaterThanOrEqual(7_200_000);
  await runSql(url, "INSERT INTO beats VALUES ('worker silent', store_now() - 3500000)");
  await keepOnce({ role: 'worker' });
  expect(await heard()).toEqual([
    'shard 0 of 2',
    'shard 1 of 2',
    expect.stringMatching(/^worker [0-9a-f-]{36}$/),
    'worker silent',
  ]);
});
