import { test as base, describe, expect } from 'vitest';
import type { SynthesisEffect } from '../../../service/server.ts';
import { connectSpeech, openSpeech, refusedUpgrade, speechUrl } from './speech-caller.ts';

const test = base
  .extend('sandbox', () => openSpeech())
  .extend('meet', ({ sandbox }) => async (...[fault]: Parameters<typeof sandbox.synthesis.arm>) => {
    sandbox.synthesis.arm(fault);
    return await connectSpeech(sandbox);
  });

const text = 'The quick brown fox jumps over the lazy dog.';

describe('a fault at the upgrade', () => {
  test('refuses it as it was told', async ({ sandbox }) => {
    const effect: SynthesisEffect = {
      kind: 'answer',
      status: 403,
      code: 'Model.AccessDenied',
      message: 'No.',
    };
    const { reached } = sandbox.synthesis.arm({ at: 'connect', effect });
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    expect(await refusedUpgrade(speechUrl(sandbox), headers)).toMatchObject({
      status: 403,
      body: { code: 'Model.AccessDenied', message: 'No.' },
    });
    await reached;
    await (await connectSpeech(sandbox)).say(text);
  });

  test('drops it, or closes the socket with a code', async ({ sandbox }) => {
    sandbox.synthesis.arm({ at: 'connect', effect: { kind: 'drop' } });
    await expect(connectSpeech(sandbox)).rejects.toThrow();
    sandbox.synthesis.arm({
      at: 'connect',
      effect: { kind: 'close', code: 1007, reason: 'Access denied.' },
    });
    const caller = await connectSpeech(sandbox);
    expect(await caller.until(() => caller.closed)).toEqual({ code: 1007, reason: 'Access denied.' });
  });

  test('holds it until it is released', async ({ sandbox }) => {
    const fault = sandbox.synthesis.arm({ at: 'connect', effect: { kind: 'stall' } });
    const connecting = connectSpeech(sandbox);
    await fault.reached;
    expect(sandbox.synthesis.connections.opened).toBe(0);
    fault.release();
    await (await connecting).say(text);
  });
});

describe('a fault while speaking', () => {
  test('drops the connection after so many sounds', async ({ sandbox, meet }) => {
    const caller = await meet({ at: 'audio', afterFrames: 2, effect: { kind: 'drop' } });
    const taskId = await caller.started();
    caller.text(taskId, text);
    expect(await caller.until(() => caller.closed)).toMatchObject({ code: 1006 });
    await expect.poll(() => sandbox.synthesis.task(taskId)?.status).toBe('dropped');
    const sounds = sandbox.synthesis.task(taskId)?.messages.filter((message) => 'bytes' in message);
    expect(sounds).toHaveLength(2);
  });

  test('closes it with a code', async ({ meet }) => {
    const caller = await meet({ at: 'audio', effect: { kind: 'close', code: 1011, reason: 'oh' } });
    caller.text(await caller.started(), text);
    expect(await caller.until(() => caller.closed)).toEqual({ code: 1011, reason: 'oh' });
  });

  test('fails the task with any code, after which the socket is dead', async () => {
    const sandbox = await openSpeech({ idleTimeoutMs: 1_000 });
    sandbox.synthesis.arm({
      at: 'audio',
      effect: { kind: 'fail', code: 'ModelUnavailable', message: 'Busy.' },
    });
    const caller = await connectSpeech(sandbox);
    const taskId = await caller.started();
    caller.text(taskId, text);
    expect(await caller.failure()).toEqual(['ModelUnavailable', 'Busy.']);
    expect(caller.audio.length).toBeGreaterThan(0);
    expect(sandbox.synthesis.task(taskId)).toMatchObject({
      status: 'failed',
      failure: { code: 'ModelUnavailable', message: 'Busy.' },
    });
    const next = caller.run();
    await caller.until(() => caller.closed);
    expect(caller.events.filter(({ header }) => header.task_id === next)).toEqual([]);
  });

  test('stalls it until it is released', async ({ sandbox }) => {
    const fault = sandbox.synthesis.arm({ at: 'audio', effect: { kind: 'stall' } });
    const caller = await connectSpeech(sandbox);
    const taskId = await caller.started();
    caller.text(taskId, text);
    caller.finish(taskId);
    await fault.reached;
    expect(sandbox.synthesis.task(taskId)?.status).toBe('finishing');
    sandbox.synthesis.clearFaults();
    await caller.event('task-finished');
  });

  test('before the first sound delays just that', async ({ sandbox }) => {
    const fault = sandbox.synthesis.arm({ at: 'audio', afterFrames: 0, effect: { kind: 'stall' } });
    const caller = await connectSpeech(sandbox);
    caller.text(await caller.started(), text);
    await fault.reached;
    await caller.event('sentence-begin');
    expect(caller.audio).toHaveLength(0);
  });

  test('sends what cannot be read, and goes on', async ({ meet }) => {
    const caller = await meet({ at: 'audio', effect: { kind: 'garbled' } });
    await caller.say(text);
    expect(caller.messages.filter((message) => typeof message === 'string')).toHaveLength(1);
  });

  test('sends an event that no document names', async ({ meet }) => {
    const caller = await meet({ at: 'audio', effect: { kind: 'unknown-event' } });
    await caller.say(text);
    expect(caller.names).toContain('task-annotated');
  });

  test('sends the end of another task', async ({ meet }) => {
    const caller = await meet({ at: 'audio', effect: { kind: 'foreign-event' } });
    const taskId = await caller.say(text);
    const ends = caller.events.filter(({ header }) => header.event === 'task-finished');
    expect(ends.map(({ header }) => header.task_id === taskId)).toEqual([false, true]);
  });
});

test('sounds of the task before come until a task is started', async ({ meet }) => {
  const caller = await meet({ at: 'run', effect: { kind: 'binary', bytes: 700 } });
  await caller.started();
  const [first] = caller.messages;
  expect(Buffer.isBuffer(first) && first.length).toBe(700);
});

test('a run-task and a finish-task can be left without an answer', async ({ sandbox }) => {
  const silent = sandbox.synthesis.arm({ at: 'run', effect: { kind: 'stall' } });
  const caller = await connectSpeech(sandbox);
  caller.run();
  await silent.reached;
  expect(caller.messages).toEqual([]);
  const endless = sandbox.synthesis.arm({ at: 'finish', effect: { kind: 'stall' } });
  const other = await connectSpeech(sandbox);
  const taskId = await other.started();
  other.text(taskId, text);
  other.finish(taskId);
  await endless.reached;
  await other.event('sentence-end');
  expect(other.names).not.toContain('task-finished');
});

test('a task that has ended can send more', async ({ meet }) => {
  const caller = await meet({ at: 'after', effect: { kind: 'repeated-events' } });
  await caller.say(text);
  await caller.until(() => caller.names.filter((name) => name === 'task-finished').length === 2 || undefined);
});

test('results can lack words and usage', async ({ meet }) => {
  const caller = await meet({ at: 'audio', effect: { kind: 'bare-results' } });
  await caller.say(text, { word_timestamp_enabled: true });
  expect(caller.events.some(({ payload }) => payload.output?.sentence?.words.length)).toBe(false);
  expect(caller.events.at(-1)?.payload.usage?.characters).toBeNull();
});

test('a task can end without a sound', async ({ meet }) => {
  const caller = await meet({ at: 'started', effect: { kind: 'no-sound' } });
  await caller.say(text);
  expect(caller.audio).toHaveLength(0);
  expect(caller.events.at(-1)?.payload.usage?.characters).toBe(text.length);
});

test('a failure can come without the id of its task', async ({ meet }) => {
  const effect: SynthesisEffect = { kind: 'fail', code: 'SystemError', message: 'Oh.', nameless: true };
  const caller = await meet({ at: 'started', effect });
  caller.run();
  expect(await caller.failure()).toEqual(['SystemError', 'Oh.']);
  expect(caller.events.at(-1)?.header).not.toHaveProperty('task_id');
});

test('numbers can come as texts', async ({ meet }) => {
  const caller = await meet({ at: 'started', effect: { kind: 'loose-types' } });
  await caller.say(text, { word_timestamp_enabled: true });
  const words = caller.events.flatMap(({ payload }) => payload.output?.sentence?.words ?? []);
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) expect(word).toMatchObject({ begin_time: expect.any(String) });
  expect(caller.events.at(-1)?.payload.usage?.characters).toBe(String(text.length));
});

test('a bill can say any number', async ({ meet }) => {
  const caller = await meet({ at: 'started', effect: { kind: 'billed', characters: 9e14 } });
  await caller.say(text);
  expect(caller.events.at(-1)?.payload.usage?.characters).toBe(9e14);
});

test('a fault hits as many tasks as it says, in the order of arming', async ({ sandbox }) => {
  const effect: SynthesisEffect = { kind: 'fail', code: 'Once', message: '' };
  sandbox.synthesis.arm({ at: 'started', times: 2, effect });
  sandbox.synthesis.arm({ at: 'started', effect: { ...effect, code: 'Then' } });
  const codes: unknown[] = [];
  for (let times = 0; times < 3; times += 1) {
    const caller = await connectSpeech(sandbox);
    caller.run();
    codes.push((await caller.failure())[0]);
  }
  expect(codes).toEqual(['Once', 'Once', 'Then']);
  expect(sandbox.synthesis.armed).toEqual([]);
  await (await connectSpeech(sandbox)).say(text);
});
