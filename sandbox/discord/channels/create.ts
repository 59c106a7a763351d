import { ChannelType } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { invalidForm } from '../errors.ts';
import { emptyChannel } from '../world/empty-channel.ts';
import type { Channel, ForumTag, Overwrite } from '../world/model.ts';
import type { World } from '../world/world.ts';
import type { ChannelBody, OverwriteBody, TagBody } from './channel-body.ts';
import { checkChannel } from './channel-rules.ts';
import { publishChannel } from './events.ts';

export function createChannel(
  core: Core,
  guildId: string,
  body: ChannelBody & { readonly name: string },
): Channel {
  const type = body.type ?? ChannelType.GuildText;
  const channel = emptyChannel(core.world.newId(), type, body.name, guildId);
  channel.position = core.world.channelsOf(guildId).length;
  applyChannel(core, channel, body);
  core.world.channels.set(channel.id, channel);
  publishChannel(core, 'CREATE', channel);
  return channel;
}

/** Puts the given fields into a channel. Throws 50035 for what a channel of its type can't have. */
export function applyChannel(core: Core, channel: Channel, body: ChannelBody): void {
  checkChannel(channel, body);
  channel.type = body.type ?? channel.type;
  if (body.parent_id !== undefined) {
    const parent = body.parent_id === null ? undefined : core.world.channels.get(body.parent_id);
    if (
      body.parent_id !== null &&
      (parent?.type !== ChannelType.GuildCategory || parent.guildId !== channel.guildId)
    )
      throw invalidForm(['parent_id'], 'CHANNEL_PARENT_INVALID_TYPE', 'Not a category');
    channel.parentId = body.parent_id;
  }
  channel.name = nameFor(channel.type, body.name ?? channel.name);
  channel.topic = body.topic === undefined ? channel.topic : body.topic;
  channel.position = body.position ?? channel.position;
  channel.nsfw = body.nsfw ?? channel.nsfw;
  channel.slowmodeSeconds = body.rate_limit_per_user ?? channel.slowmodeSeconds;
  channel.bitrate = body.bitrate ?? channel.bitrate;
  channel.userLimit = body.user_limit ?? channel.userLimit;
  channel.tags = body.available_tags
    ? body.available_tags.filter((tag) => tag !== null).map((tag) => tagOf(core.world, tag))
    : channel.tags;
  if (!body.permission_overwrites) return;
  channel.overwrites.clear();
  for (const overwrite of body.permission_overwrites)
    channel.overwrites.set(overwrite.id, overwriteOf(overwrite));
}

export function overwriteOf({ id, type, allow, deny }: OverwriteBody): Overwrite {
  return { id, type: type ?? 0, allow: BigInt(allow ?? 0), deny: BigInt(deny ?? 0) };
}

function tagOf(world: World, tag: TagBody): ForumTag {
  const { id, name, moderated, emoji_id: emojiId, emoji_name: emojiName } = tag;
  return {
    id: id ?? world.newId(),
    name,
    moderated: moderated ?? false,
    emojiId: emojiId ?? null,
    emojiName: emojiName ?? null,
  };
}

/** A name without the spaces around it. Throws 50035 if nothing is left. */
export function trimmedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw invalidForm(['name'], 'BASE_TYPE_REQUIRED', 'This field is required');
  return trimmed;
}

/** Text channels are named in lower case with dashes. */
function nameFor(type: ChannelType, given: string): string {
  const name = trimmedName(given);
  const free: readonly ChannelType[] = [
    ChannelType.GuildVoice,
    ChannelType.GuildCategory,
    ChannelType.GuildStageVoice,
  ];
  return free.includes(type) ? name : name.toLowerCase().replaceAll(/\s+/g, '-');
}
