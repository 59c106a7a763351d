import type { Message } from '../wire/message.ts';
import type { Channel, Guild } from '../wire/places.ts';
import type { Directory } from './directory.ts';
import { isThread } from './directory.ts';

export const permissions = {
  administrator: 1n << 3n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  attachFiles: 1n << 15n,
  connect: 1n << 20n,
  muteMembers: 1n << 22n,
  deafenMembers: 1n << 23n,
  moveMembers: 1n << 24n,
  useApplicationCommands: 1n << 31n,
  sendMessagesInThreads: 1n << 38n,
  sendVoiceMessages: 1n << 46n,
} as const;

const all = (1n << 53n) - 1n;

/** What a person may do in a channel: owner, roles, then the channel's overwrites, as Discord documents the order. */
export function permissionsIn(directory: Directory, channel: Channel, userId: string): bigint {
  const guild = channel.guild_id ? directory.guilds.get(channel.guild_id) : undefined;
  if (!guild) return all;
  if (guild.owner_id === userId) return all;
  const roleIds = directory.members(guild.id).get(userId)?.roles ?? [];
  const base = [guild.id, ...roleIds].reduce(
    (sum, id) => sum | BigInt(directory.roles(guild.id).get(id)?.permissions ?? 0),
    0n,
  );
  if ((base & permissions.administrator) !== 0n) return all;
  const place = isThread(channel) ? (directory.channels.get(channel.parent_id ?? '') ?? channel) : channel;
  return withOverwrites(base, place, guild, roleIds, userId);
}

/** Whether someone has a permission in a channel. */
export function may(
  directory: Directory,
  channel: Channel,
  userId: string,
  what: keyof typeof permissions,
): boolean {
  return (permissionsIn(directory, channel, userId) & permissions[what]) !== 0n;
}

/** Whether the composer is of any use here. */
export function maySend(directory: Directory, channel: Channel, userId: string): boolean {
  const needed = isThread(channel) ? permissions.sendMessagesInThreads : permissions.sendMessages;
  return (permissionsIn(directory, channel, userId) & needed) !== 0n;
}

/** Whether someone may send voice messages here. */
export function maySendVoice(directory: Directory, channel: Channel, userId: string): boolean {
  const needed = permissions.attachFiles | permissions.sendVoiceMessages;
  return (
    maySend(directory, channel, userId) && (permissionsIn(directory, channel, userId) & needed) === needed
  );
}

/** Whether someone may take a message away: their own, or anybody's where they manage messages. */
export function mayDelete(directory: Directory, channel: Channel, message: Message, userId: string): boolean {
  if (message.author.id === userId) return true;
  if (channel.guild_id === undefined) return false;
  return (permissionsIn(directory, channel, userId) & permissions.manageMessages) !== 0n;
}

function withOverwrites(
  base: bigint,
  channel: Channel,
  guild: Guild,
  roleIds: readonly string[],
  userId: string,
): bigint {
  const overwrites = channel.permission_overwrites ?? [];
  const everyone = overwrites.filter((overwrite) => overwrite.id === guild.id);
  const roles = overwrites.filter((overwrite) => roleIds.includes(overwrite.id));
  const person = overwrites.filter((overwrite) => overwrite.id === userId);
  let result = base;
  for (const layer of [everyone, roles, person]) {
    const deny = layer.reduce((sum, overwrite) => sum | BigInt(overwrite.deny), 0n);
    const allow = layer.reduce((sum, overwrite) => sum | BigInt(overwrite.allow), 0n);
    result = (result & ~deny) | allow;
  }
  return result;
}
