import { describe, expect, test } from 'vitest';
import { judge } from '../../../console/page/composer/option-value.ts';
import type { CommandOption } from '../../../console/page/wire/command.ts';
import { optionTypes } from '../../../console/page/wire/command.ts';

const option = (type: number, more: Partial<CommandOption> = {}): CommandOption => ({
  type,
  name: 'x',
  description: '',
  ...more,
});
const problem = (given: CommandOption, text: string) => {
  const judgement = judge(given, { text });
  return judgement.ok ? undefined : judgement.problem;
};
const value = (given: CommandOption, text: string) => {
  const judgement = judge(given, { text });
  return judgement.ok ? judgement.value : undefined;
};

describe('an option that is left empty', () => {
  test('is a problem when required', () => {
    expect(problem(option(optionTypes.string, { required: true }), '  ')).toContain('required');
    expect(problem(option(optionTypes.attachment, { required: true }), '')).toBe('Choose a file.');
  });

  test('is left out when optional', () => {
    expect(judge(option(optionTypes.integer), { text: '' })).toEqual({ ok: true, value: undefined });
  });
});

describe('integers', () => {
  const seconds = option(optionTypes.integer, { min_value: 2, max_value: 15 });

  test.each(['2', '15', ' 7 ', '+3'])('takes %j', (text) => {
    expect(value(seconds, text)).toBe(Number(text));
  });

  test.each(['1', '16', '2.5', 'five', '1e1', '0x5', '99999999999999999999'])('refuses %j', (text) => {
    expect(problem(seconds, text)).toBeTypeOf('string');
  });

  test('says which limit was broken', () => {
    expect(problem(seconds, '1')).toBe('Enter a number of at least 2.');
    expect(problem(seconds, '16')).toBe('Enter a number of at most 15.');
  });
});

describe('numbers', () => {
  test('may have decimals, and nothing else', () => {
    expect(value(option(optionTypes.number), '-.5')).toBe(-0.5);
    expect(problem(option(optionTypes.number), '1,5')).toBe('Enter a valid number.');
    expect(problem(option(optionTypes.number), 'Infinity')).toBe('Enter a valid number.');
  });
});

describe('strings', () => {
  const prompt = option(optionTypes.string, { min_length: 3, max_length: 5 });

  test('counts characters, not code units', () => {
    expect(value(prompt, '🎬🎬🎬🎬🎬')).toBe('🎬🎬🎬🎬🎬');
    expect(problem(prompt, '🎬🎬')).toBe('Enter at least 3 characters.');
    expect(problem(prompt, 'abcdef')).toBe('Enter at most 5 characters.');
  });

  test("has the client's own limit when the command sets none", () => {
    expect(problem(option(optionTypes.string), 'x'.repeat(6001))).toBe('Enter at most 6000 characters.');
  });
});

describe('options with a list', () => {
  test('do not take what was only typed', () => {
    const ratio = option(optionTypes.string, { choices: [{ name: 'Square', value: '1:1' }] });
    expect(problem(ratio, 'Square')).toBe('Choose one of the listed values.');
    expect(judge(ratio, { text: 'Square', value: '1:1' })).toEqual({ ok: true, value: '1:1' });
    expect(problem(option(optionTypes.boolean), 'yes')).toBe('Choose one of the listed values.');
  });

  test('with suggestions only, take what was typed', () => {
    expect(value(option(optionTypes.string, { autocomplete: true }), 'Cherry')).toBe('Cherry');
  });
});

test('a file has to be of a kind that the option takes', () => {
  const pictures = option(optionTypes.attachment, { file_types: ['image'] });
  expect(judge(pictures, { text: 'a.png', file: new File([], 'a.png') })).toMatchObject({ ok: true });
  expect(judge(pictures, { text: 'a.mp4', file: new File([], 'a.mp4') })).toEqual({
    ok: false,
    problem: "This file type isn't allowed here. Choose one of these: pictures.",
  });
});
