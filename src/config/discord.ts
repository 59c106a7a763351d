import { z } from 'zod';
import { arePartial, type Shards } from '../operations/shards.ts';
import type { Reading } from './reading.ts';
import { httpAddress, oneOf, secret, shards, snowflake, snowflakes } from './values.ts';

/** Settings of the edge to Discord. */
export const discordVariables = z.object({
  DISCORD_TOKEN: secret('the bot token from the Discord developer portal'),
  DISCORD_GUILD_ID: snowflake.optional(),
  GUILD_ALLOW: snowflakes.optional(),
  DISCORD_API_URL: httpAddress.default('https://discord.com/api'),
  DISCORD_MESSAGE_CONTENT: oneOf(['on', 'off'], 'off'),
  SHARDS: shards.prefault('auto'),
  NEW_SERVERS: oneOf(['on', 'off'], 'off'),
});

export interface DiscordConfig {
  readonly token: string;
  /** Without the version, which the client appends. */
  readonly apiUrl: string;
  /** Registers commands only in this guild; in all guilds if absent. */
  readonly guildId?: string;
  /** The only guilds that the bot works in; it leaves all others. If absent, it works in every guild. */
  readonly allowedGuildIds?: readonly string[];
  /** Whether the bot may request the Message Content intent, which reading channels aloud needs. */
  readonly messageContent: boolean;
  /** `auto`: all that Discord recommends. If it's only some of them, other processes have the rest. */
  readonly shards: Shards;
  /** Whether everything is on in a server whose moderators haven't decided anything. */
  readonly newServersOn: boolean;
}

export function discordOf(
  values: z.output<typeof discordVariables> & { readonly STORE_URL?: string | undefined },
  { problems }: Pick<Reading, 'problems'>,
): DiscordConfig {
  const { DISCORD_GUILD_ID: guildId, GUILD_ALLOW: allowedGuildIds } = values;
  if (guildId && allowedGuildIds && !allowedGuildIds.includes(guildId))
    problems.push("DISCORD_GUILD_ID names a server that GUILD_ALLOW doesn't have");
  if (arePartial(values.SHARDS) && !values.STORE_URL)
    problems.push(
      'SHARDS names only some shards, which needs STORE_URL: the processes with the others must see the same records, and a file is for one process',
    );
  return {
    token: values.DISCORD_TOKEN,
    apiUrl: values.DISCORD_API_URL.replace(/\/+$/, ''),
    ...(guildId ? { guildId } : {}),
    ...(allowedGuildIds ? { allowedGuildIds } : {}),
    messageContent: values.DISCORD_MESSAGE_CONTENT === 'on',
    shards: values.SHARDS,
    newServersOn: values.NEW_SERVERS === 'on',
  };
}
