import { MessageCreateRequestSchema, MessageEditRequestPartialSchema } from 'discord-api-spec/zod';
import { expect, test } from 'vitest';
import { DiscordError } from '../../discord/errors.ts';
import { specExceptions } from '../../discord/spec-exceptions.ts';
import { checkBody } from '../../discord/validate.ts';

function errorsOf(schema: Parameters<typeof checkBody>[0], body: unknown, odd?: string[]): unknown {
  try {
    checkBody(schema, body, (field) => odd?.push(field.join('.')));
    return undefined;
  } catch (error) {
    if (error instanceof DiscordError) return error.errors;
    throw error;
  }
}

test('a body that is all known passes, null standing for absent where Discord allows it', () => {
  expect(errorsOf(MessageCreateRequestSchema, { content: 'x', embeds: null, nonce: 5 })).toBeUndefined();
});

test('an unknown field passes and is told by its path, inside lists and unions as well', () => {
  const body = {
    content: 'x',
    embeds: [{ title: 'x' }, { title: 'x', colour: 3 }],
    components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'a', text: 'x' }] }],
  };
  const odd: string[] = [];
  expect(errorsOf(MessageCreateRequestSchema, body, odd)).toBeUndefined();
  expect(odd.toSorted()).toEqual(['components.0.components.0.text', 'embeds.1.colour']);
});

test('in a union the branch that was meant explains what is wrong', () => {
  const body = { components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: '' }] }] };
  expect(errorsOf(MessageCreateRequestSchema, body)).toEqual({
    components: {
      0: {
        components: {
          0: { custom_id: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } },
        },
      },
    },
  });
  expect(errorsOf(MessageCreateRequestSchema, { components: [{ type: 99 }] })).toMatchObject({
    components: { 0: { _errors: [{ code: 'UNION_TYPE_CHOICES' }] } },
  });
});

test('switches that discord.js always sends are no oddity while they are off', () => {
  const odd: string[] = [];
  const edit = (body: object) => errorsOf(MessageEditRequestPartialSchema, { content: 'x', ...body }, odd);
  expect(edit({ tts: false, enforce_nonce: false })).toBeUndefined();
  expect(odd).toEqual([]);
  expect(edit({ enforce_nonce: true })).toBeUndefined();
  expect(odd).toEqual(['enforce_nonce']);
});

test('an emoji of a button or of an option may say whether it moves, at any depth', () => {
  const body = (animated: unknown) => {
    const emoji = { name: '🎬', animated };
    const button = { type: 2, style: 1, custom_id: 'a', emoji };
    const options = [{ label: 'x', value: 'x', emoji }];
    const select = { type: 3, custom_id: 'b', options };
    const rows = [button, select].map((component) => ({ type: 1, components: [component] }));
    return { flags: 32_768, components: [{ type: 17, components: rows }] };
  };
  expect(errorsOf(MessageCreateRequestSchema, body(false))).toBeUndefined();
  expect(errorsOf(MessageCreateRequestSchema, body(true))).toBeUndefined();
  const odd: string[] = [];
  expect(errorsOf(MessageCreateRequestSchema, body('yes'), odd)).toBeUndefined();
  expect(odd).toContain('components.0.components.0.components.0.emoji.animated');
});

test('the body itself is not changed by the check', () => {
  const body = { content: 'x', tts: false, attachments: [{ id: 0 }] };
  checkBody(MessageCreateRequestSchema, body);
  expect(body).toEqual({ content: 'x', tts: false, attachments: [{ id: 0 }] });
});

test('every exception to the specification has its reason', () => {
  expect(specExceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
