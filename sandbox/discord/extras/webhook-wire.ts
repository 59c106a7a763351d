import { WebhookType } from 'discord-api-types/v10';
import type { JsonObject } from '../json.ts';
import type { Webhook, WebhookAuthor } from '../world/model.ts';
import { userWire } from '../world/wire.ts';
import type { World } from '../world/world.ts';

/** A webhook as its address shows it: with its token, without who made it. */
export function webhookWire({ id, name, avatar, channelId, guildId, applicationId, token }: Webhook) {
  return {
    id,
    type: WebhookType.Incoming,
    name,
    avatar,
    channel_id: channelId,
    guild_id: guildId,
    application_id: applicationId,
    token,
  };
}

/** A webhook as people who manage webhooks see it: with its maker, and the address to post to. */
export function managedWebhookWire(world: World, webhook: Webhook, baseUrl: string): JsonObject {
  return {
    ...webhookWire(webhook),
    url: `${baseUrl}/api/webhooks/${webhook.id}/${webhook.token}`,
    user: userWire(world.user(webhook.creatorId)),
  };
}

/** The author of a webhook's message: not a user, but shaped like one. */
export function webhookAuthorWire({ webhookId, name, avatar }: WebhookAuthor): JsonObject {
  return {
    id: webhookId,
    username: name,
    discriminator: '0000',
    global_name: null,
    avatar,
    bot: true,
    public_flags: 0,
    flags: 0,
    primary_guild: null,
  };
}
