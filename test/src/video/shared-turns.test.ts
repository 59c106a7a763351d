import { expect, it, onTestFinished } from 'vitest';
import type { SaidInLine, SharedLine } from '../../../src/operations/shared-line.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import type { VideoJob } from '../../../src/video/job.ts';
import { SubmissionQueue } from '../../../src/video/submission-queue.ts';
import { Submitter } from '../../../src/video/submitter.ts';
import { Turns } from '../../../src/video/turns.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';

/** What the store does, without one; it tells nobody of anything unless it's asked to. */
class OneLine implements SharedLine {
  readonly said: string[][] = [];
  readonly #entries = new Map<string, SaidInLine & { readonly calledAs: number }>();
  readonly #listeners: (() => void)[] = [];
  isAway = false;
  keeps = 0;

  async change(
    _: string,
    said: readonly SaidInLine[],
    call: Parameters<SharedLine['change']>[2],
  ): Promise<void> {
    if (this.isAway) throw new StoreError('unreachable', 'away');
    if (said.length > 0) this.said.push(said.map(({ id, is }) => `${id} ${is}`));
    for (const entry of said) this.#entries.set(entry.id, { ...entry, calledAs: 0 });
    const seen = [...this.#entries.values()].map((entry) => ({ ...entry, userId: entry.id }));
    for (const id of call(seen)) {
      const entry = this.#entries.get(id);
      if (entry) this.#entries.set(id, { ...entry, is: 'placed', calledAs: 1 });
    }
  }

  onMove(_: string, listener: () => void): void {
    this.#listeners.push(listener);
  }

  async keep(): Promise<void> {
    this.keeps += 1;
  }

  tellMove(): void {
    for (const listener of this.#listeners) listener();
  }
}

interface Options {
  readonly clock?: FakeClock;
  readonly line?: OneLine;
  readonly pausedUntil?: (id: string) => number | undefined;
}

function queueOn({ clock = new FakeClock(), line = new OneLine(), pausedUntil = () => undefined }: Options) {
  const submitted: string[] = [];
  const learn = (id: string, state: VideoJob['state']) => {
    const job = {
      id,
      state,
      requester: { userId: id },
      place: { guildId: '1' },
      acceptedAt: 0,
      notBefore: 0,
    };
    queue.learn(job as VideoJob);
  };
  const queue = new SubmissionQueue({
    ...{ name: 'videos', clock, log, line },
    limits: { createsPerSecond: 1_000, tasksAtOnce: 1 },
    submit: async (id) => {
      const until = pausedUntil(id);
      if (until !== undefined) return until;
      submitted.push(id);
      learn(id, 'pending');
      return undefined;
    },
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    const closed = queue.close();
    await clock.advance(0);
    await closed;
  };
  onTestFinished(close);
  queue.start();
  return { clock, line, queue, submitted, learn, close };
}

it('what the store did not take is said again, and only the last of it', async () => {
  const { clock, line, learn } = queueOn({});
  line.isAway = true;
  learn('a', 'accepted');
  await clock.advance(500);
  learn('a', 'canceled');
  learn('b', 'accepted');
  await clock.advance(400);
  expect(line.said).toEqual([]);
  line.isAway = false;
  await clock.advance(5_000);
  expect(line.said).toEqual([['a over', 'b ready']]);
});

it('what another process took while the store was away is not said again', async () => {
  const { clock, line, learn, queue } = queueOn({});
  const refusals = [Promise.withResolvers<void>()];
  const change = line.change.bind(line);
  line.change = async (...asked) => {
    const refusal = refusals.pop();
    if (!refusal) return await change(...asked);
    await refusal.promise;
    throw new StoreError('unreachable', 'away');
  };
  const [refusal] = refusals;
  for (const id of ['a', 'b']) learn(id, 'accepted');
  await clock.advance(0);
  queue.letGo('a');
  refusal?.resolve();
  await clock.advance(5_000);
  expect(line.said).toEqual([['b ready']]);
});

it('what is over just before a stop is said before it is gone', async () => {
  const { clock, line, learn, close } = queueOn({});
  learn('a', 'accepted');
  await clock.advance(0);
  line.isAway = true;
  learn('a', 'succeeded');
  await clock.advance(0);
  line.isAway = false;
  await close();
  expect(line.said.at(-1)).toEqual(['a over']);
});

it('a paused server puts off all that waits there at once, and is asked again when it is time', async () => {
  const asked: string[] = [];
  let isPaused = true;
  const clock = new FakeClock();
  const { line, learn, submitted } = queueOn({
    clock,
    pausedUntil: (id) => {
      asked.push(id);
      return isPaused ? clock.now() + 10_000 : undefined;
    },
  });
  for (const id of ['a', 'b', 'c']) learn(id, 'accepted');
  await clock.advance(5_000);
  expect(asked).toEqual(['a']);
  expect(line.said.at(-1)?.toSorted()).toEqual(['a put-off', 'b put-off', 'c put-off']);
  isPaused = false;
  await clock.advance(5_000);
  expect(submitted).toEqual(['a']);
});

it('a place that another process frees is used as soon as that is told, and within seconds if nobody tells', async () => {
  const [clock, line] = [new FakeClock(), new OneLine()];
  const [here, there] = [queueOn({ clock, line }), queueOn({ clock, line })];
  here.learn('a', 'accepted');
  await clock.advance(0);
  for (const id of ['b', 'c']) there.learn(id, 'accepted');
  await clock.advance(3_500);
  here.learn('a', 'succeeded');
  await clock.advance(0);
  line.tellMove();
  await clock.advance(200);
  expect(there.submitted).toEqual(['b']);
  here.learn('d', 'pending');
  there.learn('b', 'succeeded');
  await clock.advance(100);
  here.learn('d', 'succeeded');
  await clock.advance(200);
  expect(there.submitted).toEqual(['b']);
  await clock.advance(3_000);
  expect(there.submitted).toEqual(['b', 'c']);
});

it('a process says every few seconds that it makes videos, also if it has none, until it stops', async () => {
  const [clock, line] = [new FakeClock(), new OneLine()];
  const ledger = { onChange: () => undefined, onLoss: () => undefined };
  const few = { createsPerSecond: 1, tasksAtOnce: 1 };
  const submitter = new Submitter({
    ...{ clock, log, line, limits: { standard: few, small: few }, renew: async () => undefined },
    ledger: ledger as never,
    client: {} as never,
  });
  submitter.start();
  await clock.advance(9_500);
  expect(line.keeps).toBe(4);
  const closed = submitter.close();
  await clock.advance(20_000);
  await closed;
  expect(line.keeps).toBe(4);
});

it('who was called before waits for who never was, also when nothing of theirs goes on', () => {
  const turns = new Turns(1);
  const job = (id: string, acceptedAt: number) => ({ id, userId: id.slice(0, 3), acceptedAt });
  turns.set(job('ada-1', 0), 'ready');
  expect(turns.call()).toEqual(['ada-1']);
  turns.delete({ id: 'ada-1' });
  turns.set(job('ada-2', 1), 'ready');
  turns.set(job('kim-1', 2), 'ready');
  expect(turns.head(2)).toEqual(['kim-1', 'ada-2']);
  expect(turns.call()).toEqual(['kim-1']);
  expect(turns.call()).toEqual([]);
});
