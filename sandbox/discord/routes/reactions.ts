import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { invalidForm, refuse } from '../errors.ts';
import { checkQueryIds } from '../http/ids.ts';
import { type Call, noContent, ok, type RouteRules, type Routes } from '../http/routes.ts';
import { clearReactions, emojiIn, findReaction, react, unreact } from '../messages/reactions.ts';
import { needIn } from '../permissions.ts';
import type { Message } from '../world/model.ts';
import { userWire } from '../world/wire.ts';

/** Reactions to messages: added, listed, taken back, and removed by moderators. */
export function reactionRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const ofMessage = '/channels/:channelId/messages/:messageId/reactions';
  const ofEmoji = `${ofMessage}/:emoji`;
  const slow: RouteRules = { limit: { limit: 1, windowMs: 250 } };

  const messageOf = (call: Call, bits: bigint): Message => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, bits);
    const message = world.findMessage(channel.id, call.param('messageId'));
    if (!message || message.audience !== undefined) throw refuse.unknownMessage();
    return message;
  };
  const toChange = (call: Call, bits: bigint): Message => {
    const message = messageOf(call, bits);
    if (world.channel(message.channelId).thread?.archived) throw refuse.archivedThread();
    return message;
  };
  const emojiOf = (call: Call) => emojiIn(world, call.param('emoji'));

  routes.put(`${ofEmoji}/@me`, slow, (call) => {
    react(core, toChange(call, Bits.ReadMessageHistory), call.actor.userId, emojiOf(call));
    return noContent;
  });
  routes.get(ofEmoji, (call) => {
    const message = messageOf(call, Bits.ReadMessageHistory);
    checkQueryIds(call.query, ['after']);
    const limit = Number(call.query.get('limit') ?? 25);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.');
    const after = BigInt(call.query.get('after') ?? 0);
    const users = [...(findReaction(message, emojiOf(call))?.users ?? [])]
      .filter((id) => BigInt(id) > after)
      .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
    return ok(users.slice(0, limit).map((id) => userWire(world.user(id))));
  });
  routes.delete(
    `${ofEmoji}/:userId`,
    (call) => {
      const { userId } = call.actor;
      const id = call.param('userId') === '@me' ? userId : call.param('userId');
      const message = toChange(call, id === userId ? Bits.ViewChannel : Bits.ManageMessages);
      unreact(core, message, id, emojiOf(call));
      return noContent;
    },
    slow,
  );
  routes.delete(
    ofEmoji,
    (call) => {
      clearReactions(core, toChange(call, Bits.ManageMessages), emojiOf(call));
      return noContent;
    },
    slow,
  );
  routes.delete(
    ofMessage,
    (call) => {
      clearReactions(core, toChange(call, Bits.ManageMessages));
      return noContent;
    },
    slow,
  );
}
