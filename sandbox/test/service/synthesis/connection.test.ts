import { randomUUID } from 'node:crypto';
import { test as base, describe, expect } from 'vitest';
import { openService } from '../service-caller.ts';
import { connectSpeech, openSpeech, refusedUpgrade, speechUrl } from './speech-caller.ts';

const test = base
  .extend('sandbox', () => openSpeech())
  .extend('client', ({ sandbox }) => connectSpeech(sandbox))
  .extend('taskId', ({ client }) => client.started());

describe('an upgrade', () => {
  test('without a key, or with a wrong one, is 401 with the error body', async ({ sandbox }) => {
    const none = await refusedUpgrade(speechUrl(sandbox), {});
    expect(none).toMatchObject({
      status: 401,
      body: { code: 'InvalidApiKey', message: 'No API-key provided.' },
    });
    expect(none.body.request_id).toEqual(expect.any(String));
    const wrong = await refusedUpgrade(speechUrl(sandbox), { authorization: 'Bearer nothing' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'InvalidApiKey' } });
  });

  test('that names another workspace is 404', async () => {
    const { sandbox } = await openService({ workspaceId: 'ws-1', synthesis: { speaker: 'built-in' } });
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'X-Service-WorkSpace': 'ws-2' };
    expect(await refusedUpgrade(speechUrl(sandbox), headers)).toMatchObject({
      status: 404,
      body: { code: 'WorkSpaceNotFound' },
    });
  });

  test('at another path is 404', async ({ sandbox }) => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    expect(await refusedUpgrade(`${speechUrl(sandbox)}/more`, headers)).toMatchObject({ status: 404 });
  });
});

describe('a task', () => {
  test('is started, told sentence by sentence, and finished', async ({ sandbox, client }) => {
    const taskId = await client.say('One fox. Two foxes', { word_timestamp_enabled: true });
    const compact = client.names.filter((name, at) => name !== client.names[at - 1]);
    expect(compact).toEqual([
      'task-started',
      'sentence-begin',
      'sentence-synthesis',
      'sentence-end',
      'sentence-begin',
      'sentence-synthesis',
      'sentence-end',
      'task-finished',
    ]);
    const ends = client.events.filter(({ payload }) => payload.output?.type === 'sentence-end');
    expect(ends.map(({ payload }) => payload.usage?.characters)).toEqual([8, 18]);
    expect(ends.map(({ payload }) => payload.output?.original_text)).toEqual(['One fox.', ' Two foxes']);
    expect(ends[1]?.payload.output?.sentence?.words).toMatchObject([
      { text: 'Two', begin_index: 1, end_index: 4 },
      { text: 'foxes', begin_index: 5, end_index: 10 },
    ]);
    expect(client.events.at(-1)).toMatchObject({
      header: { event: 'task-finished', task_id: taskId, attributes: { request_uuid: expect.any(String) } },
      payload: { usage: { characters: 18 } },
    });
    expect(sandbox.synthesis.task(taskId)).toMatchObject({
      status: 'finished',
      text: 'One fox. Two foxes',
      sentences: ['One fox.', ' Two foxes'],
      characters: 18,
    });
  });

  test.each(['both', 'synthesis', 'end'] as const)(
    'tells its words where it is set to: %s',
    async (wordsIn) => {
      const client = await connectSpeech(await openSpeech({ wordsIn }));
      const words = { word_timestamp_enabled: true, sample_rate: 22_050 };
      await client.say('One two three. Four five six. Seven, eight. Nine? Ten eleven!', words);
      const told = (type: string) =>
        client.events
          .filter(({ payload }) => payload.output?.type === type)
          .flatMap(({ payload }) => payload.output?.sentence?.words ?? []);
      const [early, late] = [told('sentence-synthesis'), told('sentence-end')];
      expect([early.length, late.length]).toEqual([
        wordsIn === 'end' ? 0 : 11,
        wordsIn === 'synthesis' ? 0 : 11,
      ]);
      if (wordsIn === 'both') expect(early).toEqual(late);
    },
  );

  test('has each binary frame behind a sentence-synthesis', async ({ client }) => {
    await client.say('A short sentence.');
    const sounds = client.messages.flatMap((message, at) => (Buffer.isBuffer(message) ? [at] : []));
    expect(sounds.length).toBeGreaterThan(2);
    const shapes = client.messages.map((message) => {
      if (Buffer.isBuffer(message)) return 'sound';
      return typeof message === 'string' ? message : (message.payload.output?.type ?? message.header.event);
    });
    for (const at of sounds) {
      const before = shapes.slice(0, at).findLast((shape) => shape !== 'sound');
      expect(before).toBe('sentence-synthesis');
    }
  });

  test('follows another on the same socket', async ({ sandbox, client }) => {
    const first = await client.say('One.');
    const second = await client.say('Two.');
    expect(sandbox.synthesis.tasks.map(({ id, connection }) => [id, connection])).toEqual([
      [first, 1],
      [second, 1],
    ]);
  });

  test('is spoken as its sentences come, before the end is known', async ({ client, taskId }) => {
    client.text(taskId, 'The first is complete. The second');
    await client.event('sentence-end');
    expect(client.names).not.toContain('task-finished');
    expect(client.names.filter((name) => name === 'sentence-begin')).toHaveLength(1);
    client.finish(taskId);
    await client.event('task-finished');
    expect(client.names.filter((name) => name === 'sentence-begin')).toHaveLength(2);
  });

  test('whose finish-task does not follow at once loses its last sentence', async () => {
    const sandbox = await openSpeech({ finishWithinMs: 0 });
    const client = await connectSpeech(sandbox);
    const taskId = await client.started();
    client.text(taskId, 'This is said. This is not');
    await client.event('sentence-end');
    client.finish(taskId);
    await client.event('task-finished');
    expect(sandbox.synthesis.task(taskId)?.sentences).toEqual(['This is said.']);
  });

  test('that is busy is dropped by a new run-task', async () => {
    const sandbox = await openSpeech({ pace: { firstAudioLeastMs: 60_000, firstAudioMostMs: 60_000 } });
    const client = await connectSpeech(sandbox);
    const old = await client.started();
    client.text(old, 'Nobody hears this.');
    await client.event('sentence-begin');
    sandbox.synthesis.set({ pace: { firstAudioLeastMs: 0, firstAudioMostMs: 0 } });
    const next = await client.say('But this.');
    expect(sandbox.synthesis.task(old)?.status).toBe('dropped');
    const since = client.events.findIndex(({ header }) => header.task_id === next);
    expect(client.events.slice(since).every(({ header }) => header.task_id === next)).toBe(true);
  });

  test('without text for too long fails with the words of the service', async () => {
    const client = await connectSpeech(await openSpeech({ textTimeoutMs: 50 }));
    await client.started();
    expect((await client.failure())[1]).toMatch(/^request timeout after \d+ seconds\.$/);
    await client.until(() => client.closed);
    expect(client.closed).toMatchObject({ code: 1007 });
  });

  test('with SSML switched on says a text without any tag, as public clients send it', async () => {
    const sandbox = await openSpeech();
    const client = await connectSpeech(sandbox);
    const taskId = await client.say('Five < six. And on.', { enable_ssml: true });
    expect(sandbox.synthesis.task(taskId)?.sentences).toEqual(['Five < six.', ' And on.']);
  });

  test('may be long after its last text, once it is finished', async () => {
    const sandbox = await openSpeech({
      textTimeoutMs: 1_500,
      pace: { firstAudioLeastMs: 2_000, firstAudioMostMs: 2_000 },
    });
    await (await connectSpeech(sandbox)).say('Slow.');
    expect(sandbox.synthesis.tasks[0]?.status).toBe('finished');
  });
});

describe('in the wrong order', () => {
  test('text before task-started fails the task', async () => {
    const client = await connectSpeech(await openSpeech({ startMs: 60_000 }));
    const taskId = client.run();
    client.text(taskId, 'Too early.');
    expect(await client.failure()).toEqual(['InvalidParameter', 'continue-task came before task-started.']);
  });

  test('finish-task before task-started fails the task', async () => {
    const client = await connectSpeech(await openSpeech({ startMs: 60_000 }));
    client.finish(client.run());
    expect((await client.failure())[1]).toContain('before task-started');
  });

  test.each(['continue-task', 'finish-task'])('%s without a run-task is refused', async (action) => {
    const sandbox = await openSpeech();
    const client = await connectSpeech(sandbox);
    const input = action === 'continue-task' ? { text: 'Hello.' } : {};
    client.send(action, randomUUID(), { input });
    expect(await client.failure()).toEqual(['InvalidParameter', `${action} came without a run-task.`]);
    expect(sandbox.synthesis.refused).toHaveLength(1);
  });

  test('text after finish-task, and a second finish-task, fail the task', async () => {
    const sandbox = await openSpeech({ pace: { firstAudioLeastMs: 60_000, firstAudioMostMs: 60_000 } });
    for (const late of ['text', 'finish'] as const) {
      const client = await connectSpeech(sandbox);
      const taskId = await client.started();
      client.text(taskId, 'Hello.');
      client.finish(taskId);
      client[late](taskId, 'And more.');
      expect((await client.failure())[1]).toMatch(/came (after finish-task|twice)/);
    }
  });

  test('another task_id within a task fails it', async ({ client, taskId }) => {
    client.text(randomUUID(), 'Hello.');
    const { header } = await client.event('task-failed');
    expect(header).toMatchObject({ task_id: taskId, error_code: 'InvalidParameter' });
    expect(header.error_message).toContain('header.task_id');
  });

  test('a task_id that was used before is refused', async ({ client }) => {
    const taskId = await client.say('Hello.');
    client.run({}, 'tts-v3-flash', taskId);
    expect((await client.failure())[1]).toContain('used before');
  });
});

describe('is refused', () => {
  test('what is no JSON, and what is binary', async ({ sandbox }) => {
    const [text, binary] = [await connectSpeech(sandbox), await connectSpeech(sandbox)];
    text.socket.send('{"header":');
    expect((await text.failure())[1]).toContain('JSON');
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect((await binary.failure())[1]).toContain('binary');
  });

  test('an unknown model, by the name that this deployment uses', async () => {
    const { sandbox } = await openService({
      modelNames: { 'tts-v2': 'speech-two' },
      synthesis: { speaker: 'built-in' },
    });
    const client = await connectSpeech(sandbox);
    client.run({}, 'tts-v2');
    expect((await client.failure())[0]).toBe('ModelNotFound');
    const other = await connectSpeech(sandbox);
    await other.started({}, 'speech-two');
  });

  test('more tasks of one model than its limit, and no other model', async () => {
    const sandbox = await openSpeech({ tasksPerSecond: 1 });
    const [one, two, three] = [
      await connectSpeech(sandbox),
      await connectSpeech(sandbox),
      await connectSpeech(sandbox),
    ];
    one.run();
    two.run();
    three.run({}, 'tts-v2');
    await Promise.all([one.event('task-started'), three.event('task-started')]);
    expect((await two.failure())[0]).toBe('Throttling.RateQuota');
  });

  test('a message of more than 20,000 characters', async ({ client, taskId }) => {
    client.text(taskId, ' '.repeat(20_000));
    client.text(taskId, ' '.repeat(20_001));
    expect((await client.failure())[1]).toContain('at most 20000');
  });

  test('a task of more than 200,000 characters', async ({ client, taskId }) => {
    for (let times = 0; times < 10; times += 1) client.text(taskId, ' '.repeat(20_000));
    client.text(taskId, ' ');
    expect((await client.failure())[1]).toContain('at most 200000');
  });

  test('a second message of SSML, and SSML that is not well-formed', async ({ sandbox }) => {
    const twice = await connectSpeech(sandbox);
    const taskId = await twice.started({ enable_ssml: true });
    twice.text(taskId, '<speak>one</speak>');
    twice.text(taskId, '<speak>two</speak>');
    expect((await twice.failure())[1]).toContain('only one continue-task');
    const broken = await connectSpeech(sandbox);
    broken.text(await broken.started({ enable_ssml: true }), '<speak>one');
    expect((await broken.failure())[1]).toContain('not well-formed');
  });
});

describe('a socket', () => {
  test('is dead after a failure: nothing is answered any more', async () => {
    const sandbox = await openSpeech({ idleTimeoutMs: 1_000 });
    const client = await connectSpeech(sandbox);
    client.run({ voice: 'nobody' });
    expect(await client.failure()).toEqual(['InvalidParameter', '[tts:]Engine return error code: 418']);
    client.run();
    await client.until(() => client.closed);
    expect(client.names).toEqual(['task-failed']);
  });

  test('is closed when no task has come for a while', async () => {
    const sandbox = await openSpeech({ idleTimeoutMs: 1_000 });
    const client = await connectSpeech(sandbox);
    await client.say('One.');
    expect(await client.until(() => client.closed)).toMatchObject({ code: 1000 });
    await expect.poll(() => sandbox.synthesis.connections).toEqual({ open: 0, opened: 1 });
  });

  test('that is gone drops its task', async () => {
    const sandbox = await openSpeech({ pace: { firstAudioLeastMs: 60_000, firstAudioMostMs: 60_000 } });
    const client = await connectSpeech(sandbox);
    const taskId = await client.started();
    client.text(taskId, 'Hello.');
    await client.event('sentence-begin');
    sandbox.synthesis.dropAll();
    await client.until(() => client.closed);
    await expect.poll(() => sandbox.synthesis.task(taskId)?.status).toBe('dropped');
  });
});

test('a task is billed for its text, tags not counted, Han characters twice', async ({ client }) => {
  await client.say('<speak>你好<break time="1s"/>abc</speak>', { enable_ssml: true });
  expect(client.events.at(-1)?.payload.usage?.characters).toBe(7);
});
