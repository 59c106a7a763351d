import { PermissionFlagsBits } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enter, openDiscordForAll } from '../support/discord-stage.ts';
import { problemsIn } from '../support/form-problems.ts';
import { RawGateway } from '../support/raw-gateway.ts';

let nowMs = Date.now();
const { sandbox, rest, moderator } = await openDiscordForAll({ now: () => nowMs, people: ['moderator'] });
const messages = `/channels/${sandbox.channels.general}/messages`;

beforeAll(async () => {
  await rest('POST', `/applications/${sandbox.applicationId}/commands`, { name: 'ask', description: 'x' });
});

beforeEach(() => {
  nowMs += 10_000;
});

/** The bot's first answer to a made-up interaction of the member. */
async function answer(type: 2 | 4, body: unknown, options: readonly object[] = []) {
  const { id, token } = sandbox.injectInteraction({
    type,
    userId: sandbox.people.member.id,
    channelId: sandbox.channels.general,
    data: { name: 'ask', options },
  });
  const { status, body: said } = await rest('POST', `/interactions/${id}/${token}/callback`, body);
  return { status, problems: problemsIn(said.errors), token };
}

const refused = (problems: Readonly<Record<string, string>>) => ({ status: 400, problems });

describe('a modal', () => {
  const input = (custom_id: string, more: object = {}) => ({
    type: 4,
    style: 1,
    custom_id,
    label: 'x',
    ...more,
  });
  const row = (...components: object[]) => ({ type: 1, components });
  const label = (component: object) => ({ type: 18, label: 'x', component });
  const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }));
  const modal = async (...components: object[]) =>
    await answer(2, { type: 9, data: { custom_id: 'm', title: 'x', components } });

  test('of five inputs is shown, one of six is refused', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => row(input(id)));
    expect((await modal(...rows.slice(0, 5))).status).toBe(204);
    expect(await modal(...rows)).toMatchObject(refused({ 'data.components': 'BASE_TYPE_BAD_LENGTH' }));
  });

  test('has no custom id twice, and one input a row', async () => {
    expect(await modal(row(input('a')), label(input('a', { label: undefined })))).toMatchObject(
      refused({ 'data.components.1.component.custom_id': 'COMPONENT_CUSTOM_ID_DUPLICATED' }),
    );
    expect(await modal(row(input('a'), input('b')))).toMatchObject(
      refused({ 'data.components.0.components': 'COMPONENT_LAYOUT_WIDTH_EXCEEDED' }),
    );
  });

  test('has a label on each input of a row', async () => {
    expect(await modal(row(input('a', { label: undefined })))).toMatchObject(
      refused({ 'data.components.0.components.0.label': 'BASE_TYPE_REQUIRED' }),
    );
  });

  test.each([
    ['text', input('a', { label: undefined, min_length: 9, max_length: 8 }), 'min_length'],
    ['select', { type: 3, custom_id: 'a', options, min_values: 3, max_values: 2 }, 'min_values'],
    ['upload', { type: 19, custom_id: 'a', min_values: 3, max_values: 2 }, 'min_values'],
    ['checkbox group', { type: 22, custom_id: 'a', options, min_values: 3, max_values: 2 }, 'min_values'],
  ])('has no %s of which more is the least than is the most', async (_what, component, field) => {
    expect(await modal(label(component))).toMatchObject(
      refused({ [`data.components.0.component.${field}`]: 'NUMBER_TYPE_MAX' }),
    );
  });
});

describe('a choice', () => {
  const suggest = async (type: number, value: unknown) =>
    await answer(4, { type: 8, data: { choices: [{ name: 'x', value }] } }, [
      { name: 'o', type, value: '', focused: true },
    ]);

  test.each([
    ['a text of 101 characters', 3, 'x'.repeat(101), 'BASE_TYPE_MAX_LENGTH'],
    ['a number for a text', 3, 5, 'STRING_TYPE_CONVERT'],
    ['a text for an integer', 4, 'five', 'NUMBER_TYPE_COERCE'],
    ['a part of a number for an integer', 4, 1.5, 'NUMBER_TYPE_COERCE'],
    ['a text for a number', 10, 'five', 'NUMBER_TYPE_COERCE'],
  ])('suggested as %s is refused', async (_what, type, value, code) => {
    expect(await suggest(type, value)).toMatchObject(refused({ 'data.choices.0.value': code }));
  });

  test('too many of them are refused', async () => {
    const choices = Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: `${at}` }));
    const options = [{ name: 'o', type: 3, value: '', focused: true }];
    expect(await answer(4, { type: 8, data: { choices } }, options)).toMatchObject(
      refused({ 'data.choices': 'BASE_TYPE_MAX_LENGTH' }),
    );
  });

  test('that fits is suggested, and nothing follows it', async () => {
    const { status, token } = await suggest(3, '🎬'.repeat(100));
    expect(status).toBe(204);
    const later = await rest('POST', `/webhooks/${sandbox.applicationId}/${token}`, { content: 'x' });
    expect(later).toMatchObject({ status: 404, body: { code: 10015 } });
  });

  test('of a command has at most 100 characters and the type of its option', async () => {
    const command = (type: number, value: unknown) => ({
      name: 'c',
      description: 'x',
      options: [{ name: 'o', description: 'x', type, choices: [{ name: 'x', value }] }],
    });
    const at = `/applications/${sandbox.applicationId}/commands`;
    const problems = async (type: number, value: unknown) =>
      problemsIn((await rest('POST', at, command(type, value))).body.errors);
    const path = 'options.0.choices.0.value';
    expect(await problems(3, 'x'.repeat(101))).toEqual({ [path]: 'BASE_TYPE_MAX_LENGTH' });
    expect(await problems(3, 5)).toEqual({ [path]: 'STRING_TYPE_CONVERT' });
    expect(await problems(4, 'five')).toEqual({ [path]: 'NUMBER_TYPE_COERCE' });
    expect(await problems(3, 'x'.repeat(100))).toEqual({});
  });
});

describe('a message', () => {
  const send = async (body: object) => {
    nowMs += 5_000;
    const { status, body: said } = await rest('POST', messages, body);
    return { status, code: said.code, problems: problemsIn(said.errors) };
  };
  const button = (more: object) => ({
    content: 'x',
    components: [{ type: 1, components: [{ type: 2, label: 'x', ...more }] }],
  });

  test('of white space alone is empty', async () => {
    expect(await send({ content: ' \n\t ' })).toMatchObject({ status: 400, code: 50006 });
  });

  test('has no embed with an empty field', async () => {
    const fields = [{ name: 'x', value: ' ' }];
    expect(await send({ embeds: [{ fields }] })).toMatchObject(
      refused({ 'embeds.0.fields.0.value': 'BASE_TYPE_REQUIRED' }),
    );
  });

  test.each([
    ['url', { title: 'x', url: 'javascript:alert(1)' }],
    ['author.url', { author: { name: 'x', url: 'ftp://example.org' } }],
    ['author.icon_url', { author: { name: 'x', icon_url: 'data:image/png;base64,AA' } }],
    ['footer.icon_url', { footer: { text: 'x', icon_url: 'ftp://example.org/a.png' } }],
    ['image.url', { image: { url: 'data:image/png;base64,AA' } }],
    ['thumbnail.url', { thumbnail: { url: 'javascript:alert(1)' } }],
  ])('has no embed whose %s is no address of the web', async (field, embed) => {
    expect(await send({ embeds: [embed] })).toMatchObject(
      refused({ [`embeds.0.${field}`]: 'URL_TYPE_INVALID_SCHEME' }),
    );
  });

  test('has embeds with addresses of the web', async () => {
    const url = 'HTTPS://example.org/a.png';
    const parts = { url, image: { url }, author: { name: 'x', url, icon_url: url } };
    expect((await send({ embeds: [{ title: 'x', ...parts }] })).status).toBe(200);
  });

  test('shows files of its own as files, and none from elsewhere', async () => {
    const components = [{ type: 13, file: { url: 'https://example.org/a.txt' } }];
    expect(await send({ flags: 32_768, components })).toMatchObject(
      refused({ 'components.0.file.url': 'URL_TYPE_INVALID_SCHEME' }),
    );
  });

  test('has links to web pages and into Discord only', async () => {
    const at = 'components.0.components.0.url';
    for (const url of ['javascript:alert(1)', 'ftp://example.org'])
      expect(await send(button({ style: 5, url }))).toMatchObject(
        refused({ [at]: 'URL_TYPE_INVALID_SCHEME' }),
      );
    for (const url of ['https://example.org', 'discord://-/settings'])
      expect((await send(button({ style: 5, url }))).status).toBe(200);
  });

  test.each([
    ['a word', { name: 'black_nib' }, 'name'],
    ['two at once', { name: '🎬🎬' }, 'name'],
    ['a digit', { name: '7' }, 'name'],
    ['an id that nobody knows', { id: '1324000000000009999', name: 'x' }, 'id'],
  ])('has no button with %s for an emoji', async (_what, emoji, field) => {
    expect(await send(button({ style: 1, custom_id: 'a', emoji }))).toMatchObject(
      refused({ [`components.0.components.0.emoji.${field}`]: 'BUTTON_COMPONENT_INVALID_EMOJI' }),
    );
  });

  test('takes emojis of Unicode, with and without their selector', async () => {
    for (const name of ['🎬', '⏹', '⏹️', '👩🏽‍🚀', '🇦🇶', '7️⃣', '▶️'])
      expect([name, (await send(button({ style: 1, custom_id: 'a', emoji: { name } }))).status]).toEqual([
        name,
        200,
      ]);
    const options = [{ label: 'x', value: 'x', emoji: { name: 'nib' } }];
    const select = { type: 3, custom_id: 'a', options };
    expect(await send({ content: 'x', components: [{ type: 1, components: [select] }] })).toMatchObject(
      refused({ 'components.0.components.0.options.0.emoji.name': 'BUTTON_COMPONENT_INVALID_EMOJI' }),
    );
  });

  test('is not edited in an archived thread', async () => {
    const { thread } = sandbox.channels;
    const sent = await rest('POST', `/channels/${thread}/messages`, { content: 'x' });
    await moderator.fetched('PATCH', `/channels/${thread}`, { archived: true });
    const edit = await rest('PATCH', `/channels/${thread}/messages/${sent.body.id}`, { content: 'y' });
    expect(edit).toMatchObject({ status: 400, body: { code: 50083 } });
    await moderator.fetched('PATCH', `/channels/${thread}`, { archived: false });
  });

  test('replies only where the bot may read the history, and only in its own channel', async () => {
    const { videos } = sandbox.channels;
    const first = await rest('POST', messages, { content: 'x' });
    const to = { message_id: first.body.id, channel_id: sandbox.channels.general };
    const there = await rest('POST', `/channels/${videos}/messages`, { content: 'y', message_reference: to });
    expect(problemsIn(there.body.errors)).toEqual({
      message_reference: 'REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL',
    });
    sandbox.setPermissions(
      sandbox.channels.general,
      sandbox.botUserId,
      0n,
      PermissionFlagsBits.ReadMessageHistory,
    );
    expect(await rest('POST', messages, { content: 'y', message_reference: to })).toMatchObject({
      status: 403,
      body: { code: 160002 },
    });
    sandbox.setPermissions(sandbox.channels.general, sandbox.botUserId, 0n, 0n);
    expect((await rest('POST', messages, { content: 'y', message_reference: to })).status).toBe(200);
  });
});

describe('a role', () => {
  test("that is not below one's own, or is managed, is not given", async () => {
    const { guildId, roles, people } = sandbox;
    const member = `/guilds/${guildId}/members/${people.member.id}`;
    expect((await moderator.rest('PUT', `${member}/roles/${roles.moderator}`)).body).toMatchObject({
      code: 50013,
    });
    expect((await moderator.rest('PATCH', member, { roles: [roles.moderator] })).body).toMatchObject({
      code: 50013,
    });
    expect((await moderator.rest('PUT', `${member}/roles/${roles.bot}`)).body).toMatchObject({ code: 50028 });
    const helper = await moderator.fetched<{ id: string }>('POST', `/guilds/${guildId}/roles`, {
      name: 'helper',
    });
    expect((await moderator.rest('PATCH', member, { roles: [helper.id] })).status).toBe(200);
    expect((await moderator.rest('DELETE', `${member}/roles/${helper.id}`)).status).toBe(204);
    const owner = await enter(sandbox, 'owner');
    expect((await owner.rest('PUT', `${member}/roles/${roles.moderator}`)).status).toBe(204);
    expect((await owner.rest('DELETE', `${member}/roles/${roles.moderator}`)).status).toBe(204);
  });
});

describe('a channel', () => {
  const owner = async (method: string, path: string, body: object) => {
    const person = await enter(sandbox, 'owner');
    const { status, body: said } = await person.rest(method, path, body);
    const { code, errors } = said as { code?: number; errors?: unknown };
    return { status, code, problems: problemsIn(errors) };
  };

  test.each([
    ['general', { type: 2 }, 'type', 'BASE_TYPE_CHOICES'],
    ['voice', { type: 0 }, 'type', 'BASE_TYPE_CHOICES'],
    ['general', { topic: 'x'.repeat(1025) }, 'topic', 'BASE_TYPE_BAD_LENGTH'],
    ['voice', { user_limit: 100 }, 'user_limit', 'NUMBER_TYPE_MAX'],
  ] as const)('called %s does not become %j', async (name, change, field, code) => {
    const at = `/channels/${sandbox.channels[name]}`;
    expect(await owner('PATCH', at, change)).toMatchObject(refused({ [field]: code }));
  });

  test('of text becomes one of announcements, and back; a forum has longer guidelines', async () => {
    const at = `/channels/${sandbox.channels.videos}`;
    for (const type of [5, 0]) expect((await owner('PATCH', at, { type })).status).toBe(200);
    const topic = 'x'.repeat(4096);
    expect((await owner('PATCH', `/channels/${sandbox.channels.forum}`, { topic })).status).toBe(200);
  });

  test.each([
    ['general', 10],
    ['announcements', 11],
    ['announcements', 12],
    ['voice', 11],
  ] as const)('called %s has no thread of type %i', async (name, type) => {
    const at = `/channels/${sandbox.channels[name]}/threads`;
    expect(await owner('POST', at, { name: 'x', type })).toMatchObject({ status: 400, code: 50_024 });
  });
});

test('an emoji of more than 256 KB is refused', async () => {
  const image = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
  const at = `/applications/${sandbox.applicationId}/emojis`;
  const { body } = await rest('POST', at, { name: 'kite', image: image(256 * 1024 + 1) });
  expect(problemsIn(body.errors)).toEqual({ image: 'BINARY_TYPE_MAX_SIZE' });
  expect((await rest('POST', at, { name: 'kite', image: image(256 * 1024) })).status).toBe(201);
});

describe('the gateway', () => {
  const invalid = ({ op, d }: { readonly op: number; readonly d: unknown }) => op === 9 && d === false;

  test('turns a second identify of the bot within five seconds away', async () => {
    await RawGateway.identified(sandbox, { intents: 1 });
    const second = await RawGateway.open(sandbox.gatewayUrl);
    nowMs += 4_999;
    second.identify(sandbox.botToken, { intents: 1 });
    await second.frame(invalid);
    nowMs += 1;
    second.identify(sandbox.botToken, { intents: 1 });
    await second.event('READY');
  });

  test.each([
    [1000, true],
    [1001, true],
    [4000, false],
  ])('after a close with %i a session is over: %s', async (code, isOver) => {
    const raw = await RawGateway.identified(sandbox, { intents: 1 });
    const { d } = await raw.event('READY');
    raw.socket.close(code);
    await raw.closed;
    const again = await RawGateway.open(sandbox.gatewayUrl);
    again.send(6, { token: sandbox.botToken, session_id: d.session_id, seq: 1 });
    await again.frame((frame) => (isOver ? invalid(frame) : frame.t === 'RESUMED'));
  });
});
