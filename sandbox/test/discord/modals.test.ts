import { once } from 'node:events';
import {
  type ButtonInteraction,
  type Client,
  Events,
  type Interaction,
  type ModalSubmitInteraction,
} from 'discord.js';
import { beforeEach, expect, test } from 'vitest';
import { type DiscordStage, enter, enterBot, openDiscord } from '../support/discord-stage.ts';
import type { Invoked, SandboxPerson, ShownModal } from '../support/sandbox-person.ts';

let sandbox: DiscordStage['sandbox'];
let bot: Client<true>;
let member: SandboxPerson;

beforeEach(async () => {
  ({ sandbox, member } = await openDiscord({ people: ['member'] }));
  bot = await enterBot(sandbox);
});

/** What the bot hears of what a person does, and what that gave. */
async function heard<Kind extends Interaction>(done: Promise<Invoked>) {
  const [[interaction], invoked] = await Promise.all([once(bot, Events.InteractionCreate), done]);
  return [interaction as Kind, invoked] as const;
}

const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }));
const label = (component: object) => ({ type: 18, label: 'Field', component });

/** A button on an ordinary message opens a modal with these fields. */
async function opened(fields: readonly object[]): Promise<{ modal: ShownModal; messageId: string }> {
  const channel = await bot.channels.fetch(sandbox.channels.general);
  if (!channel?.isSendable()) throw new Error('not sendable');
  const row = { type: 1, components: [{ type: 2, style: 1, label: 'Open', custom_id: 'open' }] };
  const sent = await channel.send({ content: 'press', components: [row] });
  const message = await member.until('MESSAGE_CREATE', ({ id }) => id === sent.id);
  const [click, invoked] = await heard<ButtonInteraction>(member.click(message, 'Open'));
  await bot.rest.post(`/interactions/${click.id}/${click.token}/callback`, {
    auth: false,
    body: { type: 9, data: { custom_id: 'modal', title: 'Modal', components: fields } },
  });
  return { modal: await member.modalFor(invoked), messageId: sent.id };
}

/** Sent off with these values, as the bot hears it. */
async function submitted(modal: ShownModal, values: Parameters<SandboxPerson['submitModal']>[1]) {
  const [submit] = await heard<ModalSubmitInteraction>(member.submitModal(modal, values));
  return submit;
}

/** A modal with one line to write. */
const line = (custom_id = 'text', more: object = {}) => label({ type: 4, custom_id, style: 1, ...more });

test('selects and uploads of a modal arrive with what they stand for', async () => {
  const { modal } = await opened([
    label({ type: 3, custom_id: 'letters', options, min_values: 1, max_values: 2 }),
    label({ type: 5, custom_id: 'who' }),
    label({ type: 19, custom_id: 'files', max_values: 2 }),
    { type: 10, content: 'Only words' },
  ]);
  const submit = await submitted(modal, {
    letters: ['a', 'c'],
    who: [sandbox.people.owner.id],
    files: [{ name: 'tune.txt', bytes: Buffer.from('la') }],
  });
  expect(submit.fields.getStringSelectValues('letters')).toEqual(['a', 'c']);
  expect(submit.fields.getSelectedUsers('who')?.first()?.username).toBe('owner');
  const file = submit.fields.getUploadedFiles('files')?.first();
  expect(await (await fetch(file?.url ?? '')).text()).toBe('la');
});

test('a modal opened from a message may update that message', async () => {
  const { modal, messageId } = await opened([line()]);
  const submit = await submitted(modal, { text: 'x' });
  if (!submit.isFromMessage()) throw new Error('it is from a message');
  await submit.update({ content: 'pressed', components: [] });
  await member.untilMessage(({ id, content }) => id === messageId && content === 'pressed');
});

test.each([
  ['a value that is no option', { letters: ['z'] }],
  ['too many values', { letters: ['a', 'b', 'c'] }],
  ['the same value twice', { letters: ['a', 'a'] }],
  ['no value in a required field', {}],
])('%s is refused before the bot sees it', async (_what, values) => {
  const { modal } = await opened([label({ type: 3, custom_id: 'letters', options, max_values: 2 })]);
  await expect(member.submitModal(modal, values)).rejects.toMatchObject({ body: { code: 50035 } });
});

test.each([
  [['a.png', 'B.JPG', 'c.pdf'], true],
  [[], true],
  [['a.txt'], false],
  [['a.png', 'a.png', 'a.png', 'a.png'], false],
])('of an optional upload for up to three pictures, %j is taken: %s', async (names, taken) => {
  const upload = { type: 19, custom_id: 'files', min_values: 0, max_values: 3, required: false };
  const { modal } = await opened([label({ ...upload, file_types: ['image', '.pdf'] })]);
  const files = names.map((name) => ({ name, bytes: Buffer.from(name) }));
  const sent = member.submitModal(modal, { files }).then(
    () => true,
    () => false,
  );
  expect(await sent).toBe(taken);
});

test.each([
  ['must have files, and none at the least', { min_values: 0 }],
  ['takes fewer files than it must have', { min_values: 3, max_values: 2 }],
  ['takes eleven files', { max_values: 11 }],
  ['takes files of a kind that nobody knows', { file_types: ['picture'] }],
])('an upload that %s is refused', async (_what, wrong) => {
  const shown = opened([label({ type: 19, custom_id: 'files', ...wrong })]);
  await expect(shown).rejects.toMatchObject({ code: 50035 });
});

test('a group of boxes takes each of its options once', async () => {
  const { modal } = await opened([label({ type: 22, custom_id: 'boxes', options, max_values: 3 })]);
  await expect(member.submitModal(modal, { boxes: ['a', 'a'] })).rejects.toMatchObject({
    body: { code: 50035 },
  });
  const submit = await submitted(modal, { boxes: ['a', 'c'] });
  await submit.reply('thank you');
});

test.each([
  ['more', { max_length: 3, value: 'four' }, 'BASE_TYPE_MAX_LENGTH'],
  ['less', { min_length: 5, value: 'four' }, 'BASE_TYPE_MIN_LENGTH'],
])('an input that starts with %s than it takes is refused', async (_, given, code) => {
  const refused = await opened([line('text', given)]).catch((error: unknown) => error);
  expect(JSON.stringify(refused)).toContain(code);
});

test('a modal is never answered with another one', async () => {
  const { modal } = await opened([line()]);
  const submit = await submitted(modal, { text: 'x' });
  const another = { custom_id: 'next', title: 'Next', components: [line('y')] };
  const answered = bot.rest.post(`/interactions/${submit.id}/${submit.token}/callback`, {
    auth: false,
    body: { type: 9, data: another },
  });
  await expect(answered).rejects.toMatchObject({ code: 50035 });
  await submit.reply('it may still be answered');
});

test('somebody else cannot submit it', async () => {
  const { modal } = await opened([line()]);
  const owner = await enter(sandbox, 'owner');
  await expect(owner.submitModal(modal, { text: 'x' })).rejects.toMatchObject({ body: { code: 10062 } });
});
