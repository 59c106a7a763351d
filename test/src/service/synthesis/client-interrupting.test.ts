import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { rejection } from '../../../support/rejection.ts';
import { mutePlay, synthesisRequest } from '../../../support/scripted-synthesis.ts';
import { failureOf, heard, nextOf, say, synthesisStage } from '../../../support/synthesis-stage.ts';

const stage = synthesisStage();

describe('interrupting', () => {
  test('ends it at the service, too, and rejects with `aborted`', async () => {
    stage.service.next({ finish: () => undefined });
    const client = stage.open();
    const task = say(client, 'A long story.');
    await nextOf(task);
    stage.service.task.audio('never heard');
    task.cancel();
    task.cancel();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted', code: 'SpeechCanceled' });
    expect(await rejection(nextOf(task), ServiceError)).toMatchObject({ fault: 'aborted' });
    expect(await nextOf(task)).toMatchObject({ done: true });
    await eventually(() => stage.service.task.connection.closed !== undefined);
  });

  test('by the signal of the caller does the same', async () => {
    stage.service.next(mutePlay);
    const stop = new AbortController();
    const task = stage.open().start(synthesisRequest(), stop.signal);
    task.write('Hello. ');
    task.finish();
    await eventually(() => stage.service.tasks.length === 1);
    stop.abort();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
  });

  test('before anything was sent sends nothing', async () => {
    const task = stage.open().start(synthesisRequest(), AbortSignal.abort());
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
    expect(stage.service.socket.connections).toEqual([]);
  });

  test('happens when the reader leaves, even if it never read', async () => {
    stage.service.next(mutePlay);
    const task = say(stage.open(), 'Hello.');
    await eventually(() => stage.service.tasks.length === 1);
    await task.audio[Symbol.asyncIterator]().return?.();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
    await eventually(() => stage.service.task.connection.closed !== undefined);
  });

  test('leaves the next task alone', async () => {
    stage.service.next({ finish: () => undefined });
    const client = stage.open();
    const task = say(client, 'Old.');
    await nextOf(task);
    task.cancel();
    expect(await heard(say(client, 'New.'))).toBe('New.');
    await failureOf(task);
  });

  test('is what closing does to all of them', async () => {
    stage.service.next(mutePlay);
    const client = stage.open();
    const task = say(client, 'Hello.');
    await eventually(() => stage.service.tasks.length === 1);
    await client.close();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted' });
    expect(() => client.start(synthesisRequest())).toThrow(/SynthesisIsClosed/);
    await eventually(() => stage.service.socket.connections.every(({ closed }) => closed !== undefined));
  });
});

describe('nothing was made', () => {
  const nothing = { nothingHappened: true };

  test('when it is interrupted before its text was sent, so it costs nothing', async () => {
    stage.service.next(mutePlay);
    const task = say(stage.open(), 'Hello.');
    await eventually(() => stage.service.tasks.length === 1);
    task.cancel();
    expect(await failureOf(task)).toMatchObject({ fault: 'aborted', ...nothing });
    expect(stage.service.task.actions).toEqual(['run-task']);
  });

  test('when the service never answers its beginning', async () => {
    const clock = new FakeClock();
    stage.service.next(mutePlay);
    const task = say(stage.open({ clock }), 'Hello.');
    await eventually(() => stage.service.tasks.length === 1);
    await clock.advance(10_000);
    expect(await failureOf(task)).toMatchObject({ code: 'NoTaskStarted', ...nothing });
  });

  test('is not said of what is interrupted or lost once its text was sent', async () => {
    stage.service.next({ finish: () => undefined }, { text: (task) => task.connection.socket.terminate() });
    stage.service.next({ run: (task) => task.connection.socket.terminate() });
    const client = stage.open();
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
