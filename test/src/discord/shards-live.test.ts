import type { Client } from 'discord.js';
import { expect, test } from 'vitest';
import { anotherServer } from '../../../sandbox/discord/world/places.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import type { ChatCommand } from '../../../src/discord/command.ts';
import { isGatewayConnected } from '../../../src/discord/gateway-health.ts';
import { demoCommand } from '../../support/demo-commands.ts';
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
