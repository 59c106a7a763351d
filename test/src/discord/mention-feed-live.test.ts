import { Events } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { assertNothingOdd } from '../../../sandbox/test/support/nothing-odd.ts';
import { SandboxPerson } from '../../../sandbox/test/support/sandbox-person.ts';
import { createClient } from '../../../src/discord/client.ts';
import { logIn } from '../../../src/discord/login.ts';
import { ClientMentionFeed, type Mention } from '../../../src/discord/mention-feed.ts';
import { recordingLog } from '../../support/fake-log.ts';

type Client = ReturnType<typeof createClient>;

describe('without the privileged intent', () => {
  let discord: DiscordSandbox;
  let client: Client;
  let member: SandboxPerson;
  let general: string;
  let mentions: Mention[];
  let changes: [id: string, text: string | undefined][];
  let stop: () => void;

  beforeAll(async () => {
    discord = await startDiscordSandbox();
    const { log } = recordingLog();
    client = createClient({ apiUrl: discord.apiUrl, log });
    await logIn(client, { token: discord.botToken, apiUrl: discord.apiUrl });
    member = await SandboxPerson.connect(discord, discord.people.member);
    general = discord.channels.general;
  });
  afterAll(async () => {
    member?.disconnect();
    await client?.destroy();
    await discord?.close();
    assertNothingOdd(discord);
  });
  beforeEach(() => {
    mentions = [];
    changes = [];
    stop = new ClientMentionFeed(client, recordingLog().log).listen({
      mentioned: (mention) => mentions.push(mention),
      changed: (id, now) => changes.push([id, now?.text]),
    });
    return () => stop();
  });

  /** What came before it has arrived when this has. */
  const untilMentioned = async () => {
    const { id } = await named('last');
    await eventually(() => mentions.at(-1)?.message.id === id, 'the last mention');
    return mentions.slice(0, -1);
  };
  /** A message that names the bot. */
  const named = async (content: string) => await member.send(general, `<@${discord.botUserId}> ${content}`);
  const ofBot = async (content: string) => {
    const channel = await client.channels.fetch(general);
    if (!channel?.isSendable()) throw new Error('no place to write');
    return await channel.send({ content, allowedMentions: { users: [discord.botUserId] } });
  };

  it('is found again by its id, as it is now, unless it is gone or was no mention', async () => {
    const feed = new ClientMentionFeed(client, recordingLog().log);
    const asked = await named('when is movie night?');
    const other = await member.send(general, 'just talking');
    await untilMentioned();
    expect(await feed.find(general, asked.id)).toMatchObject({
      text: 'when is movie night?',
      isNamed: true,
      botMay: { write: true, reply: true, speak: true },
      channelIds: [general, discord.channels.textCategory],
      message: { id: asked.id, author: { userId: discord.people.member.id } },
    });
    expect(await feed.find(general, other.id)).toBeUndefined();
    await member.rest('DELETE', `/channels/${general}/messages/${asked.id}`);
    expect(await feed.find(general, asked.id)).toBeUndefined();
    expect(await feed.find('1324000000000000999', asked.id)).toBeUndefined();
  });

  it('arrives what names the bot, readable, and nothing else', async () => {
    await member.send(general, 'just talking, Emcee');
    await member.send(general, '@everyone look');
    await named(`hi <@${discord.people.owner.id}>, see <#${general}> :)`);
    const [mention, ...others] = await untilMentioned();
    expect(others).toEqual([]);
    expect(mention).toMatchObject({
      text: 'hi @Owner, see #general :)',
      isNamed: true,
      repliesTo: undefined,
      botMay: { write: true, reply: true, speak: true },
      message: { author: { userId: discord.people.member.id, automatic: false } },
    });
    expect(mention?.channelIds).toEqual([general, discord.channels.textCategory]);
    expect(mention?.actor.within(general)?.has('ViewChannel')).toBe(true);
  });

  it('arrives once what a resumed session delivers again', async () => {
    client.once(Events.MessageCreate, (message) => client.emit(Events.MessageCreate, message));
    await named('once');
    expect((await untilMentioned()).map(({ text }) => text)).toEqual(['once']);
  });

  it("arrives a reply that pings the bot, and none that doesn't", async () => {
    const { id } = await ofBot('an answer');
    const reference = { message_reference: { message_id: id } };
    const unheard = { allowed_mentions: { replied_user: false } };
    await member.send(general, { content: 'quietly', ...reference, ...unheard });
    await member.send(general, { content: 'and where?', ...reference });
    const arrived = await untilMentioned();
    expect(arrived).toMatchObject([{ text: 'and where?', isNamed: false, repliesTo: id }]);
  });

  it('arrives nothing of bots, nor of the bot itself', async () => {
    await ofBot(`<@${discord.botUserId}> me`);
    expect(await untilMentioned()).toEqual([]);
  });

  it('is told of edits and deletions, one by one and in bulk', async () => {
    const { id: answer } = await ofBot('an answer');
    const first = await member.send(general, { content: 'one', message_reference: { message_id: answer } });
    const second = await named('two');
    const path = `/channels/${general}/messages`;
    await member.fetched('PATCH', `${path}/${first.id}`, { content: 'one!' });
    await member.fetched('PATCH', `${path}/${second.id}`, { content: 'never mind' });
    await member.fetched('DELETE', `${path}/${first.id}`);
    const moderator = await SandboxPerson.connect(discord, discord.people.moderator);
    await moderator.fetched('POST', `${path}/bulk-delete`, { messages: [answer, second.id] });
    await untilMentioned();
    expect(changes).toEqual([
      [first.id, 'one!'],
      [second.id, undefined],
      [first.id, undefined],
      [second.id, undefined],
    ]);
    moderator.disconnect();
  });

  it('follows what it found from before, and no message that it never told of', async () => {
    const found = await named('from before');
    const other = await named('nobody looked for it');
    await untilMentioned();
    const later = new ClientMentionFeed(client, recordingLog().log);
    const told: [id: string, text: string | undefined][] = [];
    const stopLater = later.listen({
      mentioned: () => undefined,
      changed: (id, now) => told.push([id, now?.text]),
    });
    await later.find(general, found.id);
    const path = `/channels/${general}/messages`;
    await member.fetched('PATCH', `${path}/${other.id}`, { content: 'something else' });
    await member.fetched('PATCH', `${path}/${found.id}`, { content: `<@${discord.botUserId}> now` });
    await eventually(() => told.length > 0, 'the edit');
    expect(told).toEqual([[found.id, 'now']]);
    stopLater();
  });

  it('knows where the bot may not write', async () => {
    await member.send(discord.channels.locked, `<@${discord.botUserId}> here?`);
    await eventually(() => mentions.length > 0, 'the mention');
    expect(mentions[0]?.botMay).toEqual({ write: false, reply: false, speak: false });
  });
});
