import {
  type Client,
  type Guild,
  type GuildBasedChannel,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord.js';
import { isExposed, type Standing } from '../authority/exposure.ts';

const view = PermissionFlagsBits.ViewChannel;

/** Whether that person may see that channel now, as far as their roles are known. */
export function sees(client: Client, guildId: string, userId: string, channelId: string): boolean {
  const guild = client.guilds.cache.get(guildId);
  const member = guild?.members.cache.get(userId);
  const channel = guild?.channels.cache.get(channelId);
  return (member && channel?.permissionsFor(member).has(view)) ?? false;
}

/** Whether anyone who sees that channel can't see the other one. Unknown channels count as visible to everyone. */
export function exposes(client: Client, guildId: string, channelId: string, otherId: string): boolean {
  const guild = client.guilds.cache.get(guildId);
  const channel = guild?.channels.cache.get(channelId);
  const other = guild?.channels.cache.get(otherId);
  if (channelId === otherId) return false;
  return !guild || !channel || !other || isExposed(standings(guild, channel, other));
}

function standings(guild: Guild, channel: GuildBasedChannel, other: GuildBasedChannel): readonly Standing[] {
  const roles = [...guild.roles.cache.values()].map((role) => ({
    sees: channel.permissionsFor(role).has(view),
    seesOther: other.permissionsFor(role).has(view),
    deniedOther: role.id !== guild.id && denies(other, role.id) && !denies(channel, role.id),
  }));
  const people = [...overwritesOf(channel), ...overwritesOf(other)]
    .filter(({ type }) => type === OverwriteType.Member)
    .map(({ id }) => {
      const member = guild.members.cache.get(id);
      return {
        sees: member ? channel.permissionsFor(member).has(view) : allows(channel, id),
        seesOther: member ? other.permissionsFor(member).has(view) : allows(other, id),
        deniedOther: !member && denies(other, id) && !denies(channel, id),
      };
    });
  return [...roles, ...people];
}

/** A thread uses its channel's. */
function overwritesOf(channel: GuildBasedChannel) {
  const place = channel.isThread() ? channel.parent : channel;
  return place ? [...place.permissionOverwrites.cache.values()] : [];
}

function allows(channel: GuildBasedChannel, id: string): boolean {
  return overwritesOf(channel).some((overwrite) => overwrite.id === id && overwrite.allow.has(view));
}

function denies(channel: GuildBasedChannel, id: string): boolean {
  return overwritesOf(channel).some((overwrite) => overwrite.id === id && overwrite.deny.has(view));
}
