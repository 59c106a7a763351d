import { z } from 'zod';
import type { Reading } from './reading.ts';
import { httpAddress, oneOf, secret, snowflake, snowflakes } from './values.ts';

/** Settings of the edge to Discord. */
export const discordVariables = z.object({
  DISCORD_TOKEN: secret('the bot token from the Discord developer portal'),
  DISCORD_GUILD_ID: snowflake.optional(),
  GUILD_ALLOW: snowflakes.optional(),
  DISCORD_API_URL: httpAddress.default('https://discord.com/api'),
  DISCORD_MESSAGE_CONTENT: oneOf(['on', 'off'], 'off'),
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
  /** Whether everything is on in a server whose moderators haven't decided anything. */
  readonly newServersOn: boolean;
}

export function discordOf(
  values: z.output<typeof discordVariables>,
  { problems }: Pick<Reading, 'problems'>,
): DiscordConfig {
  const { DISCORD_GUILD_ID: guildId, GUILD_ALLOW: allowedGuildIds } = values;
  if (guildId && allowedGuildIds && !allowedGuildIds.includes(guildId))
    problems.push("DISCORD_GUILD_ID names a server that GUILD_ALLOW doesn't have");
  return {
    token: values.DISCORD_TOKEN,
    apiUrl: values.DISCORD_API_URL.replace(/\/+$/, ''),
    ...(guildId ? { guildId } : {}),
    ...(allowedGuildIds ? { allowedGuildIds } : {}),
    messageContent: values.DISCORD_MESSAGE_CONTENT === 'on',
    newServersOn: values.NEW_SERVERS === 'on',
  };
}
