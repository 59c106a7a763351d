import { Attachment } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { filesIn, orderOf, type SubmittedForm, typedText } from '../../../commands/kit/given.ts';
import { readForm } from '../../../commands/video/form.ts';
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
  size: { type: 3, values: ['1280*720'] },
  duration: { type: 3, values: ['10'] },
};
const form = (fields: Readonly<Record<string, object>>): SubmittedForm => ({
  fields: { fields: new Map(Object.entries(fields)) },
});

const incomplete = expect.objectContaining({ facts: { code: 'form-incomplete' } });

describe('a form', () => {
  it('says what was typed and chosen', () => {
    expect(readForm(form(whole))).toEqual({
      ask: {
        prompt: 'a kite',
        negativePrompt: '',
        seed: 7,
        model: 'gen2.7-t2v',
        size: '1280*720',
        duration: 10,
      },
    });
  });

  it("says nothing of what it doesn't hold, and wants no size where the usual one was chosen", () => {
    const { prompt } = whole;
    expect(readForm(form({ prompt }))).toEqual({ ask: { prompt: 'a kite' } });
    const usual = readForm(form({ prompt, size: { type: 3, values: ['usual'] } }));
    expect(Object.entries(usual.ask)).toContainEqual(['size', undefined]);
  });

  it('keeps what was typed beside a seed that is none', () => {
    const { ask, problem } = readForm(form({ ...whole, seed: { type: 4, value: 'seven' } }));
    expect(ask).toMatchObject({ prompt: 'a kite', duration: 10 });
    expect(problem?.facts).toMatchObject({ code: 'option-invalid', option: 'seed' });
  });

  it('without a prompt is refused in words', () => {
    const { prompt: _, ...rest } = whole;
    expect(() => readForm(form(rest))).toThrow(incomplete);
  });

  it.each(['prompt', 'negative_prompt', 'seed'] as const)(
    'with another kind of field for %s is refused in words',
    (name) => {
      for (const wrong of [whole.model, { value: 7 }, {}])
        expect(() => readForm(form({ ...whole, [name]: wrong }))).toThrow(incomplete);
    },
  );

  it.each(['model', 'size', 'duration'] as const)('without a chosen %s is refused in words', (name) => {
    for (const wrong of [whole.seed, { values: [] }, { values: [7] }, { values: 'x' }])
      expect(() => readForm(form({ ...whole, [name]: wrong }))).toThrow(incomplete);
  });

  it('has the files that were uploaded, and none where something else came', () => {
    const file = Object.create(Attachment.prototype);
    expect(filesIn(form({ files: { type: 19, attachments: new Map([['1', file]]) } }), 'files')).toEqual([
      file,
    ]);
    for (const wrong of [{}, { attachments: [file] }, { attachments: new Map([['1', 'x']]) }])
      expect(filesIn(form({ files: wrong }), 'files')).toEqual([]);
    expect(filesIn(form({}), 'files')).toEqual([]);
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
