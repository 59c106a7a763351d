import { once } from 'node:events';
import { Client, GatewayIntentBits } from 'discord.js';
import type { DiscordSandbox } from '../../discord/server.ts';

/** The real discord.js, logged in to a sandbox and ready. */
export async function connectBot(
  sandbox: Pick<DiscordSandbox, 'apiUrl' | 'botToken'>,
  intents: readonly GatewayIntentBits[] = [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.DirectMessages,
  ],
): Promise<Client<true>> {
  const client = new Client({
    intents: [...intents],
    rest: { api: sandbox.apiUrl },
    allowedMentions: { parse: [] },
  });
  const ready = once(client, 'clientReady');
  await client.login(sandbox.botToken);
  await ready;
  if (!client.isReady()) throw new Error('The client is not ready.');
  return client;
}
