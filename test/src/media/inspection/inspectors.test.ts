import { test as base, describe, expect } from 'vitest';
import { anyAddress } from '../../../../src/media/addresses.ts';
import {
  Inspectors,
  type InspectorsParts,
  inspectGiven,
  inspectVideo,
} from '../../../../src/media/inspection/inspectors.ts';
import type { InspectionQueue } from '../../../../src/media/inspection/reading.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/inline-inspectors.ts';
import { refusal } from '../../../support/rejection.ts';
import { ScriptedInspector } from './scripted-inspector.ts';

const test = base.extend('pool', () => pool());

const readingFor = (path: string) => ({ kind: 'wav', seconds: path.length });

function pool(changes: Partial<InspectorsParts> = {}) {
  const clock = new FakeClock();
  const processes: ScriptedInspector[] = [];
  const inspectors = new Inspectors({
    clock,
    log: silentLog,
    atOnce: 2,
    spawn: () => {
      const started = new ScriptedInspector();
      processes.push(started);
      queueMicrotask(() => started.ready());
      return started;
    },
    ...changes,
  });
  const inspect = (path: string, lane: InspectionQueue = 'results', personId?: string) =>
    inspectors.inspect({ kind: 'audio', path }, lane, personId);
  const given = () => processes.flatMap((each) => each.given);
  /** What comes of a file with which its process, the first, does that. */
  const comesOf = async (path: string, act: (process: ScriptedInspector | undefined) => void) => {
    const inspection = inspect(path);
    await settle();
    act(processes[0]);
    return await inspection;
  };
  return { clock, processes, inspectors, inspect, given, comesOf };
}

test('nothing is started before there is a file', async ({ pool: { processes, inspect } }) => {
  await settle();
  expect(processes).toEqual([]);
  void inspect('a');
  await settle();
  expect(processes).toHaveLength(1);
});

test('a file that is none of its kind is read, although its process says nothing of it', async () => {
  const { processes, comesOf } = pool();
  // What is undefined doesn't travel between processes.
  const read = await comesOf('a', (process) => process?.say({ is: 'read' }));
  expect(read).toMatchObject({ is: 'read' });
  expect(processes[0]?.killed).toBe(false);
});

test.each([null, 'read', {}, { is: 'gone' }, { is: 'unread', why: 'the file said so' }])(
  'a process that says %j is ended, and its file counts as unread',
  async (message) => {
    const { processes, comesOf } = pool();
    const unread = await comesOf('a', (process) => process?.say(message));
    expect(unread).toEqual({ is: 'unread', why: 'died' });
    expect(processes[0]?.killed).toBe(true);
  },
);

test('one process reads many files, one after another', async ({ pool: { processes, comesOf } }) => {
  for (const path of ['a', 'bb', 'ccc']) {
    const read = await comesOf(path, (process) => process?.answer(readingFor(path)));
    expect(read).toEqual({ is: 'read', reading: readingFor(path) });
  }
  expect(processes).toHaveLength(1);
});

describe('a file that is too much', () => {
  test('after two seconds is given up together with its process, and the next one has a new process', async () => {
    const { clock, processes, inspect } = pool();
    const slow = inspect('slow');
    await clock.advance(1_999);
    expect(processes[0]?.killed).toBe(false);
    await clock.advance(1);
    expect(await slow).toEqual({ is: 'unread', why: 'too-slow' });
    expect(processes[0]?.killed).toBe(true);
    const next = inspect('next');
    await settle();
    processes[1]?.answer(readingFor('next'));
    expect(await next).toMatchObject({ is: 'read' });
  });

  test('ends its own process only', async ({ pool: { processes, inspect } }) => {
    const [heavy, light] = [inspect('heavy'), inspect('light')];
    await settle();
    processes[0]?.die();
    processes[1]?.answer(readingFor('light'));
    expect(await heavy).toEqual({ is: 'unread', why: 'died' });
    expect(await light).toMatchObject({ is: 'read' });
  });

  test('is refused in words when a person gave it', async ({ pool: { processes, inspectors } }) => {
    const given = { inspectors, personId: 'ann', url: '', option: 'reference1', policy: anyAddress };
    const work = inspectGiven(given, { kind: 'audio', path: 'heavy' });
    await settle();
    processes[0]?.die();
    expect(await refusal(work)).toEqual({ code: 'file-unreadable', option: 'reference1' });
  });

  test('is known as not inspected when the service made it', async ({ pool: { processes, inspectors } }) => {
    const work = inspectVideo(inspectors, 'heavy');
    await settle();
    processes[0]?.die();
    expect(await work).toBe('uninspected');
  });
});

test('an answer that was there in time counts, although the bot looks at it too late', async () => {
  const sleeps: (() => void)[] = [];
  const sleep = () => new Promise<void>((resolve) => sleeps.push(resolve));
  const { processes, inspect } = pool({ clock: { now: () => 0, sleep } });
  const inspection = inspect('a');
  await settle();
  // After a blocked event loop the timer comes first; the message follows in the same turn.
  setImmediate(() => sleeps.at(-1)?.());
  setImmediate(() => processes[0]?.answer(readingFor('a')));
  expect(await inspection).toMatchObject({ is: 'read' });
});

describe('who goes first', () => {
  test("finished videos go before people's files, no matter which came first", async () => {
    const { processes, inspect, given } = pool();
    for (const path of ['a', 'b']) void inspect(path);
    void inspect('theirs', 'given');
    void inspect('result');
    await settle();
    processes[0]?.answer(undefined);
    await settle();
    expect(given()).toContain('result');
    expect(given()).not.toContain('theirs');
  });

  test("people's files leave one process free", async ({ pool: { inspect, given } }) => {
    for (const path of ['one', 'two', 'three']) void inspect(path, 'given');
    await settle();
    expect(given()).toEqual(['one']);
    void inspect('result');
    await settle();
    expect(given()).toEqual(['one', 'result']);
  });

  test("one person's files do not hold up another's", async () => {
    const { processes, inspect, given } = pool({ atOnce: 3 });
    for (const path of ['his', 'his too', 'his third']) void inspect(path, 'given', 'bob');
    void inspect('hers', 'given', 'ann');
    await settle();
    expect(given()).toEqual(['his', 'his too']);
    processes[0]?.answer(undefined);
    await settle();
    expect(given()).toContain('hers');
    expect(given()).not.toContain('his third');
    processes[1]?.answer(undefined);
    await settle();
    expect(given()).toContain('his third');
  });

  test('one person cannot fill the line, and is told whose files it is that wait', async () => {
    const { inspect, given } = pool();
    const waits = (path: string) => inspect(path, 'given', 'bob');
    void waits('read');
    for (const path of ['a', 'b', 'c', 'd']) void waits(path);
    expect(await refusal(waits('e'))).toEqual({ code: 'own-files-busy' });
    void inspect('result');
    await settle();
    expect(given()).toEqual(['read', 'result']);
  });

  test('a line that is full is said, and those in it are served', async () => {
    const { processes, inspect } = pool({ longestLine: 1 });
    void inspect('busy', 'given');
    const waiting = inspect('waiting', 'given');
    expect(await refusal(inspect('one too many', 'given'))).toEqual({ code: 'files-busy' });
    await settle();
    processes[0]?.answer(undefined);
    await settle();
    processes[0]?.answer(readingFor('waiting'));
    expect(await waiting).toMatchObject({ is: 'read' });
  });
});

describe('a process that cannot be started', () => {
  test('is tried again once', async () => {
    let attempts = 0;
    const { inspect, given } = pool({
      spawn: () => {
        attempts += 1;
        if (attempts === 1) throw new Error('no room for another process');
        const started = new ScriptedInspector();
        queueMicrotask(() => {
          started.ready();
          setImmediate(() => started.answer(readingFor('a')));
        });
        return started;
      },
    });
    expect(await inspect('a')).toMatchObject({ is: 'read' });
    expect(given()).toEqual([]);
  });

  test('for good is said, and does not make the file a bad one', async () => {
    const { inspect, clock } = pool({ spawn: () => new ScriptedInspector() });
    const refused = refusal(inspect('a'));
    await clock.advance(60_000);
    expect(await refused).toEqual({ code: 'files-busy' });
  });
});

describe('when nobody needs them', () => {
  test('the processes are ended after a minute', async ({ pool: { clock, processes, inspect, comesOf } }) => {
    await comesOf('a', (process) => process?.answer(undefined));
    await clock.advance(59_999);
    expect(processes[0]?.killed).toBe(false);
    await clock.advance(1);
    expect(processes[0]?.killed).toBe(true);
    void inspect('b');
    await settle();
    expect(processes[1]?.given).toEqual(['b']);
  });

  test('one that died in its sleep is replaced', async ({ pool: { processes, inspect, comesOf } }) => {
    await comesOf('a', (process) => process?.answer(undefined));
    await settle();
    processes[0]?.die();
    void inspect('b');
    await settle();
    expect(processes[1]?.given).toEqual(['b']);
  });
});

test('closing ends every process and tells those who wait', async () => {
  const { processes, inspectors, inspect } = pool({ atOnce: 1 });
  const reading = refusal(inspect('reading'));
  const waiting = refusal(inspect('waiting'));
  await settle();
  inspectors.close();
  expect(await reading).toEqual({ code: 'shutting-down' });
  expect(await waiting).toEqual({ code: 'shutting-down' });
  expect(processes.map(({ killed }) => killed)).toEqual([true]);
  expect(await refusal(inspect('late'))).toEqual({ code: 'shutting-down' });
});
