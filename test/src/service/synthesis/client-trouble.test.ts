import { test as base, describe, expect } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';
import { rejection } from '../../../support/rejection.ts';
import { refuseUpgrade } from '../../../support/scripted-socket.ts';
import { goodPlay, mutePlay, type Play, synthesisRequest } from '../../../support/scripted-synthesis.ts';
import { failureOf, heard, nextOf, say, synthesisStage } from '../../../support/synthesis-stage.ts';

const test = base.extend('clock', () => new FakeClock());

const stage = synthesisStage();

describe('speech that is over without a sound', () => {
  test.each<[string, Play]>([
    ['none at all', { text: () => undefined, finish: (task) => task.finished(7) }],
    ['an empty piece', { text: (task) => task.audio(''), finish: (task) => task.finished(7) }],
  ])('is a failure and costs nothing: %s', async (_, play) => {
    stage.service.next(play);
    const task = say(stage.open(), 'Hello.');
    const error = await failureOf(task);
    expect(error).toMatchObject({ fault: 'malformed', code: 'NoAudio', nothingHappened: true });
    expect(await rejection(heard(task), ServiceError)).toBe(error);
  });

  test('is a failure also when all that came was the head of a file', async () => {
    stage.service.next({ text: (task) => task.audio(new Uint8Array(44)) });
    const task = say(stage.open(), 'Hello.', { format: 'wav' });
    expect(await failureOf(task)).toMatchObject({ code: 'NoAudio' });
  });
});

describe('more than any speech has', () => {
  const many = (count: number, one: () => void) => {
    for (let sent = 0; sent < count; sent += 1) one();
  };
  const tiny = new Uint8Array(4);

  test.each<[string, string, Play]>([
    ['events', 'TooManyEvents', { text: (task) => many(20_001, () => task.event('result-generated', {})) }],
    ['small frames', 'TooManyFrames', { text: (task) => many(11_000, () => task.audio(tiny)) }],
    ['empty frames', 'TooManyFrames', { text: (task) => many(10_001, () => task.audio(new Uint8Array())) }],
  ])('%s ends it as a fault of the service', async (_, code, play) => {
    stage.service.next(play);
    const task = say(stage.open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'malformed', code });
  });
});

describe('trouble', () => {
  test.each([undefined, '', null])('without the id of a task (%j) ends the task there is', async (id) => {
    stage.service.next({
      text: (task) => task.event('task-failed', {}, { task_id: id, error_code: 'DataInspectionFailed' }),
    });
    expect(await failureOf(say(stage.open(), 'Hello.'))).toMatchObject({ fault: 'moderation' });
  });

  test.each(['VoiceUnknown', 'VoiceDoesNotFitModel'])(
    'with a voice is for the operator: %s',
    async (code) => {
      const message = code === 'VoiceUnknown' ? 'Request voice is invalid!' : 'Engine return error code: 418';
      stage.service.next({ text: (task) => task.failed('InvalidParameter', message) });
      const error = await failureOf(say(stage.open(), 'Hello.'));
      expect(error).toMatchObject({ code, problem: 'voice-refused', needsOperator: true });
      expect(error.message).toContain('SPEECH_VOICE');
    },
  );

  test('of a connection that was closed before its task began is said as it was', async ({ clock }) => {
    const client = stage.open({ clock, tasksPerSecond: 1 });
    await heard(say(client, 'One.'));
    const task = say(client, 'Two.');
    await eventually(() => stage.service.socket.connections.length > 0);
    for (const { socket } of stage.service.socket.connections) socket.close(1007, 'Arrearage');
    stage.service.socket.onConnection = ({ socket }) => socket.close(1007, 'Arrearage');
    await eventually(() => stage.service.socket.connections.every(({ closed }) => closed !== undefined));
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
    stage.service.next({ text: (task) => task.failed(code, message) });
    const task = say(stage.open(), 'Hello.');
    const error = await failureOf(task);
    expect(error).toMatchObject({ fault, code: ours, retryable });
    expect(await rejection(heard(task), ServiceError)).toBe(error);
    expect(stage.service.tasks).toHaveLength(1);
  });

  test('after something was heard keeps what was heard and ends in an error', async () => {
    stage.service.next({
      text: (task) => {
        task.audio('half');
        task.failed('DataInspectionFailed', 'no');
      },
    });
    const task = say(stage.open(), 'Hello.');
    expect(await nextOf(task)).toMatchObject({ value: Buffer.from('half') });
    expect(await rejection(nextOf(task), ServiceError)).toMatchObject({ fault: 'moderation' });
    expect(await failureOf(task)).toMatchObject({ nothingHappened: false });
  });

  test.each<[string, Play]>([
    ['before its task has started', { run: (task) => task.connection.socket.terminate() }],
    ['before anything was heard', { text: (task) => task.connection.socket.terminate() }],
    ['with a transient close', { text: (task) => task.connection.socket.close(1011) }],
  ])('of the connection %s is mended once: the text is said on a new one', async (_, play) => {
    stage.service.next(play);
    const task = say(stage.open(), 'Hello. World.');
    expect(await heard(task)).toBe('Hello. World.');
    expect(stage.service.tasks).toHaveLength(2);
    expect(stage.service.tasks[0]?.connection).not.toBe(stage.service.tasks[1]?.connection);
  });

  test('of the connection is mended on a new one, not on one that waited beside it', async () => {
    const client = stage.open();
    await heard(say(client, 'One.'));
    const { connections } = stage.service.socket;
    await eventually(() => connections.length === 2);
    const before = [...connections];
    stage.service.next({ run: (task) => task.connection.socket.terminate() });
    expect(await heard(say(client, 'Two.'))).toBe('Two.');
    expect(before).not.toContain(stage.service.tasks.at(-1)?.connection);
  });

  test('of making a connection is mended once, also after the account was too fast', async ({ clock }) => {
    const { refusals } = stage.service.socket;
    stage.service.next({
      text: (task) => {
        refusals.push((socket) => socket.destroy());
        task.failed('Throttling', '');
      },
    });
    const task = say(stage.open({ clock, limits: { warmForMs: 0 } }), 'Hello.');
    await eventually(() => stage.service.tasks[0]?.connection.closed !== undefined);
    await clock.advance(1_000);
    await eventually(() => stage.service.tasks.length === 2);
    expect(refusals).toEqual([]);
    expect(await heard(task)).toBe('Hello.');
  });

  test('of the connection that comes again is an error', async () => {
    const lost: Play = { text: (task) => task.connection.socket.terminate() };
    stage.service.next(lost, lost);
    const task = say(stage.open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'unreachable', code: 'ConnectionLost' });
    expect(stage.service.tasks).toHaveLength(2);
  });

  test('of the connection after something was heard is an error, and nothing is said twice', async () => {
    stage.service.next({
      text: (task) => {
        task.audio('Hel');
        task.connection.socket.close(1001);
      },
    });
    const task = say(stage.open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'unreachable' });
    expect(stage.service.tasks).toHaveLength(1);
  });

  test('with the rate of the account waits and begins again', async ({ clock }) => {
    const throttled: Play = { run: (task) => task.failed('Throttling.RateQuota', 'slow down') };
    stage.service.next(throttled, throttled);
    const task = say(stage.open({ clock, tasksPerSecond: 3 }), 'Hello.');
    for (const count of [1, 2]) {
      await eventually(
        () =>
          stage.service.tasks.length === count &&
          stage.service.tasks[count - 1]?.connection.closed !== undefined,
      );
      await clock.advance(count * 1_000);
      await clock.advance(1_000);
    }
    expect(await heard(task)).toBe('Hello.');
  });

  test('with the rate that does not end is an error in the end', async () => {
    const throttled: Play = { run: (task) => task.failed('Throttling', '') };
    stage.service.next(throttled);
    const task = say(stage.open({ limits: { throttledRetries: 0 } }), 'Hello.');
    const throttling = { fault: 'throttled', retryable: true, nothingHappened: true };
    expect(await failureOf(task)).toMatchObject(throttling);
  });

  test('of the upgrade with the key is for the operator, at once', async () => {
    stage.service.socket.refusals.push(refuseUpgrade(401, { code: 'InvalidApiKey' }));
    const error = await failureOf(say(stage.open(), 'Hello.'));
    expect(error).toMatchObject({ fault: 'credentials', needsOperator: true });
    expect(stage.service.socket.connections).toEqual([]);
  });

  test('that is silence instead of task-started ends after 10 seconds', async ({ clock }) => {
    stage.service.next(mutePlay);
    const task = say(stage.open({ clock }), 'Hello.');
    await eventually(() => stage.service.tasks.length === 1);
    await clock.advance(10_000);
    expect(await failureOf(task)).toMatchObject({ fault: 'timeout', code: 'NoTaskStarted' });
  });

  test('that is silence in the middle of the audio ends after 30 seconds', async ({ clock }) => {
    stage.service.next({ ...goodPlay, finish: (task) => task.audio('more') });
    const task = say(stage.open({ clock }), 'Hello.');
    await nextOf(task);
    await nextOf(task);
    await clock.advance(29_000);
    stage.service.task.event('unknown-but-alive');
    await stage.oneRoundTrip();
    await clock.advance(29_000);
    expect(stage.service.task.connection.closed).toBeUndefined();
    await clock.advance(1_000);
    expect(await failureOf(task)).toMatchObject({ fault: 'timeout', code: 'NoAudioInTime' });
  });

  test('that ends a task which was not finished is an error, not a shorter text', async () => {
    stage.service.next({ text: (task) => task.finished() });
    const task = stage.open().start(synthesisRequest());
    task.write('One. Two. Th');
    expect(await failureOf(task)).toMatchObject({ fault: 'malformed', code: 'FinishedUnasked' });
  });

  test('leaves no text and no key in the log', async () => {
    const { log, text } = recordingLog();
    stage.service.next({ text: (task) => task.connection.socket.terminate() });
    await say(stage.open({ log }), 'A secret wish.').done;
    expect(text()).toContain('begins again');
    expect(text()).not.toMatch(/secret wish|test-key/);
  });
});
