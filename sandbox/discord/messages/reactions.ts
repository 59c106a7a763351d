import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { refuse } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { has, permissionsIn } from '../permissions.ts';
import type { Message, Reaction } from '../world/model.ts';
import { memberWire } from '../world/wire.ts';
import type { World } from '../world/world.ts';
import { isEmoji } from './emoji.ts';
import { isSeenBy } from './post.ts';

const mostReactions = 20;

type ReactionEmoji = Reaction['emoji'];

/** The emoji of an address: one of Unicode, or `name:id`. Throws 10014 for any other. */
export function emojiIn(world: World, text: string): ReactionEmoji {
  const id = /^(?:a:)?\w+:(\d+)$/.exec(text)?.[1];
  if (id === undefined) {
    if (!isEmoji(text)) throw refuse.unknownReaction();
    return { id: null, name: text };
  }
  const known = world.findEmoji(id);
  if (!known) throw refuse.unknownReaction();
  return { id, name: known.name, ...(known.animated ? { animated: true } : {}) };
}

export function findReaction(message: Message, emoji: ReactionEmoji): Reaction | undefined {
  return message.reactions.find((other) => keyOf(other.emoji) === keyOf(emoji));
}

/** A new emoji needs *Add Reactions*, one that's there already doesn't. Throws 50013, 30010. */
export function react(core: Core, message: Message, userId: string, emoji: ReactionEmoji): void {
  const { world } = core;
  const there = findReaction(message, emoji);
  const mask = permissionsIn(world, userId, world.channel(message.channelId));
  if (!there && !has(mask, Bits.AddReactions)) throw refuse.missingPermissions();
  if (!there && message.reactions.length >= mostReactions) throw refuse.tooManyReactions(mostReactions);
  const reaction: Reaction = there ?? { emoji, users: new Set() };
  if (!there) message.reactions.push(reaction);
  if (reaction.users.has(userId)) return;
  reaction.users.add(userId);
  const member = world.guilds.get(message.guildId ?? '')?.members.get(userId);
  publish(core, message, 'MESSAGE_REACTION_ADD', {
    user_id: userId,
    ...(member ? { member: memberWire(world, member) } : {}),
    emoji: reaction.emoji,
    message_author_id: message.authorId,
    burst: false,
    type: 0,
  });
}

export function unreact(core: Core, message: Message, userId: string, emoji: ReactionEmoji): void {
  const reaction = findReaction(message, emoji);
  if (!reaction?.users.delete(userId)) return;
  if (reaction.users.size === 0) drop(message, reaction);
  publish(core, message, 'MESSAGE_REACTION_REMOVE', {
    user_id: userId,
    emoji: reaction.emoji,
    burst: false,
    type: 0,
  });
}

/** Removes an emoji with everybody who chose it; without one, removes all of them. */
export function clearReactions(core: Core, message: Message, emoji?: ReactionEmoji): void {
  if (emoji === undefined) {
    message.reactions.length = 0;
    publish(core, message, 'MESSAGE_REACTION_REMOVE_ALL', {});
    return;
  }
  const reaction = findReaction(message, emoji);
  if (!reaction) return;
  drop(message, reaction);
  publish(core, message, 'MESSAGE_REACTION_REMOVE_EMOJI', { emoji: reaction.emoji });
}

function drop(message: Message, reaction: Reaction): void {
  message.reactions.splice(message.reactions.indexOf(reaction), 1);
}

function keyOf({ id, name }: ReactionEmoji): string {
  return id ?? name.replaceAll('\uFE0F', '');
}

function publish(core: Core, message: Message, name: string, data: JsonObject): void {
  const { id, channelId, guildId } = message;
  core.hub.publish({
    name,
    intents:
      guildId === null ? GatewayIntentBits.DirectMessageReactions : GatewayIntentBits.GuildMessageReactions,
    seenBy: (userId) => isSeenBy(core, message, userId),
    data: () => ({
      channel_id: channelId,
      message_id: id,
      ...(guildId === null ? {} : { guild_id: guildId }),
      ...data,
    }),
  });
}
