import { once } from 'node:events';
import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startAnsweringBot } from '../../support/answering-bot.ts';
import { eventually } from '../../support/eventually.ts';

// Slow: discord.js identifies once in five seconds.
describe('a session that is of no use', () => {
  it('is not asked for again at an address that was silent twice', async () => {
    await using live = await startAnsweringBot({ helloWithinMs: 200, identifyIntervalMs: 0 });
    const { bot } = live;
    bot.discord.gateway.addMood({ kind: 'no-hello', times: 2 });
    const renewed = once(bot.client, Events.ShardReady);
    bot.discord.gateway.dropAll('bot');
    await renewed;
    await live.answers();
  });

  it('begins anew where Discord says that it timed out', async () => {
    let aheadMs = 0;
    await using live = await startAnsweringBot({ identifyIntervalMs: 0, now: () => Date.now() + aheadMs });
    const { bot } = live;
    const renewed = once(bot.client, Events.ShardReady);
    bot.discord.gateway.dropAll('bot');
    await once(bot.client, Events.ShardReconnecting);
    aheadMs = 10 * 60_000;
    await renewed;
    await live.answers();
  });

  it('begins anew where its address for resuming is none', async () => {
    await using live = await startAnsweringBot({ identifyIntervalMs: 0 });
    const { bot } = live;
    bot.discord.gateway.dispatch('READY', { session_id: 's', resume_gateway_url: 'none', guilds: [] });
    const renewed = once(bot.client, Events.ShardReady);
    bot.discord.gateway.dropAll('bot');
    await renewed;
    await live.answers();
  });

  it('begins anew where its beginning made no sense', async () => {
    await using live = await startAnsweringBot({ identifyIntervalMs: 0 });
    const { gateway, botUserId, gatewayUrl } = live.bot.discord;
    const session = () => gateway.connections.find(({ userId }) => userId === botUserId)?.sessionId;
    const before = session();
    gateway.dispatch('READY', { session_id: 's', resume_gateway_url: gatewayUrl });
    await eventually(() => ![undefined, before].includes(session()), 'another session');
    await live.answers();
    expect(live.told()[0]).toMatchObject({ event: 'READY', count: 1 });
  });
});
