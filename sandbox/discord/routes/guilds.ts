import {
  CreateGuildChannelRequestSchema,
  GuildPatchRequestPartialSchema,
  SnowflakeTypeSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import { array, boolean, nullish, number, object } from 'zod/mini';
import type { ChannelBody } from '../channels/channel-body.ts';
import { applyChannel, createChannel } from '../channels/create.ts';
import { publishChannel } from '../channels/events.ts';
import { invalidForm, refuse } from '../errors.ts';
import { checkQueryIds } from '../http/ids.ts';
import { type Call, created, noContent, ok, type Routes } from '../http/routes.ts';
import { isOn } from '../http/switches.ts';
import type { JsonObject } from '../json.ts';
import { dropMember } from '../membership.ts';
import { canSee, needInGuild } from '../permissions.ts';
import { outranks } from '../ranks.ts';
import type { Guild } from '../world/model.ts';
import { channelWire, guildWire, memberWire, threadMemberWire } from '../world/wire.ts';
import { threadTypes } from '../world/world.ts';

interface ChannelPlace {
  readonly id: string;
  readonly position?: number | null;
  readonly parent_id?: string | null;
}

/** Body of "Modify Guild Channel Positions"; the specification inlines it. */
const placesSchema = array(
  object({
    id: SnowflakeTypeSchema,
    position: nullish(number()),
    lock_permissions: nullish(boolean()),
    parent_id: nullish(SnowflakeTypeSchema),
  }),
);

/** Guilds with their channels and members; roles have a file of their own. */
export function guildRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const guildFor = (call: Call): Guild => {
    const guild = world.guild(call.param('guildId'));
    if (!guild.members.has(call.actor.userId)) throw refuse.missingAccess();
    return guild;
  };

  routes.get('/guilds/:guildId', (call) => {
    const guild = guildFor(call);
    const counts = {
      approximate_member_count: guild.members.size,
      approximate_presence_count: guild.members.size,
    };
    return ok({ ...guildWire(guild), ...(isOn(call.query, 'with_counts') ? counts : {}) });
  });
  routes.patch<{ readonly name?: string | null }>(
    '/guilds/:guildId',
    { schema: GuildPatchRequestPartialSchema },
    (call) => {
      const guild = guildFor(call);
      needInGuild(guild, call.actor.userId, Bits.ManageGuild);
      guild.name = call.body.name ?? guild.name;
      core.hub.publish({
        name: 'GUILD_UPDATE',
        intents: GatewayIntentBits.Guilds,
        seenBy: (userId) => guild.members.has(userId),
        data: () => guildWire(guild),
      });
      return ok(guildWire(guild));
    },
  );
  routes.get('/guilds/:guildId/channels', (call) => {
    const guild = guildFor(call);
    const listed = world
      .channelsOf(guild.id)
      .filter((channel) => !threadTypes.has(channel.type))
      .filter((channel) => call.actor.isBot || canSee(world, call.actor.userId, channel));
    return ok(listed.map((channel) => channelWire(world, channel, call.actor.userId)));
  });
  routes.post<ChannelBody & { readonly name: string }>(
    '/guilds/:guildId/channels',
    { schema: CreateGuildChannelRequestSchema },
    (call) => {
      const guild = guildFor(call);
      needInGuild(guild, call.actor.userId, Bits.ManageChannels);
      return created(channelWire(world, createChannel(core, guild.id, call.body), call.actor.userId));
    },
  );
  routes.patch<readonly ChannelPlace[]>('/guilds/:guildId/channels', { schema: placesSchema }, (call) => {
    const guild = guildFor(call);
    needInGuild(guild, call.actor.userId, Bits.ManageChannels);
    const moved = call.body.map((place) => ({ place, channel: world.channel(place.id) }));
    for (const { channel } of moved) if (channel.guildId !== guild.id) throw refuse.unknownChannel();
    for (const { place, channel } of moved) {
      const { position, parent_id } = place;
      applyChannel(core, channel, { position, ...(parent_id === undefined ? {} : { parent_id }) });
      publishChannel(core, 'UPDATE', channel);
    }
    return noContent;
  });
  routes.get('/guilds/:guildId/threads/active', (call) => {
    const guild = guildFor(call);
    const { userId } = call.actor;
    const threads = world
      .channelsOf(guild.id)
      .filter((channel) => channel.thread?.archived === false && canSee(world, userId, channel));
    const own = threads.flatMap((thread): JsonObject[] => {
      const joined = thread.thread?.members.get(userId);
      return joined === undefined ? [] : [threadMemberWire(thread.id, userId, joined)];
    });
    return ok({
      threads: threads.map((thread) => channelWire(world, thread, userId)),
      members: own,
      has_more: false,
    });
  });

  routes.get('/guilds/:guildId/members', (call) => {
    const guild = guildFor(call);
    if (call.actor.isBot && !core.settings.privilegedIntents.has('GuildMembers'))
      throw refuse.missingAccess();
    const limit = limitOf(call.query.get('limit') ?? '1');
    checkQueryIds(call.query, ['after']);
    const after = BigInt(call.query.get('after') ?? 0);
    const sorted = [...guild.members.values()].toSorted((one, other) =>
      BigInt(one.userId) < BigInt(other.userId) ? -1 : 1,
    );
    const page = sorted.filter((member) => BigInt(member.userId) > after).slice(0, limit);
    return ok(page.map((member) => memberWire(world, member)));
  });
  routes.get('/guilds/:guildId/members/search', (call) => {
    const guild = guildFor(call);
    const query = (call.query.get('query') ?? '').toLowerCase();
    const found = [...guild.members.values()].filter((member) => {
      const user = world.user(member.userId);
      return [user.username, user.globalName, member.nick].some((name) =>
        name?.toLowerCase().startsWith(query),
      );
    });
    return ok(
      found.slice(0, limitOf(call.query.get('limit') ?? '1')).map((member) => memberWire(world, member)),
    );
  });
  routes.delete('/guilds/:guildId/members/:userId', (call) => {
    const guild = guildFor(call);
    needInGuild(guild, call.actor.userId, Bits.KickMembers);
    const { userId } = world.member(guild.id, call.param('userId'));
    if (!outranks(guild, call.actor.userId, userId)) throw refuse.missingPermissions();
    dropMember(core, guild, userId);
    return noContent;
  });
  routes.get('/guilds/:guildId/members/:userId', (call) => {
    const guild = guildFor(call);
    return ok(memberWire(world, world.member(guild.id, call.param('userId'))));
  });
}

/** `limit` of lists of up to 1,000. */
export function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit;
  throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 1000.');
}
