import { ThreadsResponseSchema } from 'discord-api-spec/zod';
import { describe, expect, test } from 'vitest';
import { openDiscordForAll } from '../support/discord-stage.ts';
import type { SandboxPerson } from '../support/sandbox-person.ts';
import { unspecified } from '../support/specified.ts';

let nowMs = Date.now();
const { sandbox, owner, member } = await openDiscordForAll({ now: () => nowMs, people: ['owner', 'member'] });

interface Tag {
  readonly id: string;
  readonly name: string;
}

test("the first message of a post has the post's own id", async () => {
  const { id, message } = await member.fetched<{ id: string; message: { id: string } }>(
    'POST',
    `/channels/${sandbox.channels.forum}/threads`,
    { name: 'An idea', message: { content: 'What if' } },
  );
  expect(message.id).toBe(id);
  expect(await member.fetched('GET', `/channels/${id}/messages/${id}`)).toMatchObject({ content: 'What if' });
});

test('a post or thread needs a name of more than spaces, and loses those around it', async () => {
  const path = `/channels/${sandbox.channels.forum}/threads`;
  const open = (name: string) => member.rest('POST', path, { name, message: { content: 'x' } });
  expect(await open('   ')).toMatchObject({
    status: 400,
    body: { code: 50035, errors: { name: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } },
  });
  const { status, body } = await open('  A kite ');
  expect([status, body]).toMatchObject([201, { name: 'A kite' }]);
  const { id } = body as { id: string };
  expect((await member.rest('PATCH', `/channels/${id}`, { name: ' ' })).status).toBe(400);
});

test('a forum has tags, which keep their ids, and posts are marked with them', async () => {
  const at = `/channels/${sandbox.channels.forum}`;
  const set = (tags: readonly object[]) =>
    owner.fetched<{ available_tags: Tag[] }>('PATCH', at, { available_tags: tags });
  const first = (await set([{ name: 'idea', emoji_name: '💡' }])).available_tags;
  expect(first).toMatchObject([{ name: 'idea', emoji_name: '💡', emoji_id: null, moderated: false }]);
  const both = (await set([...first, { name: 'done', moderated: true }])).available_tags;
  expect(both).toMatchObject([
    { id: first[0]?.id, name: 'idea' },
    { name: 'done', moderated: true },
  ]);
  const post = { name: 'x', message: { content: 'x' }, applied_tags: [first[0]?.id] };
  expect(await member.fetched('POST', `${at}/threads`, post)).toMatchObject({
    applied_tags: [first[0]?.id],
  });
});

describe('archived threads', () => {
  const list = async (person: SandboxPerson, path: string) =>
    (await person.rest('GET', `/channels/${sandbox.channels.general}/${path}`)).body as {
      threads: { id: string }[];
      members: object[];
      has_more: boolean;
      code?: number;
    };
  const archive = async (type: number): Promise<string> => {
    nowMs += 60_000;
    const { id } = await owner.fetched<{ id: string }>(
      'POST',
      `/channels/${sandbox.channels.general}/threads`,
      { name: 'x', type },
    );
    await owner.fetched('PATCH', `/channels/${id}`, { archived: true });
    return id;
  };

  test('are listed page by page, those first that were archived last', async () => {
    const made = [await archive(11), await archive(11), await archive(11)];
    const page = await list(owner, 'threads/archived/public?limit=2');
    expect(page).toMatchObject({ has_more: true, members: [{}, {}] });
    expect(page.threads.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect(unspecified(ThreadsResponseSchema, page)).toEqual([]);
    const before = encodeURIComponent(new Date(nowMs - 60_000).toISOString());
    const rest = await list(owner, `threads/archived/public?before=${before}`);
    expect(rest.threads.map(({ id }) => id)).toEqual([made[0]]);
  });

  test('that are private are for moderators, and for those who joined them', async () => {
    const id = await archive(12);
    expect((await list(owner, 'threads/archived/private')).threads).toMatchObject([{ id }]);
    expect((await list(member, 'threads/archived/private')).code).toBe(50_013);
    expect((await list(owner, 'users/@me/threads/archived/private')).threads).toMatchObject([{ id }]);
    expect((await list(member, 'users/@me/threads/archived/private')).threads).toEqual([]);
  });
});

test('who is in a thread is told with their membership only when asked for it', async () => {
  const at = `/channels/${sandbox.channels.thread}/thread-members`;
  const [plain] = await owner.fetched<object[]>('GET', at);
  expect(plain).not.toHaveProperty('member');
  const [full] = await owner.fetched<object[]>('GET', `${at}?with_member=true`);
  expect(full).toHaveProperty('member.user.id', owner.id);
});

test('channels are sorted together', async () => {
  const { general, videos, textCategory } = sandbox.channels;
  const at = `/guilds/${sandbox.guildId}/channels`;
  const order = [
    { id: general, position: 7 },
    { id: videos, position: 3, parent_id: null },
  ];
  expect(await member.rest('PATCH', at, order)).toMatchObject({ body: { code: 50_013 } });
  expect((await owner.rest('PATCH', at, order)).status).toBe(204);
  await member.until('CHANNEL_UPDATE', ({ id, position }) => id === general && position === 7);
  await member.until('CHANNEL_UPDATE', (told) => told.id === videos && told.parent_id === null);
  expect(await owner.fetched('GET', `/channels/${general}`)).toMatchObject({ parent_id: textCategory });
});
