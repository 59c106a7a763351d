import { expect, it, onTestFinished } from 'vitest';
import type { SlotHolder, Slots } from '../../../src/operations/slots.ts';
import type { VideoJob } from '../../../src/video/job.ts';
import { SubmissionQueue } from '../../../src/video/submission-queue.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';

/** What all processes share, of which others have some. */
class OthersSlots implements Slots {
  readonly held = new Map<string, SlotHolder>();
  readonly restored: string[][] = [];
  others = 0;
  asked: string[] = [];
  fails = false;

  async take(_: string, holder: SlotHolder, most: number): Promise<boolean> {
    this.asked.push(holder.id);
    if (this.held.size + this.others >= most) return false;
    this.held.set(holder.id, holder);
    return true;
  }

  async free(_: string, holderId: string): Promise<void> {
    if (this.fails) throw new Error('the store is away');
    this.held.delete(holderId);
  }

  async restore(_: string, holders: readonly SlotHolder[]): Promise<void> {
    this.restored.push(holders.map(({ id }) => id));
    this.held.clear();
    for (const holder of holders) this.held.set(holder.id, holder);
  }
}

const guildId = '1324000000000000100';

function queueWith({ already = [] }: { readonly already?: readonly string[] } = {}) {
  const clock = new FakeClock();
  const slots = new OthersSlots();
  const submitted: string[] = [];
  let answer: (id: string) => VideoJob['state'] = () => 'pending';
  const jobs = new Map<string, number>();
  const learn = (id: string, state: VideoJob['state']) => {
    jobs.set(id, jobs.get(id) ?? jobs.size);
    const acceptedAt = jobs.get(id) ?? 0;
    const requester = { userId: `person-${id}` };
    queue.learn({ id, state, requester, place: { guildId }, acceptedAt, notBefore: 0 } as VideoJob);
  };
  const queue = new SubmissionQueue({
    ...{ name: 'videos', clock, log: silentLog, slots },
    limits: { createsPerSecond: 1_000, tasksAtOnce: 2 },
    submit: async (id) => {
      submitted.push(id);
      learn(id, answer(id));
      return undefined;
    },
  });
  onTestFinished(async () => {
    const closed = queue.close();
    await clock.advance(0);
    await closed;
  });
  for (const id of already) learn(id, 'pending');
  queue.start();
  return {
    ...{ clock, slots, submitted, learn },
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

it('what other processes are having made counts, is asked for each second, and nobody loses their turn', async () => {
  const { clock, slots, submitted, learn } = queueWith();
  slots.others = 2;
  for (const id of ['a', 'b', 'c']) learn(id, 'accepted');
  await clock.advance(2_500);
  expect(submitted).toEqual([]);
  expect(slots.asked).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  slots.others = 1;
  await clock.advance(1_000);
  expect(submitted).toEqual(['a']);
  slots.others = 0;
  await clock.advance(1_000);
  expect(submitted).toEqual(['a', 'b']);
  expect([...slots.held.values()]).toEqual(['a', 'b'].map((id) => ({ id, guildId })));
});

it('a slot is free at once when its video is over, or when nothing came of its call', async () => {
  const { clock, slots, submitted, learn, answerWith } = queueWith();
  answerWith((id) => (id === 'a' ? 'canceled' : 'pending'));
  for (const id of ['a', 'b', 'c']) learn(id, 'accepted');
  await clock.advance(1_100);
  expect(submitted.toSorted()).toEqual(['a', 'b', 'c']);
  expect([...slots.held.keys()].toSorted()).toEqual(['b', 'c']);
  learn('b', 'succeeded');
  await clock.advance(0);
  expect([...slots.held.keys()]).toEqual(['c']);
});

it('what goes on since before the start has its slots, and one that could not be freed is put right', async () => {
  const { clock, slots, learn } = queueWith({ already: ['a', 'b'] });
  await clock.advance(0);
  expect(slots.restored).toEqual([['a', 'b']]);
  slots.fails = true;
  learn('a', 'succeeded');
  await clock.advance(0);
  expect([...slots.held.keys()]).toEqual(['a', 'b']);
  await clock.advance(30_000);
  expect([...slots.held.keys()]).toEqual(['b']);
});
