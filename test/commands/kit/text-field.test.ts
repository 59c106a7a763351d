import { ComponentType, TextInputStyle } from 'discord.js';
import { expect, test } from 'vitest';
import { textField } from '../../../commands/kit/text-field.ts';

test('a field takes one line and has to be filled in, unless its form says otherwise', () => {
  expect(textField('amount', { label: 'Amount', most: 10 })).toEqual({
    type: ComponentType.Label,
    label: 'Amount',
    component: {
      type: ComponentType.TextInput,
      custom_id: 'amount',
      style: TextInputStyle.Short,
      required: true,
      max_length: 10,
    },
  });
  const more = { hint: 'Optional', long: true, required: false, value: 'what was typed before' };
  expect(textField('reason', { label: 'Reason', most: 8, ...more })).toEqual({
    type: ComponentType.Label,
    label: 'Reason',
    description: 'Optional',
    component: {
      type: ComponentType.TextInput,
      custom_id: 'reason',
      style: TextInputStyle.Paragraph,
      required: false,
      max_length: 8,
      value: 'what was',
    },
  });
});
