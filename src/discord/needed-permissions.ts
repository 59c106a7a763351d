import { ChannelType, type Guild, type GuildBasedChannel, type PermissionsString } from 'discord.js';

/** Why a permission is asked for. Each has words, which the README has, too. */
export type PermissionReason =
  | 'post'
  | 'file'
  | 'voice-message'
  | 'look-back'
  | 'be-heard'
  | 'raise-hand'
  | 'status'
  | 'thread';

type PlaceKind = 'text' | 'voice' | 'stage';

interface Needed {
  readonly permission: PermissionsString;
  readonly reason: PermissionReason;
  /** Where it matters. */
  readonly in: readonly PlaceKind[];
}

/** Everything that the bot asks for: the invitation, the check of each channel, and the README follow from it. */
export const neededPermissions = [
  { permission: 'ViewChannel', reason: 'post', in: ['text', 'voice', 'stage'] },
  { permission: 'SendMessages', reason: 'post', in: ['text'] },
  { permission: 'SendMessagesInThreads', reason: 'post', in: ['text'] },
  { permission: 'AttachFiles', reason: 'file', in: ['text'] },
  { permission: 'SendVoiceMessages', reason: 'voice-message', in: ['text'] },
  { permission: 'ReadMessageHistory', reason: 'look-back', in: ['text'] },
  { permission: 'Connect', reason: 'be-heard', in: ['voice', 'stage'] },
  { permission: 'Speak', reason: 'be-heard', in: ['voice'] },
  { permission: 'RequestToSpeak', reason: 'raise-hand', in: ['stage'] },
  { permission: 'SetVoiceChannelStatus', reason: 'status', in: ['voice'] },
  { permission: 'CreatePublicThreads', reason: 'thread', in: ['text'] },
] as const satisfies readonly Needed[];
export type NeededPermission = (typeof neededPermissions)[number];

/** What the bot may do in one channel. */
export interface ChannelCheck {
  readonly channelId: string;
  readonly kind: PlaceKind;
  /** Empty: everything works there. */
  readonly missing: readonly NeededPermission[];
}

const kinds: Readonly<Partial<Record<ChannelType, PlaceKind>>> = {
  [ChannelType.GuildText]: 'text',
  [ChannelType.GuildAnnouncement]: 'text',
  [ChannelType.GuildVoice]: 'voice',
  [ChannelType.GuildStageVoice]: 'stage',
};

/** Undefined for channels where the bot does nothing, such as categories. */
export function checkChannel(channel: GuildBasedChannel): ChannelCheck | undefined {
  const kind = kinds[channel.type];
  if (!kind || channel.isThread()) return undefined;
  const { me } = channel.guild.members;
  const held = me && channel.permissionsFor(me);
  const missing = neededPermissions.filter(
    (needed) => (needed.in as readonly PlaceKind[]).includes(kind) && !held?.has(needed.permission),
  );
  return { channelId: channel.id, kind, missing };
}

/** Channel by channel, as Discord lists them. */
export function checkChannels(guild: Guild): readonly ChannelCheck[] {
  return [...guild.channels.cache.values()]
    .toSorted((one, other) => positionOf(one) - positionOf(other))
    .flatMap((channel) => checkChannel(channel) ?? []);
}

/** What its roles don't give it anywhere, before any channel's own permissions. */
export function missingInGuild({ members: { me } }: Guild): readonly NeededPermission[] {
  return neededPermissions.filter(({ permission }) => !me?.permissions.has(permission));
}

function positionOf(channel: GuildBasedChannel): number {
  return 'rawPosition' in channel ? channel.rawPosition : 0;
}
