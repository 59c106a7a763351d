import { once } from 'node:events';
import { createServer } from 'node:net';
import { Events } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { closeClient } from '../../../src/discord/client.ts';
import { startAnsweringBot } from '../../support/answering-bot.ts';
import { used } from '../../support/used.ts';

const it = test.extend('live', () => used(startAnsweringBot()));

/** A session that cannot be resumed anywhere. */
const noSession = { session_id: 's', resume_gateway_url: 'none', guilds: [] };

describe('an event that discord.js stumbles over', () => {
  it('is told once, with its name and how often it came, and the bot goes on', async ({ live }) => {
    const { bot } = live;
    const component = { id: '1', type: 3, token: 't', data: { custom_id: 'x', component_type: 2 } };
    for (let sent = 0; sent < 12; sent += 1) bot.discord.gateway.dispatch('INTERACTION_CREATE', component);
    await live.answers();
    expect(live.told()).toEqual([
      expect.objectContaining({ level: 'error', event: 'INTERACTION_CREATE', count: 1 }),
      expect.objectContaining({ level: 'error', event: 'INTERACTION_CREATE', count: 10 }),
    ]);
  });

  it('does not end it with a name that emitters take for an error', async ({ live }) => {
    live.bot.discord.gateway.dispatch('error', { message: 'boom' });
    await live.answers();
    expect(live.told()).toMatchObject([{ event: 'error' }]);
  });

  it.each([
    ['GUILD_CREATE', { id: 5, channels: 7, members: null }],
    ['GUILD_CREATE', null],
    ['CHANNEL_CREATE', { id: '5', type: 'what', guild_id: 7 }],
    ['VOICE_STATE_UPDATE', null],
    ['VOICE_SERVER_UPDATE', { guild_id: '1' }],
    ['MESSAGE_CREATE', { id: '7', channel_id: '8' }],
    ['GUILD_MEMBER_UPDATE', { guild_id: '1324000000000000100' }],
    ['READY', { guilds: null }],
  ])('is survived as a %s with %j', async (event, data) => {
    await using live = await startAnsweringBot();
    live.bot.discord.gateway.dispatch(event, data);
    await live.answers();
  });

  it('is survived as an interaction in no language', async ({ live }) => {
    const { discord, recorded } = live.bot;
    const user = { id: discord.people.member.id, username: 'ann', discriminator: '0' };
    const data = { id: '1', name: 'demo', type: 1 };
    const more = { entitlements: [], authorizing_integration_owners: {}, locale: 5 };
    discord.gateway.dispatch('INTERACTION_CREATE', { id: '1', type: 2, token: 't', user, data, ...more });
    await live.answers();
    expect(recorded.lines).toContainEqual(expect.objectContaining({ msg: "couldn't take an interaction" }));
  });

  it('names a mistake of ours in handling it no less loudly', async ({ live }) => {
    const { bot } = live;
    bot.client.once(Events.ChannelDelete, () => {
      throw new Error('our own mistake');
    });
    bot.discord.removeChannel(bot.discord.channels.workshop);
    await eventually(() => live.told().length > 0, 'the log');
    expect(live.told()).toMatchObject([{ event: 'CHANNEL_DELETE', err: { message: 'our own mistake' } }]);
    await live.answers();
  });
});

describe('a gateway that accepts a connection and says nothing', () => {
  it.each([
    [1, 'the session is resumed', Events.ShardResume],
    [2, 'a session begins at the usual address', Events.ShardReady],
  ] as const)('is left after the time for its greeting; after %i, %s', async (times, _, event) => {
    await using live = await startAnsweringBot({ helloWithinMs: 2_000 });
    const { bot } = live;
    bot.discord.gateway.addMood({ kind: 'no-hello', times });
    const back = once(bot.client, event);
    bot.discord.gateway.dropAll('bot');
    await back;
    await live.answers();
  });
});

describe('a session that is of no use', () => {
  it('begins again where Discord says that it timed out', async () => {
    let aheadMs = 0;
    await using live = await startAnsweringBot({ now: () => Date.now() + aheadMs });
    const { bot } = live;
    const renewed = once(bot.client, Events.ShardReady);
    bot.discord.gateway.dropAll('bot');
    await once(bot.client, Events.ShardReconnecting);
    aheadMs = 10 * 60_000;
    await renewed;
    await live.answers();
  });

  it('begins again where its address for resuming is none', async ({ live }) => {
    const { client, discord } = live.bot;
    discord.gateway.dispatch('READY', noSession);
    const renewed = once(client, Events.ShardReady);
    discord.gateway.dropAll('bot');
    await renewed;
    await live.answers();
  });

  it('begins again where its beginning made no sense', async () => {
    await using live = await startAnsweringBot({ firstRenewalMs: 1 });
    const { gateway, botUserId, gatewayUrl } = live.bot.discord;
    const session = () => gateway.connections.find(({ userId }) => userId === botUserId)?.sessionId;
    const before = session();
    gateway.dispatch('READY', { session_id: 's', resume_gateway_url: gatewayUrl });
    await eventually(() => ![undefined, before].includes(session()), 'another session');
    await live.answers();
    expect(live.told()[0]).toMatchObject({ event: 'READY', count: 1 });
  });
});

describe('a connection that breaks off', () => {
  it('while it waits for its turn to identify does not identify over the next one', async () => {
    const turns = [Promise.withResolvers<void>()];
    turns[0]?.resolve();
    let asked = 0;
    const identifyTurn = async () => {
      turns[asked] ??= Promise.withResolvers<void>();
      asked += 1;
      await turns[asked - 1]?.promise;
    };
    await using live = await startAnsweringBot({ identifyTurn });
    const { bot } = live;
    bot.discord.gateway.dispatch('READY', noSession);
    for (const count of [2, 3]) {
      bot.discord.gateway.dropAll();
      await eventually(() => asked === count, `turn ${count}`);
    }
    const ready = once(bot.client, Events.ShardReady);
    for (const turn of turns) turn.resolve();
    await ready;
    await live.answers();
    expect(asked).toBe(3);
  });

  it('while it is being opened ends with the bot, and harms nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    {
      await using live = await startAnsweringBot();
      const { bot } = live;
      bot.discord.gateway.dispatch('READY', { ...noSession, resume_gateway_url: url });
      const opened = once(server, 'connection');
      bot.discord.gateway.dropAll('bot');
      const [socket] = await opened;
      const closed = once(socket.resume(), 'close');
      await closeClient(bot.client);
      await closed;
    }
    server.close();
  });
});
