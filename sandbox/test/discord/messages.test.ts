import {
  AttachmentBuilder,
  ContainerBuilder,
  EmbedBuilder,
  FileBuilder,
  GatewayIntentBits,
  MediaGalleryBuilder,
  MessageFlags,
  PermissionFlagsBits,
  TextDisplayBuilder,
} from 'discord.js';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { enter, enterBot, openDiscord, openDiscordForAll } from '../support/discord-stage.ts';
import { problemsIn } from '../support/form-problems.ts';

let nowMs = Date.now();
const { sandbox, rest, owner } = await openDiscordForAll({ now: () => nowMs, people: ['owner'] });
const bot = await enterBot(sandbox, [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages], afterAll);
const general = `/channels/${sandbox.channels.general}/messages`;

afterEach(() => {
  nowMs += 10_000;
});

async function channel() {
  const found = await bot.channels.fetch(sandbox.channels.general);
  if (!found?.isSendable()) throw new Error('not sendable');
  return found;
}

test('spaces around a message are not part of it, and of spaces alone there is no message', async () => {
  const sent = await rest('POST', general, { content: ' \n two  words \n' });
  expect(sent.body).toMatchObject({ content: 'two  words' });
  const { id } = sent.body as { id: string };
  expect((await rest('PATCH', `${general}/${id}`, { content: ' other ' })).body).toMatchObject({
    content: 'other',
  });
  expect(await rest('POST', general, { content: ' \n ' })).toMatchObject({
    status: 400,
    body: { code: 50006 },
  });
});

/** What Discord says is wrong, each with its path; or the code of the whole. */
const problem = ({ errors, code }: Record<string, unknown>): string =>
  Object.entries(problemsIn(errors))
    .map(([path, of]) => `${path} ${of}`)
    .join(', ') || String(code);

const text = (content: string) => ({ type: 10, content });
const button = (custom_id: string, more: object = {}) => ({
  type: 2,
  style: 1,
  label: 'x',
  custom_id,
  ...more,
});
const row = (...components: object[]) => ({ type: 1, components });
const v2 = MessageFlags.IsComponentsV2;

describe('what cannot be sent', () => {
  const cases: readonly [string, object, string][] = [
    ['nothing at all', {}, '50006'],
    ['2,001 characters', { content: 'x'.repeat(2001) }, 'content BASE_TYPE_MAX_LENGTH'],
    ['an embed with nothing in it', { embeds: [{}] }, 'embeds.0.description BASE_TYPE_REQUIRED'],
    [
      'embeds of more than 6,000 characters together',
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
      'embeds MAX_EMBED_SIZE_EXCEEDED',
    ],
    [
      'eleven embeds',
      { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) },
      'embeds BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a custom id twice',
      { content: 'x', components: [row(button('a'), button('a'))] },
      'components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'a custom id of 101 characters',
      { content: 'x', components: [row(button('a'.repeat(101)))] },
      'components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH',
    ],
    [
      'six buttons in a row',
      { content: 'x', components: [row(...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => button(id)))] },
      'components.0.components BASE_TYPE_BAD_LENGTH',
    ],
    [
      'six rows',
      { content: 'x', components: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => row(button(id))) },
      'components BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a link button with a custom id',
      {
        content: 'x',
        components: [row({ type: 2, style: 5, label: 'x', url: 'https://example.org', custom_id: 'a' })],
      },
      'components.0.components.0.custom_id BUTTON_COMPONENT_FIELD_NOT_ALLOWED',
    ],
    [
      'a button without a custom id',
      { content: 'x', components: [row({ type: 2, style: 1, label: 'x' })] },
      'components.0.components.0.custom_id BASE_TYPE_REQUIRED',
    ],
    [
      'a label over 80 characters',
      { content: 'x', components: [row(button('a', { label: 'x'.repeat(81) }))] },
      'components.0.components.0.label BASE_TYPE_MAX_LENGTH',
    ],
    ['new components without their flag', { components: [text('x')] }, 'components.0 UNION_TYPE_CHOICES'],
    [
      'content beside new components',
      { flags: v2, content: 'x', components: [text('x')] },
      'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ],
    [
      'embeds beside new components',
      { flags: v2, embeds: [{ title: 'x' }], components: [text('x')] },
      'embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ],
    [
      'more than 40 components, nested ones counting',
      { flags: v2, components: [{ type: 17, components: Array.from({ length: 40 }, () => text('x')) }] },
      'components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
    ],
    [
      'more than 4,000 characters of text',
      { flags: v2, components: [text('x'.repeat(2001)), text('x'.repeat(2000))] },
      'components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
    ],
    [
      'a file that was not uploaded',
      { flags: v2, components: [{ type: 13, file: { url: 'attachment://none.mp4' } }] },
      'components.0.file.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],
    [
      'an attachment note without a file',
      { content: 'x', attachments: [{ id: 0, filename: 'a.txt' }] },
      'attachments.0.id ATTACHMENT_NOT_FOUND',
    ],
    ['a nonce over 25 characters', { content: 'x', nonce: 'n'.repeat(26) }, 'nonce BASE_TYPE_MAX_LENGTH'],
    [
      'contradictory mentions',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      'allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
    ],
    [
      'a reply to nothing',
      { content: 'x', message_reference: { message_id: '1' } },
      'message_reference REPLIES_UNKNOWN_MESSAGE',
    ],
    ['a wrong type', { content: 7 }, 'content STRING_TYPE_CONVERT'],
  ];
  test.each(cases)('%s', async (_what, body, expected) => {
    const answer = await rest('POST', general, body);
    expect(answer.status).toBe(400);
    expect(problem(answer.body)).toBe(expected);
    nowMs += 5000;
  });

  test('broken JSON is 50109', async () => {
    const response = await fetch(`${sandbox.apiUrl}/v10${general}`, {
      method: 'POST',
      headers: { authorization: `Bot ${sandbox.botToken}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(await response.json()).toMatchObject({ code: 50109 });
  });
});

test('the same nonce, enforced, returns the first message and creates none', async () => {
  const before = sandbox.state.messages(sandbox.channels.general).length;
  const first = await rest('POST', general, { content: 'once', nonce: 'job-1', enforce_nonce: true });
  const second = await rest('POST', general, { content: 'twice', nonce: 'job-1', enforce_nonce: true });
  expect(second.body).toMatchObject({ id: first.body.id, content: 'once' });
  expect(sandbox.state.messages(sandbox.channels.general)).toHaveLength(before + 1);
  const unforced = await rest('POST', general, { content: 'again', nonce: 'job-1' });
  expect(unforced.body.id).not.toBe(first.body.id);
});

test('an enforced nonce is forgotten after some minutes, and belongs to one channel', async () => {
  const first = await rest('POST', general, { content: 'a', nonce: 'job-2', enforce_nonce: true });
  const elsewhere = await rest('POST', `/channels/${sandbox.channels.videos}/messages`, {
    content: 'a',
    nonce: 'job-2',
    enforce_nonce: true,
  });
  expect(elsewhere.body.id).not.toBe(first.body.id);
  nowMs += 6 * 60_000;
  const later = await rest('POST', general, { content: 'a', nonce: 'job-2', enforce_nonce: true });
  expect(later.body.id).not.toBe(first.body.id);
});

describe('mentions', () => {
  const posted = async (body: object) => {
    const { body: message } = await rest('POST', general, body);
    const stored = sandbox.state.message(sandbox.channels.general, String(message.id));
    if (!stored) throw new Error('not stored');
    return { message, pinged: sandbox.state.pinged(stored) };
  };

  test('with nothing allowed nobody is mentioned or notified', async () => {
    const { message, pinged } = await posted({
      content: `<@${sandbox.people.member.id}> @everyone <@&${sandbox.roles.moderator}>`,
      allowed_mentions: { parse: [] },
    });
    expect(message).toMatchObject({ mentions: [], mention_roles: [], mention_everyone: false });
    expect(pinged).toEqual([]);
  });

  test('only the one allowed user is notified, also from a text component', async () => {
    const { message, pinged } = await posted({
      flags: v2,
      components: [text(`<@${sandbox.people.member.id}> and <@${sandbox.people.owner.id}>`)],
      allowed_mentions: { users: [sandbox.people.member.id] },
    });
    expect(message.mentions).toEqual([expect.objectContaining({ id: sandbox.people.member.id })]);
    expect(pinged).toEqual([sandbox.people.member.id]);
  });

  test('by default a bot pings users and mentionable roles, but not everyone without the permission', async () => {
    const { message, pinged } = await posted({
      content: `<@${sandbox.people.member.id}> @everyone <@&${sandbox.roles.moderator}>`,
    });
    expect(message).toMatchObject({ mention_roles: [sandbox.roles.moderator], mention_everyone: false });
    expect(pinged.toSorted()).toEqual([sandbox.people.moderator.id, sandbox.people.member.id].toSorted());
  });

  test('nobody is notified of an own message, nor of one in a channel that stays hidden', async () => {
    const self = await posted({ content: `<@${sandbox.botUserId}>` });
    expect(self.message.mentions).toHaveLength(1);
    expect(self.pinged).toEqual([]);
    const sent = await owner.send(
      sandbox.channels.moderatorsOnly,
      `<@${sandbox.people.member.id}> <@${sandbox.people.moderator.id}>`,
    );
    const stored = sandbox.state.message(sandbox.channels.moderatorsOnly, sent.id);
    expect(stored && sandbox.state.pinged(stored)).toEqual([sandbox.people.moderator.id]);
  });

  test('a silent message notifies nobody', async () => {
    const { pinged } = await posted({
      content: `<@${sandbox.people.member.id}>`,
      flags: MessageFlags.SuppressNotifications,
    });
    expect(pinged).toEqual([]);
  });

  test('a reply mentions its author unless told otherwise', async () => {
    const sent = await owner.send(sandbox.channels.general, 'question');
    const reference = { message_reference: { message_id: sent.id } };
    const loud = await posted({ content: 'a', ...reference });
    const quiet = await posted({ content: 'a', ...reference, allowed_mentions: { parse: [] } });
    expect(loud.pinged).toEqual([sandbox.people.owner.id]);
    expect(quiet.pinged).toEqual([]);
    expect(loud.message).toMatchObject({ type: 19, referenced_message: { id: sent.id } });
  });
});

test('new components show uploaded files by reference, with an address that works', async () => {
  const gallery = new MediaGalleryBuilder().addItems((item) =>
    item.setURL('attachment://film.mp4').setDescription('a sea'),
  );
  const container = new ContainerBuilder()
    .addTextDisplayComponents(new TextDisplayBuilder().setContent('Done'))
    .addMediaGalleryComponents(gallery)
    .addFileComponents(new FileBuilder().setURL('attachment://notes.txt'));
  const sent = await (await channel()).send({
    flags: MessageFlags.IsComponentsV2,
    components: [container],
    files: [
      new AttachmentBuilder(Buffer.from('\0\0\0\x18ftypisom'), { name: 'film.mp4' }),
      new AttachmentBuilder(Buffer.from('notes'), { name: 'notes.txt' }),
    ],
  });
  const seen = await owner.untilMessage(({ id }) => id === sent.id);
  const [shown] = seen.components as unknown as [
    { components: [object, { items: { media: { url: string } }[] }, object] },
  ];
  expect(shown.components).toMatchObject([
    { type: 10, content: 'Done' },
    { type: 12, items: [{ description: 'a sea', media: { content_type: 'video/mp4' } }] },
    { type: 13, name: 'notes.txt', size: 5 },
  ]);
  expect((await fetch(shown.components[1].items[0]?.media.url ?? '')).status).toBe(200);
  expect(sent.flags.has(MessageFlags.IsComponentsV2)).toBe(true);
  const edited = await rest('PATCH', `${general}/${sent.id}`, { flags: 0, content: 'plain' });
  expect(problem(edited.body)).toContain('MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2');
});

test('a file shown in an embed is not listed among the attachments', async () => {
  const sent = await (await channel()).send({
    embeds: [new EmbedBuilder().setTitle('Picture').setImage('attachment://sea.png')],
    files: [new AttachmentBuilder(Buffer.from('89504e470d0a1a0a', 'hex'), { name: 'sea.png' })],
  });
  expect(sent.attachments.size).toBe(0);
  expect((await fetch(sent.embeds[0]?.image?.url ?? '')).headers.get('content-type')).toBe('image/png');
});

test('an edit keeps the listed files, drops the others and adds new ones', async () => {
  const sent = await (await channel()).send({
    files: ['one', 'two'].map((name) => new AttachmentBuilder(Buffer.from(name), { name: `${name}.txt` })),
  });
  const [one, two] = [...sent.attachments.values()];
  if (!one || !two) throw new Error('files are missing');
  const edited = await sent.edit({
    content: 'edited',
    attachments: [one],
    files: [new AttachmentBuilder(Buffer.from('three'), { name: 'three.txt' })],
  });
  expect(edited.attachments.map(({ name }) => name)).toEqual(['one.txt', 'three.txt']);
  expect((await fetch(two.url)).status).toBe(404);
  expect(edited.editedTimestamp).not.toBeNull();
  const untouched = await rest('PATCH', `${general}/${sent.id}`, { content: 'more' });
  expect(untouched.body.attachments).toHaveLength(2);
});

test('only the author edits, only the author or a moderator deletes', async () => {
  const sent = await owner.send(sandbox.channels.general, 'mine');
  expect((await rest('PATCH', `${general}/${sent.id}`, { content: 'no' })).body.code).toBe(50005);
  expect((await rest('DELETE', `${general}/${sent.id}`)).body.code).toBe(50013);
  const own = await rest('POST', general, { content: 'bot' });
  expect((await owner.rest('DELETE', `${general}/${own.body.id}`)).status).toBe(204);
  expect((await rest('PATCH', `${general}/${own.body.id}`, { content: 'no' })).body.code).toBe(10008);
});

test('lists are newest first and page by before, after and around', async () => {
  const at = `/channels/${sandbox.channels.videos}/messages`;
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1)
    ids.push((await owner.send(sandbox.channels.videos, `m${count}`)).id);
  const [first, second, third, fourth, fifth] = ids;
  const page = async (query: string): Promise<string[]> =>
    ((await owner.fetched<{ id: string }[]>('GET', `${at}?${query}`)) ?? []).map(({ id }) => id);
  expect(await page('limit=2')).toEqual([fifth, fourth]);
  expect(await page(`limit=2&before=${third}`)).toEqual([second, first]);
  expect(await page(`limit=2&after=${third}`)).toEqual([fifth, fourth]);
  expect(await page(`limit=3&around=${third}`)).toEqual([fourth, third, second]);
  expect((await owner.rest('GET', `${at}?limit=101`)).status).toBe(400);
});

test('who may not read what was written before gets an empty list, and is refused a single message', async () => {
  const { videos } = sandbox.channels;
  const { id } = await owner.send(videos, 'before');
  sandbox.setPermissions(videos, sandbox.botUserId, 0n, PermissionFlagsBits.ReadMessageHistory);
  expect(await rest('GET', `/channels/${videos}/messages`)).toMatchObject({ status: 200, body: [] });
  expect((await rest('GET', `/channels/${videos}/messages/${id}`)).body.code).toBe(50013);
  sandbox.setPermissions(videos, sandbox.botUserId, 0n, 0n);
});

test('bulk deletion takes 2 to 100 and needs the permission', async () => {
  const ids = [
    (await owner.send(sandbox.channels.videos, 'a')).id,
    (await owner.send(sandbox.channels.videos, 'b')).id,
  ];
  const at = `/channels/${sandbox.channels.videos}/messages/bulk-delete`;
  expect((await rest('POST', at, { messages: ids })).body.code).toBe(50013);
  expect((await owner.rest('POST', at, { messages: ids.slice(1) })).body).toMatchObject({ code: 50016 });
  expect((await owner.rest('POST', at, { messages: ids })).status).toBe(204);
  await owner.until('MESSAGE_DELETE_BULK');
});

test('typing is told to everybody who sees the channel', async () => {
  await (await channel()).sendTyping();
  expect(await owner.until('TYPING_START')).toMatchObject({ user_id: sandbox.botUserId });
});

test("the bot reads other people's messages without their content, its own with it", async () => {
  const sent = await owner.send(sandbox.channels.general, 'not for bots');
  expect((await rest('GET', `${general}/${sent.id}`)).body.content).toBe('');
  const own = await rest('POST', general, { content: 'mine' });
  expect((await rest('GET', `${general}/${own.body.id}`)).body.content).toBe('mine');
});

test('nor their files; of its own messages it reads files, embeds and components', async () => {
  const picture = { name: 'a.txt', bytes: Buffer.from('words') };
  const sent = await owner.send(sandbox.channels.general, 'with a file', [picture]);
  const row = { type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'go' }] };
  const body = { content: 'mine', embeds: [{ title: 'Title' }], components: [row] };
  const own = await rest('POST', general, body, [picture]);
  const listed = (await rest('GET', general)).body as unknown as Record<string, unknown>[];
  const parts = ({ content, attachments, embeds, components }: Record<string, unknown>) =>
    [content, attachments, embeds, components].map((part) => (part as { readonly length: number }).length);
  const alone = (id: unknown) => rest('GET', `${general}/${id}`).then((answer) => parts(answer.body));
  expect(await alone(sent.id)).toEqual([0, 0, 0, 0]);
  expect(await alone(own.body.id)).toEqual([4, 1, 1, 1]);
  expect(listed.slice(0, 2).map(parts)).toEqual([
    [4, 1, 1, 1],
    [0, 0, 0, 0],
  ]);
});

test('with the intent switched on it reads all of everybody', async () => {
  const { sandbox: open, rest: readBy } = await openDiscord({ privilegedIntents: ['MessageContent'] });
  const person = await enter(open, 'owner');
  const sent = await person.send(open.channels.general, 'for all', [
    { name: 'a.txt', bytes: Buffer.from('words') },
  ]);
  const read = await readBy('GET', `/channels/${open.channels.general}/messages/${sent.id}`);
  expect(read.body).toMatchObject({ content: 'for all', attachments: [{ filename: 'a.txt' }] });
});
