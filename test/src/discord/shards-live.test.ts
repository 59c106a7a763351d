import type { Client } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { anotherServer, places } from '../../../sandbox/discord/world/places.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { closeClient, createClient } from '../../../src/discord/client.ts';
import type { ChatCommand } from '../../../src/discord/command.ts';
import { isGatewayConnected } from '../../../src/discord/gateway-health.ts';
import { logIn } from '../../../src/discord/login.ts';
import type { Pace, Paces } from '../../../src/operations/paces.ts';
import { isOnShards } from '../../../src/operations/shards.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { silentLog } from '../../support/fake-log.ts';
import { startLiveBot } from '../../support/live-bot.ts';

const run: ChatCommand['run'] = async ({ interaction }) => {
  await interaction.editReply('done');
};

test('commands of servers on every shard that Discord recommends are answered, each once', async () => {
  await using bot = await startLiveBot(
    { commands: [demoCommand({ run })] },
    { recommendedShards: 3, moreServers: 6 },
  );
  const client = bot.client as Client;
  expect(client.ws.shards.size).toBe(3);
  expect(client.guilds.cache.size).toBe(8);
  const servers = [0, 1, 2].map((index) => anotherServer(index));
  expect(new Set(servers.map(({ guildId }) => client.guilds.cache.get(guildId)?.shardId)).size).toBe(3);
  const person = await bot.person('owner');
  for (const { textChannelId } of servers) {
    const invoked = await person.invoke(textChannelId, ['demo']);
    await person.answerTo(invoked, ({ content }) => content === 'done');
    expect(bot.discord.state.messages(textChannelId)).toHaveLength(1);
  }
});

test('one shard that is gone shows, although the others are there', async () => {
  await using bot = await startLiveBot({}, { recommendedShards: 2 });
  const client = bot.client as Client;
  expect(isGatewayConnected(client)).toBe(true);
  bot.discord.gateway.addMood({ kind: 'no-hello', times: 0 });
  const [first] = bot.discord.gateway.connections;
  expect(bot.discord.gateway.connections).toHaveLength(2);
  bot.discord.gateway.dropSession(first?.sessionId ?? '');
  await eventually(() => !isGatewayConnected(client));
  bot.discord.gateway.clearMoods();
  bot.discord.gateway.dropAll('bot');
  await eventually(() => isGatewayConnected(client));
});

test('a process with some shards has their servers only, and logs in when it is its turn among all processes', async () => {
  const discord = await startDiscordSandbox({ identifyIntervalMs: 0, moreServers: 6, maxConcurrency: 2 });
  const shards = { ids: [1, 3], count: 4 };
  const taken: Pace[] = [];
  const turn = Promise.withResolvers<void>();
  const book: Paces['book'] = async (pace) => {
    taken.push(pace);
    if (taken.length > 1) await turn.promise;
    return { waitMs: 0, giveBack: async () => undefined };
  };
  const client = createClient({
    apiUrl: discord.apiUrl,
    log: silentLog,
    shards,
    paces: { book, bookNow: async () => 0 },
  });
  onTestFinished(async () => {
    await closeClient(client);
    await discord.close();
  });
  const loggedIn = logIn(client, { token: discord.botToken, apiUrl: discord.apiUrl });
  await eventually(() => taken.length === 2);
  expect(discord.gateway.connections.filter(({ sessionId }) => sessionId)).toHaveLength(1);
  turn.resolve();
  await loggedIn;
  // One log-in in five seconds for each `shard_id % max_concurrency`.
  expect(taken.map(({ name }) => name)).toEqual(['identify 1', 'identify 1']);
  expect(taken.every(({ most, spanMs }) => most === 1 && spanMs > 5_000)).toBe(true);
  const all = [
    places.guildId,
    places.otherGuildId,
    ...[0, 1, 2, 3, 4, 5].map((index) => anotherServer(index).guildId),
  ];
  const own = all.filter((guildId) => isOnShards(shards, guildId));
  expect([...client.guilds.cache.keys()].toSorted()).toEqual(own.toSorted());
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(all.length);
});
