import { expect, test } from 'vitest';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { type JobIn, jobIndex, type VideoJob } from '../../../src/video/job.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const id = '600000000000000001';
const accepted: JobIn<'accepted'> = {
  id,
  reference: 'TEST-0001',
  requester: { userId: 'ann', locale: 'en-US' },
  place: { guildId: 'guild', channelId: 'channel', locale: 'en-US' },
  panel: { applicationId: 'app', token: 'token', tokenExpiresAt: 0 },
  attachmentLimitBytes: 1,
  attachments: [],
  references: [],
  request: {
    kind: 'new-text',
    model: 'gen2.7-t2v',
    prompt: 'a kite',
    resolution: '720P',
    ratio: '16:9',
    durationSeconds: 5,
    seed: 1,
    watermark: false,
    promptExtend: true,
  },
  notices: [],
  acceptedAt: 0,
  state: 'accepted',
  notBefore: 0,
};

/** Two processes on one store: the one that was replaced still remembers the job as it was. */
async function replaced() {
  const shelf = new MemoryShelf<VideoJob>(() => new Lifeline(), undefined, jobIndex);
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
