import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import type { Clock } from '../../../../src/operations/clock.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { failureOf, heard, say, synthesisStage } from '../../../support/synthesis-stage.ts';

const stage = synthesisStage();

describe('connections', () => {
  test('serve one task after another, each with an id of its own', async () => {
    const client = stage.open();
    await say(client, 'One.').done;
    await say(client, 'Two.').done;
    const [first, second] = stage.service.tasks;
    expect(first?.id).not.toBe(second?.id);
    expect([...new Set(stage.service.tasks.map(({ connection }) => connection))].length).toBeLessThanOrEqual(
      2,
    );
  });

  test('are each for one task at a time', async () => {
    stage.service.next({ finish: () => undefined }, { finish: () => undefined });
    const client = stage.open();
    const tasks = [say(client, 'One.'), say(client, 'Two.')];
    await eventually(
      () => stage.service.tasks.length === 2 && stage.service.tasks.every(({ texts }) => texts.length > 0),
    );
    expect(stage.service.tasks[0]?.connection).not.toBe(stage.service.tasks[1]?.connection);
    for (const task of stage.service.tasks) task.finished();
    await Promise.all(tasks.map(({ done }) => done));
  });

  test('drop audio of the task before until the new one has started', async () => {
    stage.service.next({
      run: (task) => {
        task.audio('old');
        task.started();
      },
    });
    expect(await heard(say(stage.open(), 'new'))).toBe('new');
  });

  test('ignore late events of another task', async () => {
    stage.service.next({
      text: (task, text) => {
        task.event('task-failed', {}, { task_id: 'other', error_code: 'InternalError' });
        task.event('task-finished', {}, { task_id: 'other' });
        task.audio(text);
      },
    });
    expect(await heard(say(stage.open(), 'mine'))).toBe('mine');
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
    stage.service.next({
      text: (task, text) => {
        send((message) => task.connection.json(message), task.id);
        task.audio(text);
      },
    });
    expect(await heard(say(stage.open(), 'still here'))).toBe('still here');
  });

  test('that send what is not JSON are given up', async () => {
    stage.service.next({ text: (task) => task.connection.socket.send('{"header') });
    const task = say(stage.open(), 'Hello.');
    expect(await failureOf(task)).toMatchObject({ fault: 'malformed', code: 'EventIsNotJson' });
    await eventually(() => stage.service.task.connection.closed !== undefined);
  });

  test('are not used again after a failed task', async () => {
    stage.service.next({ text: (task) => task.failed('InternalError', 'oops') });
    const client = stage.open();
    await failureOf(say(client, 'One.'));
    await say(client, 'Two.').done;
    expect(stage.service.tasks[1]?.connection).not.toBe(stage.service.tasks[0]?.connection);
    await eventually(() => stage.service.tasks[0]?.connection.closed !== undefined);
  });
});

describe("the account's rate", () => {
  test('lets 3 tasks a second of a model through, the others wait their turn', async () => {
    const clock = new FakeClock();
    const client = stage.open({ clock, tasksPerSecond: 3 });
    const all = Promise.all([1, 2, 3, 4].map((each) => heard(say(client, `${each}.`))));
    await eventually(() => clock.sleeping >= 3);
    await eventually(() => stage.service.tasks.length === 1);
    await clock.advance(340);
    await stage.oneRoundTrip();
    expect(stage.service.tasks.length).toBeLessThanOrEqual(1);
    await clock.advance(1_000);
    expect(await all).toEqual(['1.', '2.', '3.', '4.']);
  });

  test('keeps no socket from being closed when the wait for it is given up', async () => {
    const client = stage.open({ clock: new FakeClock(), tasksPerSecond: 1 });
    await say(client, 'One.').done;
    const task = say(client, 'Two.');
    await stage.oneRoundTrip();
    task.cancel();
    await failureOf(task);
    expect(stage.service.tasks).toHaveLength(1);
    await client.close();
    await eventually(() => stage.service.socket.connections.every(({ closed }) => closed !== undefined));
  });

  test('is counted for each model apart', async () => {
    const clock: Clock = new FakeClock();
    const client = stage.open({ clock, tasksPerSecond: 1 });
    const other = say(client, 'Other.', { model: 'tts-v2' });
    await Promise.all([say(client, 'One.').done, other.done]);
    expect(stage.service.tasks.map(({ run }) => run.payload.model).sort()).toEqual([
      'tts-v2',
      'tts-v3-flash',
    ]);
  });
});
