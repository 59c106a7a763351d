import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../../src/operations/clock.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { openProfile, type ServiceSettings } from '../../../../src/service/profile.ts';
import { openSynthesis, type SynthesisOptions } from '../../../../src/service/synthesis/client.ts';
import type {
  SynthesisClient,
  SynthesisTask,
  TimedWord,
} from '../../../../src/service/synthesis/synthesis-types.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../../support/fake-log.ts';
import { rejection } from '../../../support/rejection.ts';
import { refuseUpgrade } from '../../../support/scripted-socket.ts';
import {
  goodPlay,
  mutePlay,
  type Play,
  ScriptedSynthesis,
  synthesisRequest,
  voiceListing,
} from '../../../support/scripted-synthesis.ts';
import { serviceSettings } from '../../../support/service-settings.ts';

let service: ScriptedSynthesis;
const opened: SynthesisClient[] = [];

beforeEach(async () => {
  service = await ScriptedSynthesis.start();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
  await service[Symbol.asyncDispose]();
});

function open(
  options: Partial<SynthesisOptions> = {},
  settings: Partial<ServiceSettings> = {},
): SynthesisClient {
  const client = openSynthesis({
    profile: openProfile(serviceSettings(service.socket.url, settings)),
    clock: systemClock,
    log: silentLog,
    tasksPerSecond: 10_000,
    ...options,
  });
  opened.push(client);
  return client;
}

/** Everything that was heard of it, as text. */
async function heard(task: SynthesisTask): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of task.audio) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Its next bytes, or its end. */
async function nextOf(task: SynthesisTask): Promise<IteratorResult<Uint8Array>> {
  return await task.audio[Symbol.asyncIterator]().next();
}

function say(client: SynthesisClient, text: string): SynthesisTask {
  const task = client.start(synthesisRequest());
  task.write(text);
  task.finish();
  return task;
}

async function failureOf(task: SynthesisTask): Promise<ServiceError> {
  return await rejection(task.done, ServiceError);
}

describe('a task', () => {
  test('is run, continued and finished, in this order, each with the same new id', async () => {
    const task = say(open(), 'Good morning.');
    expect(await heard(task)).toBe('Good morning.');
    await task.done;
    const { commands, actions, id } = service.task;
    expect(actions).toEqual(['run-task', 'continue-task', 'finish-task']);
    expect(new Set(commands.map(({ header }) => header.task_id))).toEqual(new Set([id]));
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(commands.map(({ header }) => header.streaming)).toEqual(['duplex', 'duplex', 'duplex']);
  });

  test('goes to the path of the interface, with the key and the model that the deployment knows', async () => {
    const client = open({}, { modelAliases: { 'tts-v3-flash': 'other-flash' } });
    await say(client, 'Yes.').done;
    expect(service.task.connection.url.href).toBe('ws://host/api-ws/v1/inference');
    expect(service.task.connection.headers.authorization).toBe('Bearer test-key');
    expect(service.task.run.payload.model).toBe('other-flash');
  });

  test('sends nothing more before it has started', async () => {
    service.next({ run: () => undefined });
    const task = say(open(), 'Wait for me.');
    await eventually(() => service.tasks.length === 1);
    await oneRoundTrip();
    expect(service.task.actions).toEqual(['run-task']);
    service.task.started();
    await task.done;
    expect(service.task.actions).toEqual(['run-task', 'continue-task', 'finish-task']);
  });

  test('is heard while it is still being made', async () => {
    service.next({ finish: () => undefined });
    const task = say(open(), 'Early.');
    const first = await nextOf(task);
    expect(first).toMatchObject({ done: false });
    service.task.audio(' Late.');
    service.task.finished();
    expect(await heard(task)).toBe(' Late.');
  });

  test('tells what the service bills, and under which id', async () => {
    service.next({
      finish: (task) => {
        task.sentenceEnd(12);
        task.finished(14, 'req-7');
      },
    });
    expect(await say(open(), 'Hello.').done).toEqual({ characters: 14, requestId: 'req-7' });
  });

  test('reads counts and the times of words that come as texts', async () => {
    const words: TimedWord[] = [];
    service.next({
      text: (task, text) => {
        task.audio(text);
        const word = { text: 'Hi', begin_index: '0', end_index: '2', begin_time: '120', end_time: '340.5' };
        const broken = { text: 'no', begin_index: 3, begin_time: 'soon', end_time: '9' };
        const output = { type: 'sentence-synthesis', sentence: { index: '0', words: [word, broken] } };
        task.event('result-generated', { output });
      },
      finish: (task) => task.event('task-finished', { output: {}, usage: { characters: '14' } }),
    });
    const task = open().start(synthesisRequest());
    task.onWord((word) => words.push(word));
    task.write('Hi no.');
    task.finish();
    expect((await task.done).characters).toBe(14);
    expect(words).toEqual([{ text: 'Hi', beginMs: 120, endMs: 340.5, sentence: 0 }]);
  });

  test('whose last event names no characters keeps what was counted before', async () => {
    service.next({
      finish: (task) => {
        task.sentenceEnd(12);
        task.finished(null);
      },
    });
    expect((await say(open(), 'Hello.').done).characters).toBe(12);
  });

  test('without any text makes no task and no sound', async () => {
    const task = say(open(), '  \n');
    expect(await heard(task)).toBe('');
    expect(await task.done).toEqual({ characters: 0, requestId: undefined });
    expect(service.tasks).toEqual([]);
  });

  test('that breaks a rule is refused before anything is sent', () => {
    const client = open();
    const start = () => client.start(synthesisRequest({ volume: 101 }));
    expect(start).toThrow(ServiceError);
    expect(start).toThrow(/volume out-of-range/);
    expect(service.socket.connections).toEqual([]);
  });

  test('takes no text once it is finished or over', async () => {
    const task = say(open(), 'Done.');
    expect(() => task.write('more')).toThrow(/TextAfterFinish/);
    await task.done;
    expect(() => task.write('more')).toThrow(/TaskIsOver/);
    task.finish();
  });
});

describe('text', () => {
  test('is sent on at sentence ends while it is still being written', async () => {
    const client = open();
    const task = client.start(synthesisRequest());
    task.write('It costs 3.50 euros, said Dr. Ames. And th');
    await eventually(() => service.tasks[0]?.texts.length === 1);
    expect(service.task.texts).toEqual(['It costs 3.50 euros, said Dr. Ames. ']);
    task.write('en it rained');
    task.finish();
    await task.done;
    expect(service.task.texts.slice(1)).toEqual(['And then it rained']);
  });

  test('is finished at once after its end', async () => {
    const task = open({ clock: new FakeClock() }).start(synthesisRequest());
    task.write('One sentence. And the last without an end');
    task.finish();
    await task.done;
    expect(service.task.actions.at(-1)).toBe('finish-task');
  });

  test('of more than 20,000 characters is several messages', async () => {
    const text = 'A sentence of some length. '.repeat(1_000);
    expect(await heard(say(open(), text))).toBe(text);
    expect(service.task.texts.length).toBeGreaterThan(1);
    expect(service.task.texts.every((each) => each.length <= 20_000)).toBe(true);
  });

  test('of more than 200,000 characters goes on in another task on the same connection', async () => {
    const text = '你好世界。'.repeat(23_000);
    expect(await heard(say(open(), text))).toBe(text);
    expect(service.tasks).toHaveLength(2);
    const weights = service.tasks.map((task) => task.texts.join('').replaceAll('。', '').length * 2.25);
    expect(Math.max(...weights)).toBeLessThanOrEqual(200_000);
    expect(service.socket.connections[0]).toBe(service.tasks[1]?.connection);
    expect(service.tasks[0]?.actions.at(-1)).toBe('finish-task');
    expect(service.tasks[0]?.id).not.toBe(service.tasks[1]?.id);
  });

  test('that is SSML is one message, however it was written', async () => {
    const task = open().start(synthesisRequest({ ssml: true }));
    task.write('<speak>One. ');
    task.write('Two.</speak>');
    task.finish();
    await task.done;
    expect(service.task.texts).toEqual(['<speak>One. Two.</speak>']);
    expect(service.task.parameters).toMatchObject({ enable_ssml: true });
  });

  test('that is SSML and does not fit into one message is refused', async () => {
    const task = open().start(synthesisRequest({ ssml: true }));
    task.write(`<speak>${'a'.repeat(20_000)}</speak>`);
    task.finish();
    expect(await failureOf(task)).toMatchObject({ fault: 'invalid-request', code: 'TextTooLong' });
    expect(service.tasks).toEqual([]);
  });

  test('that pauses for 20 seconds finishes its task, and goes on in a new one without a seam', async () => {
    const clock = new FakeClock();
    const task = open({ clock }).start(synthesisRequest());
    task.write('First. And');
    const words: TimedWord[] = [];
    task.onWord((word) => words.push(word));
    await eventually(() => service.tasks[0]?.texts.length === 1 && clock.sleeping > 0);
    await clock.advance(19_900);
    expect(service.task.actions).not.toContain('finish-task');
    await clock.advance(100);
    await eventually(() => service.task.actions.includes('finish-task'));
    await clock.advance(3_600_000);
    task.write(' second.');
    task.finish();
    expect(await heard(task)).toBe('First. And second.');
    expect((await task.done).requestId).toBe('req-1');
    expect(service.tasks.map(({ texts }) => texts)).toEqual([['First. '], ['And second.']]);
  });
});

describe('words', () => {
  test('come once each, although the service repeats them, and in the time of the whole', async () => {
    const clock = new FakeClock();
    const first: Play = {
      text: (task) => {
        task.words(0, ['Good', 0, 0, 200]);
        task.words(0, ['Good', 0, 0, 200], ['day', 5, 210, 400]);
        task.words(1, ['So', 0, 450, 500]);
        task.audio(new Uint8Array(16_000));
      },
    };
    const second: Play = {
      text: (task) => {
        task.words(0, ['Bye', 0, 10, 90]);
        task.audio(new Uint8Array(1_600));
      },
    };
    service.next(first, second);
    const voice = voiceListing({ wordTimestamps: true });
    const task = open({ clock }).start(
      synthesisRequest({ voice, format: 'pcm', sampleRateHz: 8_000, wordTimestamps: true }),
    );
    const words: TimedWord[] = [];
    task.onWord((word) => words.push(word));
    task.write('Good day. So. B');
    await eventually(() => words.length === 3 && clock.sleeping > 0);
    await clock.advance(20_000);
    await eventually(() => service.task.actions.includes('finish-task'));
    await oneRoundTrip();
    task.write('ye.');
    task.finish();
    await task.done;
    expect(words).toEqual([
      { text: 'Good', beginMs: 0, endMs: 200, sentence: 0 },
      { text: 'day', beginMs: 210, endMs: 400, sentence: 0 },
      { text: 'So', beginMs: 450, endMs: 500, sentence: 1 },
      { text: 'Bye', beginMs: 1_010, endMs: 1_090, sentence: 2 },
    ]);
  });
});

describe('connections', () => {
  test('serve one task after another, each with an id of its own', async () => {
    const client = open();
    await say(client, 'One.').done;
    await say(client, 'Two.').done;
    const [first, second] = service.tasks;
    expect(first?.id).not.toBe(second?.id);
    expect([...new Set(service.tasks.map(({ connection }) => connection))].length).toBeLessThanOrEqual(2);
  });

  test('are each for one task at a time', async () => {
    service.next({ finish: () => undefined }, { finish: () => undefined });
    const client = open();
    const tasks = [say(client, 'One.'), say(client, 'Two.')];
    await eventually(
      () => service.tasks.length === 2 && service.tasks.every(({ texts }) => texts.length > 0),
    );
    expect(service.tasks[0]?.connection).not.toBe(service.tasks[1]?.connection);
    for (const task of service.tasks) task.finished();
    await Promise.all(tasks.map(({ done }) => done));
  });

  test('drop audio of the task before until the new one has started', async () => {
    service.next({
      run: (task) => {
        task.audio('old');
        task.started();
      },
    });
    expect(await heard(say(open(), 'new'))).toBe('new');
  });

  test('ignore late events of another task', async () => {
    service.next({
      text: (task, text) => {
        task.event('task-failed', {}, { task_id: 'other', error_code: 'InternalError' });
        task.event('task-finished', {}, { task_id: 'other' });
        task.audio(text);
      },
    });
    expect(await heard(say(open(), 'mine'))).toBe('mine');
  });

  test.each<[string, (send: (message: unknown) => void, id: string) => void]>([
    ['an unknown event', (send, id) => send({ header: { event: 'task-news', task_id: id }, payload: 7 })],
    ['no header', (send) => send({ hello: 1 })],
    ['something that is no object', (send) => send([1])],
    [
      'unknown fields and odd words',
      (send, id) =>
        send({
          header: { event: 'result-generated', task_id: id, extra: {} },
          payload: {
            output: { type: 'new', sentence: { index: 'x', words: [{ text: 1 }, null] } },
            usage: 'none',
          },
        }),
    ],
  ])('live through %s', async (_, send) => {
    service.next({
      text: (task, text) => {
        send((message) => task.connection.json(message), task.id);
        task.audio(text);
      },
    });
    expect(await heard(say(open(), 'still here'))).toBe('still here');
  });

  test('that send what is not JSON are given up', async () => {
    service.next({ text: (task) => task.connection.socket.send('{"header') });
    const task = say(open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'malformed', code: 'EventIsNotJson' });
    await eventually(() => service.task.connection.closed !== undefined);
  });

  test('are not used again after a failed task', async () => {
    service.next({ text: (task) => task.failed('InternalError', 'oops') });
    const client = open();
    await failureOf(say(client, 'One.'));
    await say(client, 'Two.').done;
    expect(service.tasks[1]?.connection).not.toBe(service.tasks[0]?.connection);
    await eventually(() => service.tasks[0]?.connection.closed !== undefined);
  });
});

describe('speech that is over without a sound', () => {
  test.each<[string, Play]>([
    ['none at all', { text: () => undefined, finish: (task) => task.finished(7) }],
    ['an empty piece', { text: (task) => task.audio(''), finish: (task) => task.finished(7) }],
  ])('is a failure and costs nothing: %s', async (_, play) => {
    service.next(play);
    const task = say(open(), 'Hello.');
    const error = await failureOf(task);
    expect(error).toMatchObject({ fault: 'malformed', code: 'NoAudio', nothingHappened: true });
    expect(await rejection(heard(task), ServiceError)).toBe(error);
  });

  test('is a failure also when all that came was the head of a file', async () => {
    service.next({ text: (task) => task.audio(new Uint8Array(44)) });
    const task = open().start(synthesisRequest({ format: 'wav' }));
    task.write('Hello.');
    task.finish();
    expect(await failureOf(task)).toMatchObject({ code: 'NoAudio' });
  });
});

describe('trouble', () => {
  test.each([undefined, '', null])('without the id of a task (%j) ends the task there is', async (id) => {
    service.next({
      text: (task) => task.event('task-failed', {}, { task_id: id, error_code: 'DataInspectionFailed' }),
    });
    expect(await failureOf(say(open(), 'Hello.'))).toMatchObject({ fault: 'moderation' });
  });

  test.each(['VoiceUnknown', 'VoiceDoesNotFitModel'])(
    'with a voice is for the operator: %s',
    async (code) => {
      const message = code === 'VoiceUnknown' ? 'Request voice is invalid!' : 'Engine return error code: 418';
      service.next({ text: (task) => task.failed('InvalidParameter', message) });
      const error = await failureOf(say(open(), 'Hello.'));
      expect(error).toMatchObject({ code, problem: 'voice-refused', needsOperator: true });
      expect(error.message).toContain('SPEECH_VOICE');
    },
  );

  test('of a connection that was closed before its task began is said as it was', async () => {
    const clock = new FakeClock();
    const client = open({ clock, tasksPerSecond: 1 });
    await heard(say(client, 'One.'));
    const task = say(client, 'Two.');
    await eventually(() => service.socket.connections.length > 0);
    for (const { socket } of service.socket.connections) socket.close(1007, 'Arrearage');
    service.socket.onConnection = ({ socket }) => socket.close(1007, 'Arrearage');
    await eventually(() => service.socket.connections.every(({ closed }) => closed !== undefined));
    await clock.advance(60_000);
    expect(await failureOf(task)).toMatchObject({ fault: 'arrears', needsOperator: true });
  });

  test.each([
    ['InvalidParameter', 'bad', 'invalid-request', 'InvalidParameter', false],
    ['InternalError.Algo', 'Engine return error code: 418', 'invalid-request', 'VoiceDoesNotFitModel', false],
    ['InvalidParameter', 'Request voice is invalid!', 'invalid-request', 'VoiceUnknown', false],
    ['418', '', 'invalid-request', 'VoiceDoesNotFitModel', false],
    ['InvalidParameter', 'Engine return error code: 428', 'invalid-request', 'InstructionNotAccepted', false],
    ['InvalidParameter', 'request timeout after 23 seconds.', 'timeout', 'TextIntervalExceeded', true],
    ['DataInspectionFailed', '', 'moderation', 'DataInspectionFailed', false],
    ['Arrearage', '', 'arrears', 'Arrearage', false],
    ['Model.AccessDenied', '', 'access', 'Model.AccessDenied', false],
    ['ModelNotFound', '', 'not-found', 'ModelNotFound', false],
    ['InvalidApiKey', '', 'credentials', 'InvalidApiKey', false],
    ['InternalError', '', 'server', 'InternalError', true],
    ['SomethingNew', '', 'server', 'SomethingNew', true],
    ['', '', 'server', 'TaskFailed', true],
  ])('task-failed with %j %j is %s', async (code, message, fault, ours, retryable) => {
    service.next({ text: (task) => task.failed(code, message) });
    const task = say(open(), 'Hello.');
    const error = await failureOf(task);
    expect(error).toMatchObject({ fault, code: ours, retryable });
    expect(await rejection(heard(task), ServiceError)).toBe(error);
    expect(service.tasks).toHaveLength(1);
  });

  test('after something was heard keeps what was heard and ends in an error', async () => {
    service.next({
      text: (task) => {
        task.audio('half');
        task.failed('DataInspectionFailed', 'no');
      },
    });
    const task = say(open(), 'Hello.');
    expect(await nextOf(task)).toMatchObject({ value: Buffer.from('half') });
    expect(await rejection(nextOf(task), ServiceError)).toMatchObject({ fault: 'moderation' });
    expect(await failureOf(task)).toMatchObject({ nothingHappened: false });
  });

  test.each<[string, Play]>([
    ['before its task has started', { run: (task) => task.connection.socket.terminate() }],
    ['before anything was heard', { text: (task) => task.connection.socket.terminate() }],
    ['with a transient close', { text: (task) => task.connection.socket.close(1011) }],
  ])('of the connection %s is mended once: the text is said on a new one', async (_, play) => {
    service.next(play);
    const task = say(open(), 'Hello. World.');
    expect(await heard(task)).toBe('Hello. World.');
    expect(service.tasks).toHaveLength(2);
    expect(service.tasks[0]?.connection).not.toBe(service.tasks[1]?.connection);
  });

  test('of the connection that comes again is an error', async () => {
    const lost: Play = { text: (task) => task.connection.socket.terminate() };
    service.next(lost, lost);
    const task = say(open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'unreachable', code: 'ConnectionLost' });
    expect(service.tasks).toHaveLength(2);
  });

  test('of the connection after something was heard is an error, and nothing is said twice', async () => {
    service.next({
      text: (task) => {
        task.audio('Hel');
        task.connection.socket.close(1001);
      },
    });
    const task = say(open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'unreachable' });
    expect(service.tasks).toHaveLength(1);
  });

  test('with the rate of the account waits and begins again', async () => {
    const clock = new FakeClock();
    const throttled: Play = { run: (task) => task.failed('Throttling.RateQuota', 'slow down') };
    service.next(throttled, throttled);
    const task = say(open({ clock, tasksPerSecond: 3 }), 'Hello.');
    for (const count of [1, 2]) {
      await eventually(
        () => service.tasks.length === count && service.tasks[count - 1]?.connection.closed !== undefined,
      );
      await clock.advance(count * 1_000);
      await clock.advance(1_000);
    }
    expect(await heard(task)).toBe('Hello.');
  });

  test('with the rate that does not end is an error in the end', async () => {
    const throttled: Play = { run: (task) => task.failed('Throttling', '') };
    service.next(throttled);
    const task = say(open({ limits: { throttledRetries: 0 } }), 'Hello.');
    expect(await failureOf(task)).toMatchObject({
      fault: 'throttled',
      retryable: true,
      nothingHappened: true,
    });
  });

  test('of the upgrade with the key is for the operator, at once', async () => {
    service.socket.refusals.push(refuseUpgrade(401, { code: 'InvalidApiKey' }));
    const error = await failureOf(say(open(), 'Hello.'));
    expect(error).toMatchObject({ fault: 'credentials', needsOperator: true });
    expect(service.socket.connections).toEqual([]);
  });

  test('that is silence instead of task-started ends after 10 seconds', async () => {
    const clock = new FakeClock();
    service.next(mutePlay);
    const task = say(open({ clock }), 'Hello.');
    await eventually(() => service.tasks.length === 1);
    await clock.advance(10_000);
    expect(await failureOf(task)).toMatchObject({ fault: 'timeout', code: 'NoTaskStarted' });
  });

  test('that is silence in the middle of the audio ends after 30 seconds', async () => {
    const clock = new FakeClock();
    service.next({ ...goodPlay, finish: (task) => task.audio('more') });
    const task = say(open({ clock }), 'Hello.');
    await nextOf(task);
    await nextOf(task);
    await clock.advance(29_000);
    service.task.event('unknown-but-alive');
    await oneRoundTrip();
    await clock.advance(29_000);
    expect(service.task.connection.closed).toBeUndefined();
    await clock.advance(1_000);
    expect(await failureOf(task)).toMatchObject({ fault: 'timeout', code: 'NoAudioInTime' });
  });

  test('that ends a task which was not finished is an error, not a shorter text', async () => {
    service.next({ text: (task) => task.finished() });
    const task = open().start(synthesisRequest());
    task.write('One. Two. Th');
    expect(await failureOf(task)).toMatchObject({ fault: 'malformed', code: 'FinishedUnasked' });
  });

  test('leaves no text and no key in the log', async () => {
    const { log, text } = recordingLog();
    service.next({ text: (task) => task.connection.socket.terminate() });
    await say(open({ log }), 'A secret wish.').done;
    expect(text()).toContain('begins again');
    expect(text()).not.toMatch(/secret wish|test-key/);
  });
});

describe('interrupting', () => {
  test('ends it at the service, too, and rejects with `aborted`', async () => {
    service.next({ finish: () => undefined });
    const client = open();
    const task = say(client, 'A long story.');
    await nextOf(task);
    service.task.audio('never heard');
    task.cancel();
    task.cancel();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted', code: 'SpeechCanceled' });
    expect(await rejection(nextOf(task), ServiceError)).toMatchObject({ fault: 'aborted' });
    expect(await nextOf(task)).toMatchObject({ done: true });
    await eventually(() => service.task.connection.closed !== undefined);
  });

  test('by the signal of the caller does the same', async () => {
    service.next(mutePlay);
    const stop = new AbortController();
    const task = open().start(synthesisRequest(), stop.signal);
    task.write('Hello. ');
    task.finish();
    await eventually(() => service.tasks.length === 1);
    stop.abort();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
  });

  test('before anything was sent sends nothing', async () => {
    const task = open().start(synthesisRequest(), AbortSignal.abort());
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
    expect(service.socket.connections).toEqual([]);
  });

  test('happens when the reader leaves, even if it never read', async () => {
    service.next(mutePlay);
    const task = say(open(), 'Hello.');
    await eventually(() => service.tasks.length === 1);
    await task.audio[Symbol.asyncIterator]().return?.();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
    await eventually(() => service.task.connection.closed !== undefined);
  });

  test('leaves the next task alone', async () => {
    service.next({ finish: () => undefined });
    const client = open();
    const task = say(client, 'Old.');
    await nextOf(task);
    task.cancel();
    expect(await heard(say(client, 'New.'))).toBe('New.');
    await failureOf(task);
  });

  test('is what closing does to all of them', async () => {
    service.next(mutePlay);
    const client = open();
    const task = say(client, 'Hello.');
    await eventually(() => service.tasks.length === 1);
    await client.close();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
    expect(() => client.start(synthesisRequest())).toThrow(/SynthesisIsClosed/);
    await eventually(() => service.socket.connections.every(({ closed }) => closed !== undefined));
  });
});

test('WAV audio of a text that took two tasks has one header', async () => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(16_000, 24);
  header.write('data', 36, 'latin1');
  const play: Play = { text: (task, text) => task.audio(Buffer.concat([header, Buffer.from(text)])) };
  service.next(play, play);
  const task = open({ limits: { longestGapMs: 0 } }).start(synthesisRequest({ format: 'wav' }));
  task.write('One. Two');
  await eventually(() => service.tasks[0]?.actions.at(-1) === 'finish-task');
  task.write(' and three.');
  task.finish();
  const audio = await heard(task);
  expect(service.tasks).toHaveLength(2);
  expect(audio.slice(44)).toBe('One. Two and three.');
});

describe('audio that nobody reads yet', () => {
  const manyBytesAtOnce: Play = {
    text: () => undefined,
    finish: (task) =>
      task.connection.atOnce(() => {
        task.audio('a'.repeat(50));
        task.audio('b'.repeat(50));
        task.finished();
      }),
  };

  test('lets the service wait no longer than its task, whose socket serves the next', async () => {
    service.next(manyBytesAtOnce);
    const client = open({ limits: { maxUnreadBytes: 60 } });
    const task = say(client, 'Hello.');
    await task.done;
    // One of the two is on its socket, the other on the one that was opened ahead.
    const both = ['Next.', 'Last.'].map((text) => heard(say(client, text)));
    expect(await Promise.all(both)).toEqual(['Next.', 'Last.']);
    expect(await heard(task)).toHaveLength(100);
  });

  test('lets the task that goes on with the text wait, too', async () => {
    service.next(manyBytesAtOnce);
    const client = open({ limits: { maxUnreadBytes: 60, longestGapMs: 0 } });
    const task = client.start(synthesisRequest());
    task.write('One. Two');
    await eventually(() => service.tasks[0]?.actions.at(-1) === 'finish-task');
    task.write(' and three.');
    task.finish();
    await eventually(() => service.tasks.length === 2);
    // Another task comes and goes; by then this one would have been sent its text.
    expect(await heard(say(client, 'Other.'))).toBe('Other.');
    expect(service.tasks[1]?.actions).toEqual(['run-task']);
    expect(await heard(task)).toBe(`${'a'.repeat(50)}${'b'.repeat(50)}Two and three.`);
  });
});

describe('nothing was made', () => {
  const nothing = { nothingHappened: true };

  test('when it is interrupted before its text was sent, so it costs nothing', async () => {
    service.next(mutePlay);
    const task = say(open(), 'Hello.');
    await eventually(() => service.tasks.length === 1);
    task.cancel();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted', ...nothing });
    expect(service.task.actions).toEqual(['run-task']);
  });

  test('when the service never answers its beginning', async () => {
    const clock = new FakeClock();
    service.next(mutePlay);
    const task = say(open({ clock }), 'Hello.');
    await eventually(() => service.tasks.length === 1);
    await clock.advance(10_000);
    expect(await failureOf(task)).toMatchObject({ code: 'NoTaskStarted', ...nothing });
  });

  test('is not said of what is interrupted or lost once its text was sent', async () => {
    service.next({ finish: () => undefined }, { text: (task) => task.connection.socket.terminate() });
    service.next({ run: (task) => task.connection.socket.terminate() });
    const client = open();
    const interrupted = say(client, 'Hello.');
    await nextOf(interrupted);
    interrupted.cancel();
    expect(await failureOf(interrupted)).toMatchObject({ nothingHappened: false });
    expect(await failureOf(say(client, 'Hello.'))).toMatchObject({
      fault: 'unreachable',
      nothingHappened: false,
    });
  });
});

describe("the account's rate", () => {
  test('lets 3 tasks a second of a model through, the others wait their turn', async () => {
    const clock = new FakeClock();
    const client = open({ clock, tasksPerSecond: 3 });
    const all = Promise.all([1, 2, 3, 4].map((each) => heard(say(client, `${each}.`))));
    await eventually(() => clock.sleeping >= 3);
    await eventually(() => service.tasks.length === 1);
    await clock.advance(340);
    await oneRoundTrip();
    expect(service.tasks.length).toBeLessThanOrEqual(1);
    await clock.advance(1_000);
    expect(await all).toEqual(['1.', '2.', '3.', '4.']);
  });

  test('keeps no socket from being closed when the wait for it is given up', async () => {
    const client = open({ clock: new FakeClock(), tasksPerSecond: 1 });
    await say(client, 'One.').done;
    const task = say(client, 'Two.');
    await oneRoundTrip();
    task.cancel();
    await failureOf(task);
    expect(service.tasks).toHaveLength(1);
    await client.close();
    await eventually(() => service.socket.connections.every(({ closed }) => closed !== undefined));
  });

  test('is counted for each model apart', async () => {
    const clock: Clock = new FakeClock();
    const client = open({ clock, tasksPerSecond: 1 });
    const other = client.start(synthesisRequest({ model: 'tts-v2' }));
    other.write('Other.');
    other.finish();
    await Promise.all([say(client, 'One.').done, other.done]);
    expect(service.tasks.map(({ run }) => run.payload.model).sort()).toEqual(['tts-v2', 'tts-v3-flash']);
  });
});

/** Whatever was sent before on any connection has been heard. */
async function oneRoundTrip(): Promise<void> {
  await Promise.all(
    service.socket.connections.map(
      ({ socket }) =>
        new Promise<void>((resolve) => {
          if (socket.readyState !== socket.OPEN) resolve();
          socket.once('pong', () => resolve());
          socket.once('close', () => resolve());
          socket.ping();
        }),
    ),
  );
}
