import { expect, test } from 'vitest';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { jobIndex, type VideoJob } from '../../../src/video/job.ts';
import { JobLedger, type MirroredJobs } from '../../../src/video/ledger.ts';
import { acceptedJob } from '../../support/authority-jobs.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const accepted = acceptedJob();
const { id } = accepted;

/** Two processes on one store: the one that was replaced still remembers the job as it was. */
async function replaced() {
  const shelf = new MemoryShelf<VideoJob>(undefined, undefined, jobIndex);
  const clock = new FakeClock();
  const open = async () => {
    const ledger = new JobLedger({ shelf, clock, log, writes: new RepeatedWrites({ clock, log }) });
    await ledger.load();
    return ledger;
  };
  const before = await open();
  await before.accept(accepted);
  return { shelf, before, next: await open() };
}

test('a process that was replaced does not overwrite what the next one wrote about a job', async () => {
  const { shelf, before, next } = await replaced();
  await next.apply(id, { type: 'canceled', by: 'ann' });
  expect(await before.apply(id, { type: 'submission-started' })).toMatchObject({ state: 'canceled' });
  expect(await shelf.get(id)).toMatchObject({ state: 'canceled' });
});

test('one of two processes begins to submit a job, and neither loses what the other wrote', async () => {
  const { shelf, before, next } = await replaced();
  await Promise.all([
    before.apply(id, { type: 'submission-started' }),
    next.apply(id, { type: 'submission-started' }),
  ]);
  await Promise.all([
    before.record(id, { type: 'task-created', taskId: 'task-1' }),
    next.record(id, { type: 'task-created', taskId: 'task-2' }),
  ]);
  expect(await shelf.get(id)).toMatchObject({ state: 'pending', taskId: 'task-1' });
});

test('an unfinished job is not removed by a process that remembers it as ended', async () => {
  const { shelf, before } = await replaced();
  expect(await before.remove(id)).toBe(false);
  expect(await shelf.get(id)).toMatchObject({ state: 'accepted' });
});

/** Workers that are given the same job one after the other, and a gateway process that decides about it. */
async function workers() {
  const shelf = new MemoryShelf<VideoJob>(undefined, undefined, jobIndex);
  const clock = new FakeClock();
  const open = (mirrors: MirroredJobs) => {
    const ledger = new JobLedger({ shelf, clock, log, writes: new RepeatedWrites({ clock, log }), mirrors });
    const heard: string[] = [];
    ledger.onChange((job, before) => heard.push(`${before?.state ?? 'nothing'} → ${job.state}`));
    ledger.onLoss(() => heard.push('lost'));
    return { ledger, heard };
  };
  const gateway = open('none').ledger;
  await gateway.accept(accepted);
  return { shelf, gateway, one: open('held'), other: open('held') };
}

const [open, over] = [
  { id, is: 'open' },
  { id, is: 'over' },
];

test('workers are asked along with each change that leaves them something to do, and the process that ends a job takes it off', async () => {
  const { shelf, gateway, one } = await workers();
  expect(shelf.work).toEqual([open]);
  await gateway.apply(id, { type: 'canceled', by: 'ann' });
  expect(shelf.work).toEqual([open, open]);
  // Nothing has changed, or it's the worker who changed it and goes on with it.
  await gateway.apply(id, { type: 'canceled', by: 'ann' });
  await one.ledger.hold(id);
  await one.ledger.record(id, { type: 'panel-moved', messageId: 'panel' });
  expect(shelf.work).toEqual([open, open]);
  await one.ledger.record(id, { type: 'settled', of: 'canceled' });
  await gateway.record(id, { type: 'panel-moved', messageId: 'below' });
  await gateway.remove(id);
  expect(shelf.work).toEqual([open, open, over]);
});

test('a job that is dropped or taken back is taken off the queue with it, and a process without workers has no queue', async () => {
  const { shelf, gateway } = await workers();
  await gateway.drop(id);
  expect([shelf.records.size, ...shelf.work]).toEqual([0, open, over]);
  await gateway.accept(accepted);
  await gateway.takeBack(id);
  expect([shelf.records.size, ...shelf.work.slice(2)]).toEqual([0, open, over]);
  const { shelf: alone, before } = await replaced();
  await before.drop(id);
  expect([alone.records.size, alone.work]).toEqual([0, []]);
});

test('a worker works on what it holds and on nothing else', async () => {
  const { shelf, gateway, one } = await workers();
  expect(await one.ledger.find(id)).toBeUndefined();
  expect(await one.ledger.look(id)).toMatchObject({ state: 'accepted' });
  expect(await one.ledger.apply(id, { type: 'submission-started' })).toBeUndefined();
  expect(await one.ledger.hold(id)).toMatchObject({ state: 'accepted', fence: 1 });
  await one.ledger.apply(id, { type: 'submission-started' });
  expect(one.heard).toEqual(['nothing → accepted', 'accepted → submitting']);
  expect(await gateway.find(id)).toMatchObject({ state: 'submitting', fence: 1 });
  expect(gateway.open()).toEqual([]);
  expect(await gateway.openOf({ userId: 'ann' })).toHaveLength(1);
  await shelf.delete(id);
  expect(await one.ledger.hold(id)).toBeUndefined();
});

test('a worker that was replaced begins nothing more, and what it still hears is written down', async () => {
  const { gateway, one, other } = await workers();
  await one.ledger.hold(id);
  await one.ledger.apply(id, { type: 'submission-started' });
  await other.ledger.hold(id);
  await other.ledger.record(id, { type: 'answer-lost' });
  expect(
    await one.ledger.apply(id, { type: 'submission-refused', failure: { fault: 'crashed' } }),
  ).toBeUndefined();
  expect(one.heard.at(-1)).toBe('lost');
  expect(await one.ledger.find(id)).toBeUndefined();
  await one.ledger.record(id, { type: 'task-created', taskId: 'task-1' });
  expect(one.heard.at(-1)).toBe('lost');
  expect(await gateway.find(id)).toMatchObject({ state: 'pending', taskId: 'task-1', fence: 2 });
  await other.ledger.readAgain(id);
  expect(other.heard.at(-1)).toBe('lost → pending');
});

test('of two workers that were given a job, only the later one can begin to submit it', async () => {
  const { gateway, one, other } = await workers();
  await one.ledger.hold(id);
  await other.ledger.hold(id);
  expect(await one.ledger.apply(id, { type: 'submission-started' })).toBeUndefined();
  expect(await gateway.find(id)).toMatchObject({ state: 'accepted' });
  expect(await other.ledger.apply(id, { type: 'submission-started' })).toMatchObject({ state: 'submitting' });
});

test('a worker hears once what a person decided elsewhere, and that a job is gone', async () => {
  const { gateway, one } = await workers();
  await one.ledger.hold(id);
  await gateway.apply(id, { type: 'token-died' });
  await gateway.apply(id, { type: 'canceled', by: 'ann' });
  await one.ledger.readAgain();
  await one.ledger.readAgain(id);
  expect(one.heard).toEqual(['nothing → accepted', 'accepted → canceled']);
  await gateway.drop(id);
  await one.ledger.readAgain(id);
  expect(one.heard.slice(2)).toEqual(['canceled → abandoned']);
  expect(one.ledger.open()).toEqual([]);
});

test('a worker that hears of a newer fence lets the job go', async () => {
  const { one, other } = await workers();
  await one.ledger.hold(id);
  await other.ledger.hold(id);
  await one.ledger.readAgain(id);
  expect(one.heard).toEqual(['nothing → accepted', 'lost']);
  expect(one.ledger.open()).toEqual([]);
});
