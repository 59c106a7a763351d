import { describe, expect, it } from 'vitest';
import { orderOf, type SubmittedForm, typedText } from '../../../commands/kit/given.ts';
import { readForm, readModel } from '../../../commands/video/form.ts';
import { Dispatcher } from '../../../src/discord/dispatcher.ts';
import type { Order } from '../../../src/discord/order.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { FakeInteraction } from '../../support/fake-interaction.ts';
import { silentLog } from '../../support/fake-log.ts';

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

const minuteMs = 60_000;
const discordsTime = Date.UTC(2026, 10, 22, 12);

/** What a command makes of an interaction, on a machine whose clock is so far ahead of Discord's. */
async function orderAt(aheadMs: number): Promise<Order> {
  const orders: Order[] = [];
  const command = demoCommand({
    run: async ({ interaction, ...frame }) => void orders.push(orderOf(interaction, frame)),
  });
  const dispatcher = new Dispatcher({
    features: [{ commands: [command], buttons: [], modals: [] }],
    wordsFor,
    log: silentLog,
    now: () => discordsTime + aheadMs,
  });
  const interaction = new FakeInteraction({ commandName: 'demo', createdTimestamp: discordsTime });
  await dispatcher.handle(interaction.real);
  const [order] = orders;
  if (!order) throw new Error('the command did not run');
  return order;
}

it.each([
  ['20 minutes fast', 20 * minuteMs],
  ['right', 0],
  ['20 minutes slow', -20 * minuteMs],
])(
  'an interaction can be answered for 15 minutes from its receipt by a clock that is %s',
  async (_, aheadMs) => {
    const { panel } = await orderAt(aheadMs);
    const leftMs = panel.tokenExpiresAt - (discordsTime + aheadMs);
    expect(leftMs).toBeGreaterThan(14 * minuteMs);
    expect(leftMs).toBeLessThan(15 * minuteMs);
  },
);
