import { randomBytes } from 'node:crypto';
import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import { maxLength, minLength, nullish, object, optional, string } from 'zod/mini';
import { refuse } from '../errors.ts';
import { type Call, noContent, ok, type RouteRules, type Routes } from '../http/routes.ts';
import { canSee, needIn, needInGuild } from '../permissions.ts';
import type { Channel, Webhook } from '../world/model.ts';
import { places } from '../world/places.ts';
import { webhookOf } from './incoming-webhooks.ts';
import { checkWebhookName, pictureHash } from './webhook-names.ts';
import { managedWebhookWire, webhookWire } from './webhook-wire.ts';

interface WebhookBody {
  readonly name?: string | null;
  readonly avatar?: string | null;
  readonly channel_id?: string | null;
}

const name = string().check(minLength(1), maxLength(80));
/** "Create Webhook" and "Modify Webhook"; the specification inlines them. */
const createSchema = object({ name, avatar: nullish(string()) });
const editSchema = object({
  name: optional(name),
  avatar: nullish(string()),
  channel_id: nullish(SnowflakeTypeSchema),
});
const mostWebhooks = 15;
/** Channel types that webhooks can post in: all but categories and threads. */
const withWebhooks: ReadonlySet<number> = new Set([0, 2, 5, 13, 15, 16]);
const byToken: RouteRules = { auth: 'token', outsideGlobal: true };

/** Webhooks of channels: made, listed, changed and deleted, by moderators or by people who have the token. */
export function webhookManagementRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const show = (webhook: Webhook) => managedWebhookWire(world, webhook, core.addresses.base);
  const placeOf = (call: Call): Channel => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, Bits.ManageWebhooks);
    return channel;
  };
  const managed = (call: Call): Webhook => {
    const webhook = world.webhooks.get(call.param('webhookId'));
    if (!webhook) throw refuse.unknownWebhook();
    needIn(world, call.actor.userId, world.channel(webhook.channelId), Bits.ManageWebhooks);
    return webhook;
  };
  const inside = (channelId: string): readonly Webhook[] =>
    [...world.webhooks.values()].filter((webhook) => webhook.channelId === channelId);

  routes.post<WebhookBody>('/channels/:channelId/webhooks', { schema: createSchema }, (call) => {
    const channel = placeOf(call);
    if (!withWebhooks.has(channel.type)) throw refuse.wrongChannelType();
    checkWebhookName(call.body.name ?? '', ['name']);
    if (inside(channel.id).length >= mostWebhooks) throw refuse.tooManyWebhooks(mostWebhooks);
    const webhook: Webhook = {
      id: world.newId(),
      token: randomBytes(51).toString('base64url'),
      guildId: channel.guildId ?? '',
      creatorId: call.actor.userId,
      applicationId: call.actor.isBot ? places.applicationId : null,
      channelId: channel.id,
      name: call.body.name ?? '',
      avatar: pictureHash(call.body.avatar),
    };
    world.webhooks.set(webhook.id, webhook);
    changed(channel.id);
    return ok(show(webhook));
  });
  routes.get('/channels/:channelId/webhooks', (call) => ok(inside(placeOf(call).id).map(show)));
  routes.get('/guilds/:guildId/webhooks', (call) => {
    const guild = world.guild(call.param('guildId'));
    needInGuild(guild, call.actor.userId, Bits.ManageWebhooks);
    return ok([...world.webhooks.values()].filter(({ guildId }) => guildId === guild.id).map(show));
  });

  routes.get('/webhooks/:webhookId', (call) => ok(show(managed(call))));
  routes.get('/webhooks/:webhookId/:token', (call) => ok(webhookWire(webhookOf(core, call))), byToken);
  routes.patch<WebhookBody>('/webhooks/:webhookId', { schema: editSchema }, (call) => {
    const webhook = managed(call);
    const { channel_id: channelId } = call.body;
    if (channelId) needIn(world, call.actor.userId, world.channel(channelId), Bits.ManageWebhooks);
    edit(webhook, call.body);
    return ok(show(webhook));
  });
  routes.patch<WebhookBody>('/webhooks/:webhookId/:token', { ...byToken, schema: editSchema }, (call) => {
    const webhook = webhookOf(core, call);
    edit(webhook, { ...call.body, channel_id: null });
    return ok(webhookWire(webhook));
  });
  routes.delete('/webhooks/:webhookId', (call) => remove(managed(call)));
  routes.delete('/webhooks/:webhookId/:token', (call) => remove(webhookOf(core, call)), byToken);

  function edit(webhook: Webhook, body: WebhookBody): void {
    if (body.name) checkWebhookName(body.name, ['name']);
    webhook.name = body.name ?? webhook.name;
    webhook.avatar = body.avatar === undefined ? webhook.avatar : pictureHash(body.avatar);
    const before = webhook.channelId;
    webhook.channelId = body.channel_id ?? webhook.channelId;
    for (const id of new Set([before, webhook.channelId])) changed(id);
  }

  function remove(webhook: Webhook) {
    world.webhooks.delete(webhook.id);
    changed(webhook.channelId);
    return noContent;
  }

  function changed(channelId: string): void {
    const channel = world.channel(channelId);
    core.hub.publish({
      name: 'WEBHOOKS_UPDATE',
      intents: GatewayIntentBits.GuildWebhooks,
      seenBy: (userId) => canSee(world, userId, channel),
      data: () => ({ guild_id: channel.guildId, channel_id: channel.id }),
    });
  }
}
