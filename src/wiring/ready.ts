import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { SwitchedOff } from '../config/switched-off.ts';
import type { Serves } from '../discord/guards.ts';
import { missingInGuild } from '../discord/needed-permissions.ts';
import type { Registering } from '../discord/registering.ts';
import type { FirstCall, FirstOutcome } from '../service/first-call.ts';

/** Which permissions the bot wasn't given in which servers. Channels can take away more, which `/doctor` tells. */
export function sayMissingPermissions(client: Client, serves: Serves, log: Logger): void {
  for (const guild of client.guilds.cache.values()) {
    const missing = serves(guild.id) ? missingInGuild(guild).map(({ permission }) => permission) : [];
    if (missing.length > 0)
      log.warn({ guildId: guild.id, missing }, 'a server gives the bot less than it asks for');
  }
}

/** Tells the bot's owner what works and what doesn't, once each address of the service has answered or timed out. */
export async function sayReady({
  config,
  log,
  off,
  asked,
  registering,
  invite,
}: {
  readonly config: Config;
  readonly log: Logger;
  readonly off: readonly SwitchedOff[];
  /** By their names in the log. */
  readonly asked: Readonly<Record<string, Pick<FirstCall, 'outcome'>>>;
  /** Undefined: that's another process's. */
  readonly registering: Registering | undefined;
  readonly invite: string;
}): Promise<void> {
  for (const { what, settings } of off)
    log.info({ settings }, `off: ${what}. To turn it on, set ${settings.join(' and ')}`);
  const commands = registering ? await registering.outcome : 'by the process with shard 0';
  const answers: Record<string, FirstOutcome> = {};
  for (const [name, { outcome }] of Object.entries(asked)) answers[name] = await outcome;
  const { dataDir } = config;
  const facts = { dataDir, region: config.service.region, ...answers, commands, invite };
  const silent = Object.keys(answers).filter((name) => answers[name] !== 'answers');
  if (commands === 'not registered') silent.push('new commands');
  log.info(facts, silent.length === 0 ? 'ready' : `ready, but without: ${silent.join(', ')}`);
}
