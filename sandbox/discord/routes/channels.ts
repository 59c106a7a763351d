import {
  UpdateGuildChannelRequestPartialSchema,
  UpdateThreadRequestPartialSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { nullish, number, object, string, union } from 'zod/mini';
import type { ChannelBody, OverwriteBody } from '../channels/channel-body.ts';
import { applyChannel, overwriteOf, trimmedName } from '../channels/create.ts';
import { publishChannel, publishVisibility } from '../channels/events.ts';
import { dropChannel } from '../channels/remove.ts';
import { refuse } from '../errors.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import { needIn } from '../permissions.ts';
import { needToOverwrite } from '../ranks.ts';
import { checkBody } from '../validate.ts';
import type { Channel } from '../world/model.ts';
import { channelWire } from '../world/wire.ts';

interface ThreadChanges {
  readonly name?: string | null;
  readonly archived?: boolean | null;
  readonly locked?: boolean | null;
  readonly invitable?: boolean | null;
  readonly auto_archive_duration?: number | null;
  readonly rate_limit_per_user?: number | null;
  readonly applied_tags?: readonly string[] | null;
}

/** Body of "Edit Channel Permissions"; the specification inlines it, so it has no schema to import. */
const overwriteSchema = object({
  type: nullish(number()),
  allow: nullish(union([number(), string()])),
  deny: nullish(union([number(), string()])),
});

/** Channels: read, edit, delete, permission overwrites. */
export function channelRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const visible = (call: Call, bits = Bits.ViewChannel): Channel => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, bits);
    return channel;
  };

  routes.get('/channels/:channelId', (call) => ok(channelWire(world, visible(call), call.actor.userId)));

  routes.patch<ChannelBody & ThreadChanges>('/channels/:channelId', {}, (call) => {
    const channel = visible(call);
    if (channel.guildId === null) throw refuse.dmOnly();
    checkBody(
      channel.thread ? UpdateThreadRequestPartialSchema : UpdateGuildChannelRequestPartialSchema,
      call.body,
      call.odd,
    );
    if (channel.thread) editThread(channel, call);
    else {
      needIn(world, call.actor.userId, channel, Bits.ManageChannels);
      const { permission_overwrites: overwrites } = call.body;
      if (overwrites) needIn(world, call.actor.userId, channel, Bits.ManageRoles);
      for (const overwrite of overwrites ?? [])
        needToOverwrite(world, call.actor.userId, channel, overwriteOf(overwrite));
      publishVisibility(core, channel, () => applyChannel(core, channel, call.body));
    }
    return ok(channelWire(world, channel, call.actor.userId));
  });

  routes.delete('/channels/:channelId', (call) => {
    const channel = visible(call);
    if (channel.recipients) return ok(channelWire(world, channel, call.actor.userId));
    needIn(world, call.actor.userId, channel, channel.thread ? Bits.ManageThreads : Bits.ManageChannels);
    const wire = channelWire(world, channel, call.actor.userId);
    dropChannel(core, channel.id);
    return ok(wire);
  });

  routes.put<Omit<OverwriteBody, 'id'>>(
    '/channels/:channelId/permissions/:overwriteId',
    { schema: overwriteSchema },
    (call) => {
      const channel = visible(call, Bits.ManageRoles);
      const overwrite = overwriteOf({ ...call.body, id: call.param('overwriteId') });
      needToOverwrite(world, call.actor.userId, channel, overwrite);
      publishVisibility(core, channel, () => channel.overwrites.set(overwrite.id, overwrite));
      return noContent;
    },
  );

  routes.delete('/channels/:channelId/permissions/:overwriteId', (call) => {
    const channel = visible(call, Bits.ManageRoles);
    const id = call.param('overwriteId');
    if (!channel.overwrites.has(id)) throw refuse.unknownOverwrite();
    needToOverwrite(world, call.actor.userId, channel, { id, allow: 0n, deny: 0n });
    publishVisibility(core, channel, () => channel.overwrites.delete(id));
    return noContent;
  });

  function editThread(channel: Channel, call: Call<ThreadChanges>): void {
    const { thread } = channel;
    if (!thread) return;
    const { body, actor } = call;
    const owns = thread.ownerId === actor.userId && body.locked === undefined;
    if (!owns) needIn(world, actor.userId, channel, Bits.ManageThreads);
    if (thread.archived && body.archived !== false) throw refuse.archivedThread();
    channel.name = trimmedName(body.name ?? channel.name);
    channel.slowmodeSeconds = body.rate_limit_per_user ?? channel.slowmodeSeconds;
    if (typeof body.archived === 'boolean' && body.archived !== thread.archived)
      thread.archiveChangedAt = world.isoNow();
    thread.archived = body.archived ?? thread.archived;
    thread.locked = body.locked ?? thread.locked;
    thread.invitable = body.invitable ?? thread.invitable;
    thread.autoArchiveMinutes = body.auto_archive_duration ?? thread.autoArchiveMinutes;
    thread.appliedTags = [...(body.applied_tags ?? thread.appliedTags)];
    publishChannel(core, 'UPDATE', channel);
  }
}
