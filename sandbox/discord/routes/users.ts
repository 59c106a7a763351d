import { BotAccountPatchRequestSchema, CreatePrivateChannelRequestSchema } from 'discord-api-spec/zod';
import { array, maxLength, nullish, number, object, record, string, unknown } from 'zod/mini';
import { refuse } from '../errors.ts';
import { applicationFlags } from '../gateway/ready.ts';
import { noContent, ok, type Routes } from '../http/routes.ts';
import { leaveGuild } from '../membership.ts';
import { places } from '../world/places.ts';
import { channelWire, memberWire, partialGuildWire, userWire } from '../world/wire.ts';

/** "Edit Current Application" as documented; the specification has another description. */
const applicationSchema = object({
  description: nullish(string().check(maxLength(400))),
  icon: nullish(string()),
  cover_image: nullish(string()),
  flags: nullish(number()),
  tags: nullish(array(string().check(maxLength(20))).check(maxLength(5))),
  custom_install_url: nullish(string()),
  install_params: nullish(record(string(), unknown())),
  integration_types_config: nullish(record(string(), unknown())),
  interactions_endpoint_url: nullish(string()),
  role_connections_verification_url: nullish(string()),
  event_webhooks_url: nullish(string()),
  event_webhooks_status: nullish(number()),
  event_webhooks_types: nullish(array(string())),
});

/** Users, direct channels, the application. */
export function userRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;

  routes.get('/users/@me', ({ actor }) =>
    ok({
      ...userWire(world.user(actor.userId)),
      mfa_enabled: false,
      locale: 'en-US',
      verified: true,
      email: null,
    }),
  );
  routes.patch<{ readonly username?: string }>(
    '/users/@me',
    { schema: BotAccountPatchRequestSchema },
    ({ actor, body }) => {
      const user = world.user(actor.userId);
      if (body.username !== undefined) user.username = body.username;
      core.hub.tell(user.id, 'USER_UPDATE', userWire(user));
      const own = { ...userWire(user), mfa_enabled: false, locale: 'en-US', verified: true, email: null };
      // Undocumented: discord.js goes on with the token in this answer.
      return ok(actor.isBot ? { ...own, token: core.identities.botToken } : own);
    },
  );
  routes.get('/users/@me/guilds', ({ actor }) =>
    ok(
      [...world.guilds.values()]
        .filter((guild) => guild.members.has(actor.userId))
        .map((guild) => partialGuildWire(guild, actor.userId)),
    ),
  );
  routes.delete('/users/@me/guilds/:guildId', ({ actor, param }) => {
    leaveGuild(core, world.guild(param('guildId')), actor.userId);
    return noContent;
  });
  routes.get('/users/@me/guilds/:guildId/member', ({ actor, param }) =>
    ok(memberWire(world, world.member(param('guildId'), actor.userId))),
  );
  routes.get('/users/@me/channels', ({ actor }) =>
    ok(
      actor.isBot
        ? []
        : [...world.channels.values()]
            .filter((channel) => channel.recipients?.includes(actor.userId))
            .map((channel) => channelWire(world, channel, actor.userId)),
    ),
  );
  routes.post<{ readonly recipient_id?: string }>(
    '/users/@me/channels',
    { schema: CreatePrivateChannelRequestSchema },
    ({ actor, body }) => {
      const other = world.user(body.recipient_id ?? '');
      if (other.id === actor.userId || (other.bot && actor.isBot)) throw refuse.invalidRecipients();
      const { channel, created } = world.directChannel(actor.userId, other.id);
      if (created)
        for (const id of [actor.userId, other.id])
          if (!world.user(id).bot) core.hub.tell(id, 'CHANNEL_CREATE', channelWire(world, channel, id));
      return ok(channelWire(world, channel, actor.userId));
    },
  );
  routes.get('/users/:userId', ({ param }) => ok(userWire(world.user(param('userId')))));

  const application = (): Record<string, unknown> => {
    const bot = world.user(places.botUserId);
    const owner = userWire(world.user(places.people.owner));
    return {
      id: places.applicationId,
      name: bot.username,
      icon: null,
      description: world.application.description,
      type: null,
      bot: userWire(bot),
      owner,
      bot_public: false,
      bot_require_code_grant: false,
      verify_key: '0'.repeat(64),
      flags: applicationFlags(core),
      flags_new: String(applicationFlags(core)),
      team: null,
      integration_types_config: { '0': {} },
      approximate_guild_count: world.guilds.size,
      approximate_user_install_count: 0,
      approximate_user_authorization_count: 0,
      explicit_content_filter: 0,
      eligible_oauth2_scopes: ['applications.commands', 'bot', 'identify'],
      redirect_uris: [],
      interactions_endpoint_url: null,
      role_connections_verification_url: null,
      tags: [],
    };
  };
  for (const path of [
    '/applications/@me',
    `/applications/${places.applicationId}`,
    '/oauth2/applications/@me',
  ])
    routes.get(path, () => ok(application()), { auth: 'bot' });
  routes.patch<{ readonly description?: string | null }>(
    '/applications/@me',
    { auth: 'bot', schema: applicationSchema },
    ({ body }) => {
      world.application.description = body.description ?? world.application.description;
      return ok(application());
    },
  );
}
