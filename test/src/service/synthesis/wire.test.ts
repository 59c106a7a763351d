import { expect, test } from 'vitest';
import { continueTask, finishTask, runTask } from '../../../../src/service/synthesis/wire.ts';
import { synthesisRequest, voiceListing } from '../../../support/scripted-synthesis.ts';

test('a task is run with an empty input and only what was asked for', () => {
  const command = runTask('t-1', synthesisRequest({ format: 'pcm' }), 'wire-model');
  expect(command).toEqual({
    header: { action: 'run-task', task_id: 't-1', streaming: 'duplex' },
    payload: {
      task_group: 'audio',
      task: 'tts',
      function: 'SpeechSynthesizer',
      model: 'wire-model',
      input: {},
      parameters: { text_type: 'PlainText', voice: 'harbor', format: 'pcm' },
    },
  });
});

test('every parameter has its wire name', () => {
  const command = runTask(
    't-1',
    synthesisRequest({
      voice: voiceListing({ name: 'v', kind: 'cloned' }),
      format: 'opus',
      sampleRateHz: 24_000,
      volume: 0,
      rate: 1.5,
      pitch: 0.5,
      bitRateKbps: 64,
      ssml: true,
      wordTimestamps: true,
      seed: 0,
      language: 'en',
      instruction: 'Softly.',
      aigcTag: { propagator: 'p', propagateId: 'i' },
      hotFix: {
        pronunciation: [{ word: '重', pinyin: 'chong2' }],
        replace: [
          { word: 'km', by: 'kilometres' },
          { word: '__proto__', by: 'x' },
        ],
      },
      markdownFilter: true,
    }),
    'm',
  );
  expect(JSON.parse(JSON.stringify(command)).payload.parameters).toEqual({
    text_type: 'PlainText',
    voice: 'v',
    format: 'opus',
    sample_rate: 24_000,
    volume: 0,
    rate: 1.5,
    pitch: 0.5,
    bit_rate: 64,
    enable_ssml: true,
    word_timestamp_enabled: true,
    seed: 0,
    language_hints: ['en'],
    instruction: 'Softly.',
    enable_aigc_tag: true,
    aigc_propagator: 'p',
    aigc_propagate_id: 'i',
    hot_fix: {
      pronunciation: [{ 重: 'chong2' }],
      replace: [{ km: 'kilometres' }, JSON.parse('{"__proto__":"x"}')],
    },
    enable_markdown_filter: true,
  });
});

test('a tag without ids leaves them to the service', () => {
  const { payload } = runTask('t-1', synthesisRequest({ aigcTag: {} }), 'm');
  expect(payload).toMatchObject({ parameters: { enable_aigc_tag: true } });
  expect(JSON.stringify(payload)).not.toContain('aigc_propagat');
});

test('text and the end are commands of the same task', () => {
  expect(continueTask('t-1', 'Hello.')).toEqual({
    header: { action: 'continue-task', task_id: 't-1', streaming: 'duplex' },
    payload: { input: { text: 'Hello.' } },
  });
  expect(finishTask('t-1')).toEqual({
    header: { action: 'finish-task', task_id: 't-1', streaming: 'duplex' },
    payload: { input: {} },
  });
});
