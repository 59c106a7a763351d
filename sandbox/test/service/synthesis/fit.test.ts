import { describe, expect, test } from 'vitest';
import { readCommand } from '../../../service/synthesis/commands.ts';
import { fittingVoice } from '../../../service/synthesis/fit.ts';
import { findSynthesisModel } from '../../../service/synthesis/models.ts';
import { readVoices, type SandboxVoice } from '../../../service/synthesis/voices.ts';

const every = ['tts-v3.5-flash', 'tts-v3.5-plus', 'tts-v3-flash', 'tts-v3-plus', 'tts-v2'];
const voice = (name: string, kind: SandboxVoice['kind'], more: Partial<SandboxVoice> = {}): SandboxVoice => ({
  name,
  label: name,
  kind,
  models: every,
  languages: [],
  wordTimestamps: false,
  instructions: [],
  ...more,
});
const voices = [
  voice('plain', 'system'),
  voice('marked', 'system', { wordTimestamps: true, instructions: ['Speak calmly.'] }),
  voice('narrow', 'system', { models: ['tts-v2'] }),
  voice('cloned', 'cloned'),
  voice('designed', 'designed'),
];

/** `fits`, or the message of the refusal. */
function fate(model: string, voiceName: string, parameters: Record<string, unknown> = {}): string {
  const facts = findSynthesisModel(model, {});
  const command = readCommand({
    header: { action: 'run-task', task_id: '2bf83b9a-baeb-4fda-8d9a-0f4f4c2c5f3e', streaming: 'duplex' },
    payload: {
      task_group: 'audio',
      task: 'tts',
      function: 'SpeechSynthesizer',
      model,
      input: {},
      parameters: { text_type: 'PlainText', voice: voiceName, ...parameters },
    },
  });
  if (!facts || !('parameters' in command.payload)) throw new Error('no such model');
  try {
    return fittingVoice(facts, command.payload.parameters, voices) ? 'fits' : 'nothing';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The models for which it fits. */
const fitting = (voiceName: string, parameters: Record<string, unknown>) =>
  every.filter((model) => fate(model, voiceName, parameters) === 'fits');

describe('a voice', () => {
  test('that nobody has is engine error 418', () => {
    expect(fate('tts-v2', 'nobody')).toBe('[tts:]Engine return error code: 418');
  });

  test('of another model is engine error 418', () => {
    expect(fate('tts-v3-flash', 'narrow')).toContain('418');
    expect(fate('tts-v2', 'narrow')).toBe('fits');
  });

  test('of the system is not for tts-v3.5', () => {
    expect(fitting('plain', {})).toEqual(['tts-v3-flash', 'tts-v3-plus', 'tts-v2']);
    expect(fitting('cloned', {})).toEqual(every);
    expect(fitting('designed', {})).toEqual(every);
  });
});

describe('words are timed', () => {
  const timed = { word_timestamp_enabled: true };
  test.each([
    ['plain', []],
    ['marked', ['tts-v3-flash', 'tts-v3-plus', 'tts-v2']],
    ['cloned', ['tts-v3-flash', 'tts-v3-plus', 'tts-v2']],
    ['designed', []],
  ])('with the voice %s on %j', (name, models) => {
    expect(fitting(name, timed)).toEqual(models);
  });
});

describe('an instruction', () => {
  test('of any words is for cloned voices of three models, and designed ones of tts-v3.5', () => {
    const instruction = { instruction: 'Tianjin dialect, cheerful' };
    expect(fitting('cloned', instruction)).toEqual(['tts-v3.5-flash', 'tts-v3.5-plus', 'tts-v3-flash']);
    expect(fitting('designed', instruction)).toEqual(['tts-v3.5-flash', 'tts-v3.5-plus']);
    expect(fate('tts-v2', 'cloned', instruction)).toContain('428');
  });

  test('is one from the list with a system voice', () => {
    expect(fate('tts-v3-flash', 'marked', { instruction: 'Speak calmly.' })).toBe('fits');
    expect(fate('tts-v3-flash', 'marked', { instruction: 'Speak' })).toContain('428');
    expect(fate('tts-v3-flash', 'plain', { instruction: 'Speak calmly.' })).toContain('428');
  });

  test('has at most 100 characters, of which a Han character counts 2', () => {
    const long = (instruction: string) => fate('tts-v3-flash', 'cloned', { instruction });
    expect(long('a'.repeat(100))).toBe('fits');
    expect(long('a'.repeat(101))).toContain('instruction must have at most 100');
    expect(long('声'.repeat(50))).toBe('fits');
    expect(long(`${'声'.repeat(50)}a`)).toContain('instruction must have at most 100');
    expect(long('か'.repeat(100))).toBe('fits');
  });
});

test.each(['enable_aigc_tag', 'aigc_propagator', 'aigc_propagate_id'])('%s is not for tts-v3.5', (field) => {
  const value = field === 'enable_aigc_tag' ? true : 'someone';
  expect(fitting('cloned', { [field]: value })).toEqual(['tts-v3-flash', 'tts-v3-plus', 'tts-v2']);
});

test.each([
  ['hot_fix', { replace: [{ a: 'b' }] }],
  ['enable_markdown_filter', true],
])('%s is for cloned voices of tts-v3-flash only', (field, value) => {
  expect(fitting('cloned', { [field]: value })).toEqual(['tts-v3-flash']);
  expect(fitting('designed', { [field]: value })).toEqual([]);
  expect(fitting('marked', { [field]: value })).toEqual([]);
});

test('the sandbox has voices of every kind, and one of each model', () => {
  const known = readVoices();
  expect(new Set(known.map(({ kind }) => kind))).toEqual(new Set(['system', 'cloned', 'designed']));
  for (const model of every) expect(known.some(({ models }) => models.includes(model))).toBe(true);
  for (const { kind, models } of known) {
    if (kind === 'system') expect(models.join()).not.toContain('tts-v3.5');
  }
});
