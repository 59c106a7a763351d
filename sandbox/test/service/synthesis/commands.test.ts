import { describe, expect, test } from 'vitest';
import { readCommand } from '../../../service/synthesis/commands.ts';

const taskId = '2bf83b9a-baeb-4fda-8d9a-0f4f4c2c5f3e';
const header = { action: 'run-task', task_id: taskId, streaming: 'duplex' };
const parameters = { text_type: 'PlainText', voice: 'harbor' };
const payload = {
  task_group: 'audio',
  task: 'tts',
  function: 'SpeechSynthesizer',
  model: 'tts-v3-flash',
  input: {},
  parameters,
};

function refusalOf(message: unknown): string {
  try {
    readCommand(message);
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a run-task', () => {
  test('has the defaults of the document', () => {
    const command = readCommand({ header, payload });
    expect(command.payload).toMatchObject({
      parameters: {
        format: 'mp3',
        sample_rate: 22_050,
        volume: 50,
        rate: 1,
        pitch: 1,
        bit_rate: 32,
        enable_ssml: false,
        word_timestamp_enabled: false,
        seed: 0,
        language_hints: [],
        enable_aigc_tag: false,
        enable_markdown_filter: false,
      },
    });
  });

  test.each([
    ['format', ['pcm', 'wav', 'mp3', 'opus']],
    ['sample_rate', [8_000, 16_000, 22_050, 24_000, 44_100, 48_000]],
    ['volume', [0, 100]],
    ['rate', [0.5, 1.25, 2]],
    ['pitch', [0.5, 1.25, 2]],
    ['bit_rate', [6, 510]],
    ['seed', [0, 65_535]],
    [
      'language_hints',
      [['zh'], ['en'], ['fr'], ['de'], ['ja'], ['ko'], ['ru'], ['pt'], ['th'], ['id'], ['vi'], []],
    ],
    ['hot_fix', [{ pronunciation: [{ tomato: 'to1 ma2' }], replace: [{ a: 'b' }] }, {}]],
    ['enable_ssml', [true, false]],
  ])('takes %s from one end of its range to the other', (field, values) => {
    for (const value of values) {
      expect(
        refusalOf({ header, payload: { ...payload, parameters: { ...parameters, [field]: value } } }),
      ).toBe('taken');
    }
  });

  test.each([
    ['text_type', ['SSML', undefined, 1]],
    ['voice', [undefined, '', 7]],
    ['format', ['flac', 'MP3', null]],
    ['sample_rate', [11_025, 24_000.5, '24000']],
    ['volume', [-1, 101, 50.5, '50']],
    ['rate', [0.49, 2.01, '1']],
    ['pitch', [0.49, 2.01, null]],
    ['bit_rate', [5, 511, 32.5]],
    ['enable_ssml', ['true', 1]],
    ['word_timestamp_enabled', ['false', 0]],
    ['seed', [-1, 65_536, 1.5]],
    ['language_hints', ['en', ['xx'], [1], ['xx', 'en']]],
    ['instruction', [1, ['calm']]],
    ['enable_aigc_tag', ['yes']],
    ['aigc_propagator', [5]],
    ['aigc_propagate_id', [5]],
    ['hot_fix', ['a', { replace: { a: 'b' } }, { pronunciation: [{ a: 1 }] }]],
    [
      'hot_fix',
      [{ replace: ['a'] }, { replace: [{ '': 'b' }] }, { replace: [JSON.parse('{"__proto__": 1}')] }],
    ],
    ['enable_markdown_filter', ['true']],
  ])('refuses a wrong %s by its name', (field, values) => {
    for (const value of values) {
      const message = refusalOf({
        header,
        payload: { ...payload, parameters: { ...parameters, [field]: value } },
      });
      expect(message).toMatch(new RegExp(`^payload\\.parameters\\.${field}\\b`));
    }
  });

  test.each([
    ['task_group', 'video'],
    ['task', 'asr'],
    ['function', 'Speech'],
    ['model', ''],
    ['input', 'hello'],
    ['parameters', undefined],
  ])('refuses a wrong payload.%s by its name', (field, value) => {
    expect(refusalOf({ header, payload: { ...payload, [field]: value } })).toMatch(
      new RegExp(`^payload\\.${field}\\b`),
    );
  });
});

describe('what the document does not name', () => {
  const oddIn = (message: unknown): readonly string[] => {
    const odd: string[] = [];
    readCommand(message, (field) => odd.push(field));
    return odd;
  };

  test('is let through wherever it stands, and told by its path', () => {
    const more = { speed: 1, type: 'Default', hot_fix: { speling: [] } };
    const odd = oddIn({
      header: { ...header, version: 1 },
      payload: { ...payload, input: { text: 'x' }, extra: 1, parameters: { ...parameters, ...more } },
    });
    expect(odd.toSorted()).toEqual([
      'header.version',
      'payload.extra',
      'payload.input.text',
      'payload.parameters.hot_fix.speling',
      'payload.parameters.speed',
      'payload.parameters.type',
    ]);
  });

  test('passes in the commands of a public client, which say everything again and ask to flush', () => {
    const said = { model: 'tts-v3-flash', task_group: 'audio', task: 'tts', function: 'SpeechSynthesizer' };
    const continued = { ...said, input: { text: 'a' }, parameters: { flush: true } };
    expect(oddIn({ header: { ...header, action: 'continue-task' }, payload: continued })).toContain(
      'payload.parameters',
    );
    const finished = { ...said, input: { text: 'the end' } };
    expect(oddIn({ header: { ...header, action: 'finish-task' }, payload: finished })).toContain(
      'payload.input.text',
    );
  });

  test('is not there in a command that is all documented', () => {
    const whole = {
      ...parameters,
      format: 'opus',
      language_hints: ['en'],
      hot_fix: { replace: [{ a: 'b' }] },
    };
    expect(oddIn({ header, payload: { ...payload, parameters: whole } })).toEqual([]);
  });
});

test('a format and a rate that a public client leaves open are those of the document', () => {
  const open = { ...parameters, format: 'Default', sample_rate: 0 };
  expect(readCommand({ header, payload: { ...payload, parameters: open } }).payload).toMatchObject({
    parameters: { format: 'mp3', sample_rate: 22_050 },
  });
});

test('only the first language hint counts, whatever stands behind it', () => {
  const hinted = { ...parameters, language_hints: ['fr', 'tlh', 7] };
  expect(readCommand({ header, payload: { ...payload, parameters: hinted } }).payload).toMatchObject({
    parameters: { language_hints: ['fr'] },
  });
});

describe('the header', () => {
  test.each([
    ['action', 'stop-task'],
    ['task_id', 'not-a-uuid'],
    ['task_id', undefined],
    ['task_id', `${taskId}0`],
    ['streaming', 'out'],
    ['streaming', undefined],
  ])('with %s %j is refused by that name', (field, value) => {
    expect(refusalOf({ header: { ...header, [field]: value }, payload })).toMatch(
      new RegExp(`^header\\.${field}\\b`),
    );
  });

  test('may write the UUID without hyphens', () => {
    expect(refusalOf({ header: { ...header, task_id: taskId.replaceAll('-', '') }, payload })).toBe('taken');
  });

  test.each([[null], ['run-task'], [[]], [{}], [{ header: null }]])('is missed in %j', (message) => {
    expect(refusalOf(message)).toMatch(/^header/);
  });
});

test.each([
  [{}, 'payload.input'],
  [{ input: {} }, 'payload.input.text'],
  [{ input: { text: 5 } }, 'payload.input.text'],
])('a continue-task with %j is refused', (wrong, name) => {
  expect(refusalOf({ header: { ...header, action: 'continue-task' }, payload: wrong })).toContain(`${name} `);
});

test.each([[{}], [{ input: null }]])('a finish-task with %j is refused', (wrong) => {
  expect(refusalOf({ header: { ...header, action: 'finish-task' }, payload: wrong })).toMatch(
    /^payload\.input/,
  );
});
