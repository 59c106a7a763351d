import { describe, expect, it } from 'vitest';
import type { SubmittedForm } from '../../../commands/kit/form-fields.ts';
import { typedText } from '../../../commands/kit/typed-text.ts';
import { readForm, readModel } from '../../../commands/video/form.ts';

const whole = {
  prompt: { type: 4, value: 'a kite' },
  negative_prompt: { type: 4, value: '' },
  seed: { type: 4, value: '7' },
  model: { type: 3, values: ['gen2.7-t2v'] },
};
const form = (fields: Readonly<Record<string, object>>): SubmittedForm => ({
  fields: { fields: new Map(Object.entries(fields)) },
});

describe('a form', () => {
  it('says what was typed and chosen', () => {
    expect(readForm(form(whole))).toEqual({ prompt: 'a kite', negativePrompt: '', seed: 7 });
    expect(readModel(form(whole))).toBe('gen2.7-t2v');
  });

  it.each(['prompt', 'negative_prompt', 'seed'] as const)(
    'without its field %s, or with another kind there, is refused in words',
    (name) => {
      const { [name]: _, ...rest } = whole;
      for (const broken of [rest, { ...whole, [name]: whole.model }, { ...whole, [name]: { value: 7 } }])
        expect(() => readForm(form(broken))).toThrow(
          expect.objectContaining({ facts: { code: 'form-incomplete' } }),
        );
    },
  );

  it.each<Readonly<Record<string, object>>>([
    {},
    { model: whole.seed },
    { model: { values: [] } },
    { model: { values: [7] } },
  ])('without a chosen model is refused in words: %j', (broken) => {
    expect(() => readModel(form(broken))).toThrow(
      expect.objectContaining({ facts: { code: 'form-incomplete' } }),
    );
  });
});

it.each([
  ['typed', 'typed'],
  [7, null],
  [{}, null],
  [undefined, null],
])('an option of the value %j counts as %j to suggestions', (value, text) => {
  expect(typedText({ options: { get: () => ({ value }) } }, 'model')).toBe(text);
});
