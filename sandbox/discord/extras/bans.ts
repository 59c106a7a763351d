import { BanUserFromGuildRequestSchema, BulkBanUsersRequestSchema } from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import { refuse } from '../errors.ts';
import { checkQueryIds } from '../http/ids.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import { dropMember } from '../membership.ts';
import { remove } from '../messages/post.ts';
import { needInGuild } from '../permissions.ts';
import { outranks } from '../ranks.ts';
import { limitOf } from '../routes/guilds.ts';
import type { Guild } from '../world/model.ts';
import { userWire } from '../world/wire.ts';

interface BanBody {
  readonly delete_message_seconds?: number | null;
  readonly delete_message_days?: number | null;
}

/** Members banned from a guild. */
export function banRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const guildOf = (call: Call, bits = Bits.BanMembers): Guild => {
    const guild = world.guild(call.param('guildId'));
    needInGuild(guild, call.actor.userId, bits);
    return guild;
  };
  const show = (userId: string, reason: string | null) => ({ reason, user: userWire(world.user(userId)) });
  const at = '/guilds/:guildId/bans';

  routes.get(at, (call) => {
    const guild = guildOf(call);
    checkQueryIds(call.query, ['before', 'after']);
    const limit = limitOf(call.query.get('limit') ?? '1000');
    const before = call.query.get('before');
    const after = call.query.get('after');
    const listed = [...guild.bans]
      .filter(([id]) => before === null || BigInt(id) < BigInt(before))
      .filter(([id]) => before !== null || after === null || BigInt(id) > BigInt(after))
      .toSorted(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1));
    const page = before === null ? listed.slice(0, limit) : listed.slice(-limit);
    return ok(page.map(([id, reason]) => show(id, reason)));
  });
  routes.get(`${at}/:userId`, (call) => {
    const userId = call.param('userId');
    const reason = guildOf(call).bans.get(userId);
    if (reason === undefined) throw refuse.unknownBan();
    return ok(show(userId, reason));
  });
  routes.put<BanBody>(`${at}/:userId`, { schema: BanUserFromGuildRequestSchema }, (call) => {
    const guild = guildOf(call);
    const { id } = world.user(call.param('userId'));
    if (!mayBan(guild, call, id)) throw refuse.missingPermissions();
    ban(guild, call, id);
    return noContent;
  });
  routes.delete(`${at}/:userId`, (call) => {
    const guild = guildOf(call);
    const userId = call.param('userId');
    if (!guild.bans.delete(userId)) throw refuse.unknownBan();
    publish(guild, 'GUILD_BAN_REMOVE', userId);
    return noContent;
  });
  routes.post<BanBody & { readonly user_ids: readonly string[] }>(
    '/guilds/:guildId/bulk-ban',
    { schema: BulkBanUsersRequestSchema },
    (call) => {
      const guild = guildOf(call, Bits.BanMembers | Bits.ManageGuild);
      const ids = [...new Set(call.body.user_ids)];
      const banned = ids.filter(
        (id) => world.users.has(id) && !guild.bans.has(id) && mayBan(guild, call, id),
      );
      if (banned.length === 0) throw refuse.nobodyBanned();
      for (const id of banned) ban(guild, call, id);
      return ok({ banned_users: banned, failed_users: ids.filter((id) => !banned.includes(id)) });
    },
  );

  function mayBan(guild: Guild, { actor }: Call, userId: string): boolean {
    return !guild.members.has(userId) || outranks(guild, actor.userId, userId);
  }

  function ban(guild: Guild, { headers, body }: Call<BanBody>, userId: string): void {
    if (guild.bans.has(userId)) return;
    const reason = headers['x-audit-log-reason'];
    guild.bans.set(userId, typeof reason === 'string' ? decodeURIComponent(reason) : null);
    const seconds = body.delete_message_seconds ?? (body.delete_message_days ?? 0) * 86_400;
    for (const channel of world.channelsOf(guild.id))
      for (const message of world.messagesOf(channel.id))
        if (message.authorId === userId && core.now() - Date.parse(message.timestamp) <= seconds * 1000)
          remove(core, message);
    if (guild.members.has(userId)) dropMember(core, guild, userId);
    publish(guild, 'GUILD_BAN_ADD', userId);
  }

  function publish(guild: Guild, name: string, userId: string): void {
    core.hub.publish({
      name,
      intents: GatewayIntentBits.GuildModeration,
      seenBy: (viewer) => guild.members.has(viewer),
      data: () => ({ guild_id: guild.id, user: userWire(world.user(userId)) }),
    });
  }
}
