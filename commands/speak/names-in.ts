import type { Guild } from 'discord.js';
import type { ReferenceNames } from '../../src/speech/reading/references.ts';

const mention = /<@!?(\d{15,25})>/g;
/** How many people a text's mentions look up. Others are read as "someone" unless the bot knows them. */
const mostLookedUp = 5;

/** The names of people and things in a text, as this server calls them. Looks up people that the bot doesn't know. */
export async function namesIn(guild: Guild, text: string): Promise<ReferenceNames> {
  const mentioned = new Set([...text.matchAll(mention)].map(([, id = '']) => id));
  const unknown = [...mentioned].filter((id) => !guild.members.cache.has(id)).slice(0, mostLookedUp);
  await Promise.allSettled(unknown.map(async (id) => await guild.members.fetch(id)));
  return {
    user: (id) => guild.members.cache.get(id)?.displayName ?? guild.client.users.cache.get(id)?.displayName,
    role: (id) => guild.roles.cache.get(id)?.name,
    channel: (id) => guild.channels.cache.get(id)?.name,
  };
}
