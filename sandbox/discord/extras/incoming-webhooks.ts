import { ChannelType, ComponentType, MessageFlags } from 'discord-api-types/v10';
import { createThread } from '../channels/threads.ts';
import type { Core } from '../core.ts';
import { DiscordError, invalidForm, refuse } from '../errors.ts';
import { type Answer, type Call, noContent, ok } from '../http/routes.ts';
import { isOn } from '../http/switches.ts';
import type { JsonObject } from '../json.ts';
import { walk } from '../messages/components.ts';
import { compose, type MessageBody } from '../messages/compose.ts';
import { post, remove, revise } from '../messages/post.ts';
import { messageWire } from '../messages/wire.ts';
import type { Channel, Message, Webhook } from '../world/model.ts';
import { checkWebhookName, pictureHash } from './webhook-names.ts';

export interface ExecuteBody extends MessageBody {
  readonly username?: string | null;
  readonly avatar_url?: string | null;
  readonly thread_name?: string | null;
  readonly applied_tags?: readonly string[] | null;
}

/** The webhook that an address names. Throws 10015 for one that isn't there, 50027 for a wrong token. */
export function webhookOf({ world }: Core, call: Call): Webhook {
  const webhook = world.webhooks.get(call.param('webhookId'));
  if (!webhook) throw refuse.unknownWebhook();
  if (webhook.token !== call.param('token')) throw refuse.invalidWebhookToken();
  return webhook;
}

/** "Execute Webhook": answered with the message only when asked to wait for it. */
export function execute(core: Core, webhook: Webhook, call: Call<ExecuteBody>): Answer {
  const { body, uploads, query } = call;
  if (typeof body.username === 'string') checkWebhookName(body.username, ['username']);
  const place = placeOf(core, webhook, call);
  const composed = compose(core, {
    body: { ...body, components: shownComponents(webhook, call) },
    uploads,
    channel: place,
    authorId: webhook.id,
    origin: 'webhook',
  });
  const name = body.thread_name ?? '';
  const opened =
    place.type === ChannelType.GuildForum
      ? createThread(core, place, webhook.id, { name, applied_tags: body.applied_tags ?? [] })
      : undefined;
  const author = {
    webhookId: webhook.id,
    name: body.username ?? webhook.name,
    avatar: pictureHash(body.avatar_url) ?? webhook.avatar,
  };
  const message = post(core, (opened ?? place).id, webhook.id, composed, {
    webhook: author,
    ...(opened ? { id: opened.id } : {}),
    ...(webhook.applicationId === null ? {} : { applicationId: webhook.applicationId }),
  });
  return isOn(query, 'wait') ? ok(wireOf(core, message)) : noContent;
}

export function readMessage(core: Core, webhook: Webhook, call: Call): Answer {
  return ok(wireOf(core, messageOf(core, webhook, call)));
}

export function editMessage(core: Core, webhook: Webhook, call: Call<MessageBody>): Answer {
  const message = messageOf(core, webhook, call);
  const channel = core.world.channel(message.channelId);
  if (channel.thread?.archived) throw refuse.archivedThread();
  const composed = compose(core, {
    body: call.body,
    uploads: call.uploads,
    channel,
    authorId: webhook.id,
    origin: 'webhook',
    previous: message,
  });
  revise(core, message, composed, true);
  return ok(wireOf(core, message));
}

export function deleteMessage(core: Core, webhook: Webhook, call: Call): Answer {
  remove(core, messageOf(core, webhook, call));
  return noContent;
}

/** A webhook reads its own messages whole, whatever the bot's intents are. */
function wireOf(core: Core, message: Message): JsonObject {
  return messageWire(core, message);
}

/** Its channel, a thread of it (`thread_id`), or a forum in which it opens a post (`thread_name`). */
function placeOf({ world }: Core, webhook: Webhook, { query, body }: Call<ExecuteBody>): Channel {
  const channel = world.channel(webhook.channelId);
  const threadId = query.get('thread_id');
  const opens = typeof body.thread_name === 'string';
  const isForum = channel.type === ChannelType.GuildForum;
  if (isForum && threadId === null && !opens)
    throw forumNeeds(220_001, 'must have a thread_name or thread_id');
  if (isForum && threadId !== null && opens)
    throw forumNeeds(220_002, 'cannot have both a thread_name and thread_id');
  if (!isForum && opens)
    throw new DiscordError(400, 220_003, 'Webhooks can only create threads in forum channels');
  if (threadId === null) return channel;
  const thread = world.channels.get(threadId);
  if (thread?.parentId !== channel.id || !thread.thread) throw refuse.unknownChannel();
  return thread;
}

function forumNeeds(code: number, what: string): DiscordError {
  return new DiscordError(400, code, `Webhooks posted to forum channels ${what}`);
}

/** Webhooks of applications show everything; the others only what can't be used, and only when asked to. */
function shownComponents(webhook: Webhook, { body, query }: Call<ExecuteBody>): MessageBody['components'] {
  if (webhook.applicationId !== null) return body.components;
  if (!isOn(query, 'with_components')) {
    const isV2 = ((body.flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
    return isV2 ? body.components : [];
  }
  for (const { component, path } of walk(body.components ?? []))
    if (isInteractive(component))
      throw invalidForm(
        path,
        'WEBHOOK_COMPONENT_NOT_ALLOWED',
        'This webhook cannot send interactive components.',
      );
  return body.components;
}

function isInteractive({ type, custom_id: customId }: JsonObject): boolean {
  return customId !== undefined && customId !== null && type !== ComponentType.ActionRow;
}

function messageOf({ world }: Core, webhook: Webhook, { param, query }: Call): Message {
  const channelId = query.get('thread_id') ?? webhook.channelId;
  const message = world.findMessage(channelId, param('messageId'));
  if (message?.webhook?.webhookId !== webhook.id) throw refuse.unknownMessage();
  return message;
}
