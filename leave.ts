import { REST, Routes } from 'discord.js';
import { takeOverEnvFile } from './launch/env-file.ts';
import { ConfigError, loadConfig } from './src/config/config.ts';
import { guildsToLeave, leaveOrder } from './src/discord/guilds-to-leave.ts';
import { explain } from './src/discord/login.ts';
import { requestsToDiscord } from './src/discord/requests.ts';
import { takeWayOut } from './src/operations/way-out.ts';

if (import.meta.main) {
  takeOverEnvFile();
  process.exitCode = await leave(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : explain(error, 'Discord').message);
    return 1;
  });
}

/** `args`: `--yes`, or ids of servers; with neither it only lists them. Resolves to the exit code. */
export async function leave(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  { log, error: complain }: Pick<Console, 'log' | 'error'> = console,
): Promise<number> {
  const { discord, operations } = loadConfig(env);
  const { token, apiUrl, allowedGuildIds } = discord;
  takeWayOut(operations.proxy);
  if (!allowedGuildIds) {
    log('GUILD_ALLOW is empty, so the bot works in every server. Nothing to leave.');
    return 0;
  }
  const rest = new REST({ api: apiUrl, version: '10', makeRequest: requestsToDiscord() }).setToken(token);
  const guilds = await guildsToLeave(rest, allowedGuildIds);
  if (guilds.length === 0) {
    log("The bot is in no server that GUILD_ALLOW doesn't have. Nothing to leave.");
    return 0;
  }
  const order = leaveOrder(args, guilds);
  if (order.is === 'refused') {
    complain(`Not among the servers to leave: ${order.ids.join(', ')}. I left none.`);
    return 1;
  }
  if (order.is === 'look') {
    log("GUILD_ALLOW doesn't have these servers:");
    for (const { id, name } of guilds) log(`  ${id}  ${name}`);
    log('Leave them all: npm run leave -- --yes. Or only some: npm run leave -- ID ID');
    return 0;
  }
  let failed = 0;
  for (const { id, name } of order.guilds) {
    try {
      await rest.delete(Routes.userGuild(id));
      log(`Left ${id}  ${name}`);
    } catch (error) {
      failed += 1;
      complain(`Couldn't leave ${id}  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed > 0 ? 1 : 0;
}
