import type { BaseInteraction } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type FormStart, videoForm, wholeAgain } from '../../../commands/video/form.ts';
import { optionsOf } from '../../../commands/video/options.ts';
import { wordsFor } from '../../../src/words/index.ts';

const words = wordsFor('en-US');

describe('the composer', () => {
  it.each([
    ['text', 'singapore', 5_000],
    ['text', 'virginia', 1_500],
    ['reference', 'singapore', 1_500],
  ] as const)('of /video %s takes what the most patient of the models in %s takes', (of, region, most) => {
    const options = optionsOf(of, { region });
    const limitOf = (name: string) => options.find((option) => option.name === name);
    expect(limitOf('prompt')).toMatchObject({ maxLength: most });
    expect(limitOf('negative_prompt')).toMatchObject({ maxLength: 500 });
  });
});

describe('a form', () => {
  const promptOf = (ask: FormStart['ask']) => {
    const interaction = { user: { id: '1' }, guildId: '2' } as BaseInteraction<'cached'>;
    const opening = { interaction, studio: { region: 'singapore' }, words, id: '3' } as const;
    const [field] = videoForm(opening, { action: 'made', title: 'x', parts: ['prompt'], ask }).components;
    return field && 'component' in field ? field.component : undefined;
  };

  it.each([
    ['gen2.1-t2v-turbo', 800],
    ['gen2.6-t2v', 1_500],
    // Discord's own ceiling on a text input.
    ['gen2.7-t2v', 4_000],
    [undefined, 4_000],
  ])('that starts with %s takes a prompt of %i characters', (model, most) => {
    expect(promptOf({ of: 'text', model })).toMatchObject({ max_length: most });
  });

  it('that has no room for all of a prompt keeps the rest of it, unless what is shown was changed', () => {
    const prompt = 'kite '.repeat(900).trim();
    const field = promptOf({ of: 'text', model: 'gen2.7-t2v', prompt });
    const shown = field && 'value' in field ? String(field.value) : '';
    expect(shown).toHaveLength(4_000);
    const before = { of: 'text', prompt } as const;
    expect(wholeAgain({ prompt: shown }, before)).toEqual({ prompt });
    for (const changed of [shown.replace('kite', 'boat'), 'kite'])
      expect(wholeAgain({ prompt: changed }, before)).toEqual({ prompt: changed });
    expect(wholeAgain({ prompt: 'kite' }, { of: 'text', prompt: 'kite' })).toEqual({ prompt: 'kite' });
  });

  it('keeps what was typed already, though another model takes less', () => {
    const prompt = 'x'.repeat(2_000);
    const field = promptOf({ of: 'text', model: 'gen2.1-t2v-turbo', prompt });
    expect(field).toMatchObject({ max_length: 2_000, value: prompt });
  });
});
