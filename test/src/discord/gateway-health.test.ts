import { Client } from 'discord.js';
import { expect, test } from 'vitest';
import { isGatewayConnected } from '../../../src/discord/gateway-health.ts';
import { startLiveBot } from '../../support/live-bot.ts';

test('a gateway that answers no heartbeat is not connected, whatever its status', async () => {
  await using bot = await startLiveBot();
  const client = bot.client as Client;
  for (const shard of client.ws.shards.values()) shard.lastPingTimestamp = 1_000;
  expect(isGatewayConnected(client, 121_000)).toBe(false);
  expect(isGatewayConnected(client, 120_999)).toBe(true);
});

test('before the first login, nothing is connected', () => {
  expect(isGatewayConnected(new Client({ intents: [] }))).toBe(false);
});
