import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { TokenBucket } from '../../../src/operations/rate-limits.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { sqliteAtomic } from '../../../src/storage/atomic/sqlite-atomic.ts';
import { layOut } from '../../../src/storage/layout.ts';
import { frameOf, jobIndex, type VideoJob } from '../../../src/video/job.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import { Search } from '../../../src/video/search.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';
import { VideoWorld } from '../../support/video-world.ts';

const [one, other] = ['1000000000000000001', '1000000000000000002'] as const;

/** Two workers on one store, each with a job that asks for the same, and as many tasks at the service. */
async function twoSearches(tasks: number, state: 'lost' | 'submitting') {
  const world = await VideoWorld.open();
  const { clock, service } = world;
  service.showsPromptEarly = true;
  await world.accept({}, { id: one });
  const accepted = world.job(one);
  await world.clock.until(() => world.isSettled(one));
  const database = new DatabaseSync(':memory:');
  layOut(database);
  const { leases } = sqliteAtomic({ database, read: (run) => run(), write: async (run) => run() }, () => 0);
  const shelf = new MemoryShelf<VideoJob>(undefined, undefined, jobIndex);
  // The first task was made long before.
  await clock.advance(60 * 60_000);
  const attemptedAt = clock.now();
  for (let made = 0; made < tasks; made += 1) await service.create(accepted.request);
  await shelf.set(one, { ...frameOf(accepted), state: 'lost', attemptedAt });
  await shelf.set(other, { ...frameOf(accepted), id: other, state, attemptedAt });
  // Each has seen that nobody owns the first one before either claims it.
  const seen = Promise.withResolvers<void>();
  let asked = 0;
  const claims = {
    acquire: async (name: string, owner: string, forMs: number) => {
      asked += 1;
      if (asked === 2) seen.resolve();
      await seen.promise;
      return await leases.acquire(name, owner, forMs);
    },
  };
  const search = async (id: string) => {
    const ledger = new JobLedger({
      ...{ shelf, clock, log, mirrors: 'held' },
      writes: new RepeatedWrites({ clock, log }),
    });
    const gate = new TokenBucket({ perSecond: 10 }, clock);
    const searching = new Search({ ledger, client: service, clock, log, gate, leases: claims });
    onTestFinished(async () => await searching.close());
    const job = await ledger.hold(id);
    if (job) await searching.resume(job);
    searching.start();
    return ledger;
  };
  const jobs = async () => await Promise.all([one, other].map(async (id) => await shelf.get(id)));
  return { clock, search, jobs };
}

it.each([1, 2])('two workers that search for the same have different ones of %s tasks', async (tasks) => {
  const { clock, search, jobs } = await twoSearches(tasks, 'lost');
  await Promise.all([search(one), search(other)]);
  await clock.advance(5 * 60_000);
  const found = await jobs();
  const taken = found.flatMap((job) => (job && 'taskId' in job ? job.taskId : []));
  expect(new Set(taken).size).toBe(tasks);
  expect(taken).toHaveLength(tasks);
  expect(found.filter((job) => job?.state === 'undecided')).toHaveLength(2 - tasks);
});

it('a worker takes no task while another one waits for the answer to the same', async () => {
  const { clock, search, jobs } = await twoSearches(1, 'submitting');
  await search(one);
  await clock.advance(10 * 60_000);
  expect((await jobs()).map((job) => job?.state)).toEqual(['lost', 'submitting']);
});
