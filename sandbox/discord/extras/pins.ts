import {
  PermissionFlagsBits as Bits,
  ChannelType,
  GatewayIntentBits,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10';
import { refuse } from '../errors.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import { post, publishMessage } from '../messages/post.ts';
import { messageWire, restViewer } from '../messages/wire.ts';
import { canSee, has, needIn, permissionsIn } from '../permissions.ts';
import type { Channel, Message } from '../world/model.ts';

const mostPins = 250;

/** Pinned messages, at their addresses of today and of before 2025, and messages of announcement channels published. */
export function pinRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const channelOf = (call: Call): Channel => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, Bits.ViewChannel);
    return channel;
  };
  const messageOf = (channel: Channel, call: Call): Message => {
    const message = world.findMessage(channel.id, call.param('messageId'));
    if (!message || message.audience !== undefined) throw refuse.unknownMessage();
    return message;
  };
  const pinned = (channel: Channel): readonly Message[] =>
    world
      .messagesOf(channel.id)
      .filter(({ pinnedAt }) => pinnedAt !== undefined)
      .toSorted((one, other) => ((one.pinnedAt ?? '') < (other.pinnedAt ?? '') ? 1 : -1));
  const show = (message: Message, call: Call) => messageWire(core, message, restViewer(core, call.actor));

  const pin = (call: Call) => {
    const channel = channelOf(call);
    needToPin(channel, call);
    const message = messageOf(channel, call);
    if (message.pinnedAt !== undefined) return noContent;
    if (message.type !== MessageType.Default && message.type !== MessageType.Reply)
      throw refuse.systemMessage();
    if (pinned(channel).length >= mostPins) throw refuse.tooManyPins(mostPins);
    message.pinnedAt = world.isoNow();
    changed(channel, message);
    post(core, channel.id, call.actor.userId, emptyMessage, {
      type: MessageType.ChannelPinnedMessage,
      reference: { messageId: message.id, channelId: channel.id },
    });
    return noContent;
  };
  const unpin = (call: Call) => {
    const channel = channelOf(call);
    needToPin(channel, call);
    const message = messageOf(channel, call);
    delete message.pinnedAt;
    changed(channel, message);
    return noContent;
  };
  for (const base of ['/channels/:channelId/messages/pins', '/channels/:channelId/pins']) {
    routes.put(`${base}/:messageId`, {}, pin);
    routes.delete(`${base}/:messageId`, unpin);
  }
  routes.get('/channels/:channelId/pins', (call) =>
    ok(pinned(channelOf(call)).map((message) => show(message, call))),
  );
  routes.get('/channels/:channelId/messages/pins', (call) => {
    const items = pinned(channelOf(call)).map((message) => ({
      pinned_at: message.pinnedAt,
      message: show(message, call),
    }));
    return ok({ items, has_more: false });
  });

  routes.post('/channels/:channelId/messages/:messageId/crosspost', {}, (call) => {
    const channel = channelOf(call);
    if (channel.type !== ChannelType.GuildAnnouncement) throw refuse.wrongChannelType();
    const message = messageOf(channel, call);
    const own = message.authorId === call.actor.userId;
    needIn(world, call.actor.userId, channel, own ? Bits.SendMessages : Bits.ManageMessages);
    if ((message.flags & MessageFlags.Crossposted) !== 0) throw refuse.alreadyCrossposted();
    message.flags |= MessageFlags.Crossposted;
    publishMessage(core, 'MESSAGE_UPDATE', message);
    return ok(show(message, call));
  });

  function needToPin(channel: Channel, { actor }: Call): void {
    if (channel.guildId === null) return;
    const mask = permissionsIn(world, actor.userId, channel);
    if (!has(mask, Bits.PinMessages) && !has(mask, Bits.ManageMessages)) throw refuse.missingPermissions();
  }

  function changed(channel: Channel, message: Message): void {
    core.hub.publish({
      name: 'CHANNEL_PINS_UPDATE',
      intents: channel.guildId === null ? GatewayIntentBits.DirectMessages : GatewayIntentBits.Guilds,
      seenBy: (userId) => canSee(world, userId, channel),
      data: () => ({
        channel_id: channel.id,
        ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
        last_pin_timestamp: pinned(channel)[0]?.pinnedAt ?? null,
      }),
    });
    publishMessage(core, 'MESSAGE_UPDATE', message);
  }
}

const emptyMessage = {
  content: '',
  embeds: [],
  components: [],
  files: [],
  flags: 0,
  tts: false,
  mentions: { users: [], roles: [], everyone: false },
} as const;
