import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { waveFile } from '../../../../sandbox/test/support/wave-file.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import type { TimedWord } from '../../../../src/service/synthesis/synthesis-types.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { type Play, synthesisRequest, voiceListing } from '../../../support/scripted-synthesis.ts';
import { failureOf, heard, nextOf, say, synthesisStage } from '../../../support/synthesis-stage.ts';

const stage = synthesisStage();

describe('a task', () => {
  test('is run, continued and finished, in this order, each with the same new id', async () => {
    const task = say(stage.open(), 'Good morning.');
    expect(await heard(task)).toBe('Good morning.');
    await task.done;
    const { commands, actions, id } = stage.service.task;
    expect(actions).toEqual(['run-task', 'continue-task', 'finish-task']);
    expect(new Set(commands.map(({ header }) => header.task_id))).toEqual(new Set([id]));
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(commands.map(({ header }) => header.streaming)).toEqual(['duplex', 'duplex', 'duplex']);
  });

  test('goes to the path of the interface, with the key and the model that the deployment knows', async () => {
    const client = stage.open({}, { modelAliases: { 'tts-v3-flash': 'other-flash' } });
    await say(client, 'Yes.').done;
    expect(stage.service.task.connection.url.href).toBe('ws://host/api-ws/v1/inference');
    expect(stage.service.task.connection.headers.authorization).toBe('Bearer test-key');
    expect(stage.service.task.run.payload.model).toBe('other-flash');
  });

  test('sends nothing more before it has started', async () => {
    stage.service.next({ run: () => undefined });
    const task = say(stage.open(), 'Wait for me.');
    await eventually(() => stage.service.tasks.length === 1);
    await stage.oneRoundTrip();
    expect(stage.service.task.actions).toEqual(['run-task']);
    stage.service.task.started();
    await task.done;
    expect(stage.service.task.actions).toEqual(['run-task', 'continue-task', 'finish-task']);
  });

  test('is heard while it is still being made', async () => {
    stage.service.next({ finish: () => undefined });
    const task = say(stage.open(), 'Early.');
    const first = await nextOf(task);
    expect(first).toMatchObject({ done: false });
    stage.service.task.audio(' Late.');
    stage.service.task.finished();
    expect(await heard(task)).toBe(' Late.');
  });

  test('tells what the service bills, and under which id', async () => {
    stage.service.next({
      finish: (task) => {
        task.sentenceEnd(12);
        task.finished(14, 'req-7');
      },
    });
    expect(await say(stage.open(), 'Hello.').done).toEqual({ characters: 14, requestId: 'req-7' });
  });

  test('reads counts and the times of words that come as texts', async () => {
    const words: TimedWord[] = [];
    stage.service.next({
      text: (task, text) => {
        task.audio(text);
        const word = { text: 'Hi', begin_index: '0', end_index: '2', begin_time: '120', end_time: '340.5' };
        const broken = { text: 'no', begin_index: 3, begin_time: 'soon', end_time: '9' };
        const output = { type: 'sentence-synthesis', sentence: { index: '0', words: [word, broken] } };
        task.event('result-generated', { output });
      },
      finish: (task) => task.event('task-finished', { output: {}, usage: { characters: '14' } }),
    });
    const task = stage.open().start(synthesisRequest());
    task.onWord((word) => words.push(word));
    task.write('Hi no.');
    task.finish();
    expect((await task.done).characters).toBe(14);
    expect(words).toEqual([{ text: 'Hi', beginMs: 120, endMs: 340.5, sentence: 0 }]);
  });

  test('whose last event names no characters keeps what was counted before', async () => {
    stage.service.next({
      finish: (task) => {
        task.sentenceEnd(12);
        task.finished(null);
      },
    });
    expect((await say(stage.open(), 'Hello.').done).characters).toBe(12);
  });

  test('without any text makes no task and no sound', async () => {
    const task = say(stage.open(), '  \n');
    expect(await heard(task)).toBe('');
    expect(await task.done).toEqual({ characters: 0, requestId: undefined });
    expect(stage.service.tasks).toEqual([]);
  });

  test('that breaks a rule is refused before anything is sent', () => {
    const client = stage.open();
    const start = () => client.start(synthesisRequest({ volume: 101 }));
    expect(start).toThrow(ServiceError);
    expect(start).toThrow(/volume out-of-range/);
    expect(stage.service.socket.connections).toEqual([]);
  });

  test('takes no text once it is finished or over', async () => {
    const task = say(stage.open(), 'Done.');
    expect(() => task.write('more')).toThrow(/TextAfterFinish/);
    await task.done;
    expect(() => task.write('more')).toThrow(/TaskIsOver/);
    task.finish();
  });
});

describe('text', () => {
  test('is sent on at sentence ends while it is still being written', async () => {
    const client = stage.open();
    const task = client.start(synthesisRequest());
    task.write('It costs 3.50 euros, said Dr. Ames. And th');
    await eventually(() => stage.service.tasks[0]?.texts.length === 1);
    expect(stage.service.task.texts).toEqual(['It costs 3.50 euros, said Dr. Ames. ']);
    task.write('en it rained');
    task.finish();
    await task.done;
    expect(stage.service.task.texts.slice(1)).toEqual(['And then it rained']);
  });

  test('is finished at once after its end', async () => {
    const task = stage.open({ clock: new FakeClock() }).start(synthesisRequest());
    task.write('One sentence. And the last without an end');
    task.finish();
    await task.done;
    expect(stage.service.task.actions.at(-1)).toBe('finish-task');
  });

  test('of more than 20,000 characters is several messages', async () => {
    const text = 'A sentence of some length. '.repeat(1_000);
    expect(await heard(say(stage.open(), text))).toBe(text);
    expect(stage.service.task.texts.length).toBeGreaterThan(1);
    expect(stage.service.task.texts.every((each) => each.length <= 20_000)).toBe(true);
  });

  test('of more than 200,000 characters goes on in another task on the same connection', async () => {
    const text = '你好世界。'.repeat(23_000);
    expect(await heard(say(stage.open(), text))).toBe(text);
    expect(stage.service.tasks).toHaveLength(2);
    const weights = stage.service.tasks.map((task) => task.texts.join('').replaceAll('。', '').length * 2.25);
    expect(Math.max(...weights)).toBeLessThanOrEqual(200_000);
    expect(stage.service.socket.connections[0]).toBe(stage.service.tasks[1]?.connection);
    expect(stage.service.tasks[0]?.actions.at(-1)).toBe('finish-task');
    expect(stage.service.tasks[0]?.id).not.toBe(stage.service.tasks[1]?.id);
  });

  test('that is SSML is one message, however it was written', async () => {
    const task = stage.open().start(synthesisRequest({ ssml: true }));
    task.write('<speak>One. ');
    task.write('Two.</speak>');
    task.finish();
    await task.done;
    expect(stage.service.task.texts).toEqual(['<speak>One. Two.</speak>']);
    expect(stage.service.task.parameters).toMatchObject({ enable_ssml: true });
  });

  test('that is SSML and does not fit into one message is refused', async () => {
    const task = say(stage.open(), `<speak>${'a'.repeat(20_000)}</speak>`, { ssml: true });
    expect(await failureOf(task)).toMatchObject({ fault: 'invalid-request', code: 'TextTooLong' });
    expect(stage.service.tasks).toEqual([]);
  });

  test('that pauses for 20 seconds finishes its task, and goes on in a new one without a seam', async () => {
    const clock = new FakeClock();
    const task = stage.open({ clock }).start(synthesisRequest());
    task.write('First. And');
    const words: TimedWord[] = [];
    task.onWord((word) => words.push(word));
    await eventually(() => stage.service.tasks[0]?.texts.length === 1 && clock.sleeping > 0);
    await clock.advance(19_900);
    expect(stage.service.task.actions).not.toContain('finish-task');
    await clock.advance(100);
    await eventually(() => stage.service.task.actions.includes('finish-task'));
    await clock.advance(3_600_000);
    task.write(' second.');
    task.finish();
    expect(await heard(task)).toBe('First. And second.');
    expect((await task.done).requestId).toBe('req-1');
    expect(stage.service.tasks.map(({ texts }) => texts)).toEqual([['First. '], ['And second.']]);
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
    stage.service.next(first, second);
    const voice = voiceListing({ wordTimestamps: true });
    const task = stage
      .open({ clock })
      .start(synthesisRequest({ voice, format: 'pcm', sampleRateHz: 8_000, wordTimestamps: true }));
    const words: TimedWord[] = [];
    task.onWord((word) => words.push(word));
    task.write('Good day. So. B');
    await eventually(() => words.length === 3 && clock.sleeping > 0);
    await clock.advance(20_000);
    await eventually(() => stage.service.task.actions.includes('finish-task'));
    await stage.oneRoundTrip();
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

test('WAV audio of a text that took two tasks has one header', async () => {
  const header = waveFile({ sampleRateHz: 16_000, samples: new Int16Array() });
  const play: Play = { text: (task, text) => task.audio(Buffer.concat([header, Buffer.from(text)])) };
  stage.service.next(play, play);
  const task = stage.open({ limits: { longestGapMs: 0 } }).start(synthesisRequest({ format: 'wav' }));
  task.write('One. Two');
  await eventually(() => stage.service.tasks[0]?.actions.at(-1) === 'finish-task');
  task.write(' and three.');
  task.finish();
  const audio = await heard(task);
  expect(stage.service.tasks).toHaveLength(2);
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
    stage.service.next(manyBytesAtOnce);
    const client = stage.open({ limits: { maxUnreadBytes: 60 } });
    const task = say(client, 'Hello.');
    await task.done;
    // One of the two is on its socket, the other on the one that was opened ahead.
    const both = ['Next.', 'Last.'].map((text) => heard(say(client, text)));
    expect(await Promise.all(both)).toEqual(['Next.', 'Last.']);
    expect(await heard(task)).toHaveLength(100);
  });

  test('lets the task that goes on with the text wait, too', async () => {
    stage.service.next(manyBytesAtOnce);
    const client = stage.open({ limits: { maxUnreadBytes: 60, longestGapMs: 0 } });
    const task = client.start(synthesisRequest());
    task.write('One. Two');
    await eventually(() => stage.service.tasks[0]?.actions.at(-1) === 'finish-task');
    task.write(' and three.');
    task.finish();
    await eventually(() => stage.service.tasks.length === 2);
    // Another task comes and goes; by then this one would have been sent its text.
    expect(await heard(say(client, 'Other.'))).toBe('Other.');
    expect(stage.service.tasks[1]?.actions).toEqual(['run-task']);
    expect(await heard(task)).toBe(`${'a'.repeat(50)}${'b'.repeat(50)}Two and three.`);
  });
});
