import { GatewayIntentBits, MessageType } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { canSee } from '../permissions.ts';
import type { Message } from '../world/model.ts';
import { threadTypes } from '../world/world.ts';
import type { Composed } from './compose.ts';
import { messageEventWire } from './wire.ts';

export type Frame = Partial<
  Pick<
    Message,
    | 'id'
    | 'webhook'
    | 'audience'
    | 'nonce'
    | 'reference'
    | 'applicationId'
    | 'interactionMetadata'
    | 'interaction'
    | 'type'
  >
>;

/** Stores a composed message and tells everybody who may see it. */
export function post(
  core: Core,
  channelId: string,
  authorId: string,
  composed: Composed,
  frame: Frame,
): Message {
  const { world } = core;
  const channel = world.channel(channelId);
  const message: Message = {
    id: world.newId(),
    channelId,
    guildId: channel.guildId,
    authorId,
    type: frame.type ?? MessageType.Default,
    timestamp: world.isoNow(),
    editedTimestamp: null,
    reactions: [],
    ...composed,
    ...frame,
  };
  world.addMessage(message);
  if (
    threadTypes.has(channel.type) &&
    message.audience === undefined &&
    message.webhook === undefined &&
    !channel.thread?.members.has(authorId)
  )
    channel.thread?.members.set(authorId, world.isoNow());
  publishMessage(core, 'MESSAGE_CREATE', message);
  return message;
}

/** Puts new parts into a message and tells everybody who may see it. `edited` is false when a deferral is filled. */
export function revise(core: Core, message: Message, composed: Composed, edited: boolean): void {
  Object.assign(message, composed);
  if (edited) message.editedTimestamp = core.world.isoNow();
  publishMessage(core, 'MESSAGE_UPDATE', message);
}

export function remove(core: Core, message: Message): void {
  core.world.removeMessage(message);
  for (const file of message.files) core.files.forget(file);
  const { id, channelId, guildId } = message;
  core.hub.publish({
    name: 'MESSAGE_DELETE',
    intents: intentOf(message),
    seenBy: (userId) => isSeenBy(core, message, userId),
    data: () => ({ id, channel_id: channelId, ...(guildId === null ? {} : { guild_id: guildId }) }),
  });
}

export function publishMessage(
  core: Core,
  name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE',
  message: Message,
): void {
  core.hub.publish({
    name,
    intents: intentOf(message),
    seenBy: (userId) => isSeenBy(core, message, userId),
    data: (viewer) => ({
      ...messageEventWire(core, message, viewer),
      ...(name === 'MESSAGE_CREATE' ? { channel_type: core.world.channel(message.channelId).type } : {}),
    }),
  });
}

export function isSeenBy(core: Core, message: Message, userId: string): boolean {
  if (message.audience !== undefined) return message.audience === userId;
  const channel = core.world.channels.get(message.channelId);
  return channel !== undefined && canSee(core.world, userId, channel);
}

function intentOf(message: Message): number {
  return message.guildId === null ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
}
