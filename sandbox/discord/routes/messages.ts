import {
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
  SnowflakeTypeSchema,
} from 'discord-api-spec/zod';
import {
  PermissionFlagsBits as Bits,
  GatewayIntentBits,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { array, object } from 'zod/mini';
import { unarchive } from '../channels/threads.ts';
import { invalidForm, refuse } from '../errors.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import type { Actor } from '../identity.ts';
import { compose, type MessageBody } from '../messages/compose.ts';
import { forward } from '../messages/forward.ts';
import { post, remove, revise } from '../messages/post.ts';
import { messageWire, restViewer } from '../messages/wire.ts';
import { canSee, has, needIn, permissionsIn } from '../permissions.ts';
import { snowflakeTimeMs } from '../snowflake.ts';
import type { Channel, Message } from '../world/model.ts';
import { memberWire } from '../world/wire.ts';
import { messageFromPage } from './message-page.ts';

interface CreateBody extends MessageBody {
  readonly nonce?: string | number | null;
  readonly enforce_nonce?: boolean | null;
  readonly message_reference?: {
    readonly message_id: string;
    readonly channel_id?: string | null;
    readonly fail_if_not_exists?: boolean | null;
    readonly type?: MessageReferenceType | null;
  } | null;
}

const nonceLifeMs = 5 * 60_000;
const bulkDeleteAgeMs = 14 * 86_400_000;
/** Body of "Bulk Delete Messages"; the specification inlines it, so it has no schema to import. */
const bulkDeleteSchema = object({ messages: array(SnowflakeTypeSchema) });
/** Channel types in which nothing can be posted: categories, forums, media. */
const withoutText: ReadonlySet<number> = new Set([4, 15, 16]);

/** Ordinary messages: list, create, edit, delete, typing. */
export function messageRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const base = '/channels/:channelId/messages';
  const perChannel = { limit: 5, windowMs: 5000 };

  const readable = (call: Call): Channel => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, Bits.ViewChannel);
    return channel;
  };
  const messageIn = (channel: Channel, id: string): Message => {
    const message = world.findMessage(channel.id, id);
    if (!message || message.audience !== undefined) throw refuse.unknownMessage();
    return message;
  };
  const show = (message: Message, actor: Actor): unknown =>
    messageWire(core, message, restViewer(core, actor));

  routes.get(base, (call) => {
    const channel = readable(call);
    if (!has(permissionsIn(world, call.actor.userId, channel), Bits.ReadMessageHistory)) return ok([]);
    const open = world.messagesOf(channel.id).filter((message) => message.audience === undefined);
    return ok(messageFromPage(open, call.query).map((message) => show(message, call.actor)));
  });

  routes.get(`${base}/:messageId`, (call) => {
    const channel = readable(call);
    needIn(world, call.actor.userId, channel, Bits.ReadMessageHistory);
    return ok(show(messageIn(channel, call.param('messageId')), call.actor));
  });

  routes.post<CreateBody>(base, { schema: MessageCreateRequestSchema, limit: perChannel }, (call) => {
    const { body, actor } = call;
    const channel = readable(call);
    needToPost(channel, call);
    const twin = body.enforce_nonce === true ? sameNonce(channel, actor, body.nonce) : undefined;
    if (twin) return ok(show(twin, actor));
    if (body.message_reference?.type === MessageReferenceType.Forward)
      return ok(show(forward(core, actor, channel, body.message_reference), actor));
    const repliesTo = repliedTo(channel, call);
    const composed = compose(core, {
      body,
      uploads: call.uploads,
      channel,
      authorId: actor.userId,
      origin: 'channel',
      repliesTo,
    });
    unarchive(core, channel);
    const message = post(core, channel.id, actor.userId, composed, {
      type: repliesTo ? MessageType.Reply : MessageType.Default,
      ...(repliesTo ? { reference: { messageId: repliesTo.id, channelId: channel.id } } : {}),
      ...(body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce }),
    });
    return ok(show(message, actor));
  });

  routes.patch<MessageBody>(
    `${base}/:messageId`,
    { schema: MessageEditRequestPartialSchema, limit: perChannel },
    (call) => {
      const channel = readable(call);
      const message = messageIn(channel, call.param('messageId'));
      const { body, actor } = call;
      if (channel.thread?.archived) throw refuse.archivedThread();
      if (message.authorId !== actor.userId) return ok(show(suppressed(channel, message, call), actor));
      const composed = compose(core, {
        body,
        uploads: call.uploads,
        channel,
        authorId: actor.userId,
        origin: message.applicationId === undefined ? 'channel' : 'interaction',
        // Mentions are worked out again from what the edit allows, and by default the author of the other message is pinged.
        repliesTo: answeredBy(message),
        previous: message,
      });
      revise(core, message, composed, true);
      return ok(show(message, actor));
    },
  );

  routes.delete(
    `${base}/:messageId`,
    (call) => {
      const channel = readable(call);
      const message = messageIn(channel, call.param('messageId'));
      if (message.authorId !== call.actor.userId)
        needIn(world, call.actor.userId, channel, Bits.ManageMessages);
      remove(core, message);
      return noContent;
    },
    { limit: { limit: 5, windowMs: 1000 } },
  );

  routes.post<{ readonly messages: readonly string[] }>(
    `${base}/bulk-delete`,
    { schema: bulkDeleteSchema, limit: { limit: 1, windowMs: 1000 } },
    (call) => {
      const channel = readable(call);
      needIn(world, call.actor.userId, channel, Bits.ManageMessages);
      const ids = [...new Set(call.body.messages)];
      if (ids.length < 2 || ids.length > 100) throw refuse.bulkDeleteCount();
      if (ids.some((id) => core.now() - snowflakeTimeMs(id) > bulkDeleteAgeMs))
        throw refuse.tooOldToBulkDelete();
      for (const id of ids) {
        const message = world.findMessage(channel.id, id);
        if (message) world.removeMessage(message);
      }
      core.hub.publish({
        name: 'MESSAGE_DELETE_BULK',
        intents: GatewayIntentBits.GuildMessages,
        seenBy: (userId) => canSee(world, userId, channel),
        data: () => ({ ids, channel_id: channel.id, guild_id: channel.guildId }),
      });
      return noContent;
    },
  );

  routes.post('/channels/:channelId/typing', { limit: { limit: 5, windowMs: 5000 } }, (call) => {
    const channel = readable(call);
    const { userId } = call.actor;
    needIn(world, userId, channel, Bits.SendMessages);
    const member = channel.guildId === null ? undefined : world.member(channel.guildId, userId);
    core.hub.publish({
      name: 'TYPING_START',
      intents:
        channel.guildId === null
          ? GatewayIntentBits.DirectMessageTyping
          : GatewayIntentBits.GuildMessageTyping,
      seenBy: (viewer) => canSee(world, viewer, channel),
      data: () => ({
        channel_id: channel.id,
        user_id: userId,
        timestamp: Math.floor(core.now() / 1000),
        ...(member ? { guild_id: channel.guildId, member: memberWire(world, member) } : {}),
      }),
    });
    return noContent;
  });

  function answeredBy({ reference }: Message): Message | undefined {
    return reference && !reference.snapshot
      ? world.findMessage(reference.channelId, reference.messageId)
      : undefined;
  }

  function needToPost(channel: Channel, { actor, body, uploads }: Call<CreateBody>): void {
    if (withoutText.has(channel.type)) throw refuse.noVoiceText();
    const embedding = (body.embeds?.length ?? 0) > 0 ? Bits.EmbedLinks : 0n;
    const attaching = uploads.size > 0 ? Bits.AttachFiles : 0n;
    needIn(world, actor.userId, channel, Bits.SendMessages | embedding | attaching);
    const other = channel.recipients?.find((id) => id !== actor.userId) ?? '';
    if (actor.isBot && world.closedToDirect.has(other)) throw refuse.cannotMessageUser();
    if (channel.thread?.locked) needIn(world, actor.userId, channel, Bits.ManageThreads);
  }

  function sameNonce(
    channel: Channel,
    actor: Actor,
    nonce: string | number | null | undefined,
  ): Message | undefined {
    if (nonce === undefined || nonce === null) return undefined;
    const known = world
      .messagesOf(channel.id)
      .findLast(
        (message) => message.authorId === actor.userId && String(message.nonce ?? '') === String(nonce),
      );
    return known && core.now() - Date.parse(known.timestamp) < nonceLifeMs ? known : undefined;
  }

  function repliedTo(channel: Channel, { body, actor }: Call<CreateBody>): Message | undefined {
    if (!body.message_reference) return undefined;
    const { message_id: id, channel_id: elsewhere, fail_if_not_exists: must } = body.message_reference;
    if (!has(permissionsIn(world, actor.userId, channel), Bits.ReadMessageHistory))
      throw refuse.replyWithoutHistory();
    const isHere = (elsewhere ?? channel.id) === channel.id;
    if (!isHere)
      throw invalidForm(
        ['message_reference'],
        'REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL',
        'Cannot reply to a message in another channel',
      );
    const message = world.findMessage(channel.id, id);
    if (message && message.audience === undefined) return message;
    if (must === false) return undefined;
    throw invalidForm(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }

  /** Of another person's message, only the embeds can be suppressed, with permission to manage messages. */
  function suppressed(channel: Channel, message: Message, call: Call<MessageBody>): Message {
    const onlyFlags = Object.keys(call.body).every((field) => field === 'flags');
    if (!onlyFlags) throw refuse.notYourMessage();
    needIn(world, call.actor.userId, channel, Bits.ManageMessages);
    const asked = (call.body.flags ?? 0) & MessageFlags.SuppressEmbeds;
    const { content, embeds, components, files, tts, mentions } = message;
    const flags = (message.flags & ~MessageFlags.SuppressEmbeds) | asked;
    revise(core, message, { content, embeds, components, files, tts, mentions, flags }, false);
    return message;
  }
}
