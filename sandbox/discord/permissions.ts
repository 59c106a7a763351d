import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { refuse } from './errors.ts';
import type { Channel, Guild, Member, Overwrite } from './world/model.ts';
import { threadTypes, type World } from './world/world.ts';

export const allPermissions = Object.values(Bits).reduce((sum, bit) => sum | bit, 0n);

/** The permissions that a timed-out member keeps. */
const timedOutPermissions = Bits.ViewChannel | Bits.ReadMessageHistory;

const sendingNeeds = Bits.MentionEveryone | Bits.SendTTSMessages | Bits.AttachFiles | Bits.EmbedLinks;

/** What requires *Connect* in a voice channel or stage: all of voice, and managing the channel. */
const connectingNeeds =
  Bits.Connect |
  Bits.Speak |
  Bits.Stream |
  Bits.UseVAD |
  Bits.PrioritySpeaker |
  Bits.MuteMembers |
  Bits.DeafenMembers |
  Bits.MoveMembers |
  Bits.RequestToSpeak |
  Bits.UseEmbeddedActivities |
  Bits.UseSoundboard |
  Bits.UseExternalSounds |
  Bits.SetVoiceChannelStatus |
  Bits.ManageChannels |
  Bits.ManageRoles;

const connectTypes: ReadonlySet<ChannelType> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);

const directPermissions =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.SendVoiceMessages |
  Bits.ReadMessageHistory |
  Bits.AddReactions |
  Bits.UseExternalEmojis |
  Bits.UseApplicationCommands |
  Bits.MentionEveryone;

/** Permissions from roles alone, before any channel; all of them for the owner and for administrators. */
export function basePermissions(guild: Guild, userId: string): bigint {
  const member = guild.members.get(userId);
  if (!member) return 0n;
  if (guild.ownerId === userId) return allPermissions;
  const everyone = guild.roles.get(guild.id)?.permissions ?? 0n;
  const sum = member.roles.reduce((mask, id) => mask | (guild.roles.get(id)?.permissions ?? 0n), everyone);
  return (sum & Bits.Administrator) === Bits.Administrator ? allPermissions : sum;
}

/** Discord's algorithm in full: roles, overwrites (everyone, roles, member), threads, time-outs, implied denials. */
export function permissionsIn(world: World, userId: string, channel: Channel): bigint {
  if (channel.guildId === null) return channel.recipients?.includes(userId) ? directPermissions : 0n;
  const guild = world.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (!guild || !member) return 0n;
  const base = basePermissions(guild, userId);
  if (base === allPermissions) return allPermissions;
  const isThread = threadTypes.has(channel.type);
  const place = isThread ? (world.channels.get(channel.parentId ?? '') ?? channel) : channel;
  let mask = withOverwrites(base, guild, member, place);
  if (!has(mask, Bits.ViewChannel)) return 0n;
  if (isThread) mask = inThread(mask, channel, userId);
  if (!has(mask, Bits.SendMessages)) mask &= ~sendingNeeds;
  if (connectTypes.has(channel.type) && !has(mask, Bits.Connect)) mask &= ~connectingNeeds;
  const timedOut = member.timeoutUntil !== null && Date.parse(member.timeoutUntil) > world.now();
  return timedOut ? mask & timedOutPermissions : mask;
}

function withOverwrites(base: bigint, guild: Guild, member: Member, channel: Channel): bigint {
  let mask = applied(base, channel.overwrites.get(guild.id));
  let allow = 0n;
  let deny = 0n;
  for (const roleId of member.roles) {
    const overwrite = channel.overwrites.get(roleId);
    allow |= overwrite?.allow ?? 0n;
    deny |= overwrite?.deny ?? 0n;
  }
  mask = (mask & ~deny) | allow;
  return applied(mask, channel.overwrites.get(member.userId));
}

function applied(mask: bigint, overwrite: Overwrite | undefined): bigint {
  return overwrite ? (mask & ~overwrite.deny) | overwrite.allow : mask;
}

/** Threads inherit from their parent; sending there is "Send Messages in Threads", private ones need membership. */
function inThread(mask: bigint, thread: Channel, userId: string): bigint {
  const isPrivate = thread.type === ChannelType.PrivateThread;
  const belongs = thread.thread?.members.has(userId) === true || has(mask, Bits.ManageThreads);
  if (isPrivate && !belongs) return 0n;
  return has(mask, Bits.SendMessagesInThreads) ? mask | Bits.SendMessages : mask & ~Bits.SendMessages;
}

/** A bot hears about every channel of its guilds, including hidden ones; about threads like people do. */
export function hearsOf(world: World, userId: string, channel: Channel): boolean {
  const isGuilds = channel.guildId !== null && !threadTypes.has(channel.type);
  if (!isGuilds || world.users.get(userId)?.bot !== true) return canSee(world, userId, channel);
  return world.guilds.get(channel.guildId ?? '')?.members.has(userId) === true;
}

export function has(mask: bigint, bits: bigint): boolean {
  return (mask & bits) === bits;
}

export function canSee(world: World, userId: string, channel: Channel): boolean {
  return has(permissionsIn(world, userId, channel), Bits.ViewChannel);
}

/** Throws 50001 when the channel is hidden from the user, 50013 when a permission is missing in it, 50003 in a DM. */
export function needIn(world: World, userId: string, channel: Channel, bits: bigint): void {
  const mask = permissionsIn(world, userId, channel);
  if (!has(mask, Bits.ViewChannel)) throw refuse.missingAccess();
  if (!has(mask, bits)) throw channel.guildId === null ? refuse.dmOnly() : refuse.missingPermissions();
}

/** Throws 50001 if the user isn't a member, 50013 if a guild-wide permission is missing. */
export function needInGuild(guild: Guild, userId: string, bits: bigint): void {
  if (!guild.members.has(userId)) throw refuse.missingAccess();
  if (!has(basePermissions(guild, userId), bits)) throw refuse.missingPermissions();
}
