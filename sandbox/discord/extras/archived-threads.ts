import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { invalidForm } from '../errors.ts';
import { checkQueryIds } from '../http/ids.ts';
import { type Call, ok, type Routes } from '../http/routes.ts';
import { needIn } from '../permissions.ts';
import type { Channel } from '../world/model.ts';
import { channelWire, threadMemberWire } from '../world/wire.ts';

/** The archived threads of a channel: public ones, private ones for moderators, and private ones that the user joined. */
export function archivedThreadRoutes(routes: Routes): void {
  const { world } = routes.core;
  const threadsOf = (call: Call, bits: bigint, isPrivate: boolean): readonly Channel[] => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, bits);
    return [...world.channels.values()].filter(
      ({ parentId, type, thread }) =>
        parentId === channel.id && thread?.archived && (type === ChannelType.PrivateThread) === isPrivate,
    );
  };
  const page = (
    { actor, query }: Call,
    threads: readonly Channel[],
    before: (thread: Channel) => boolean,
  ) => {
    const limit = Number(query.get('limit') ?? 50);
    if (!Number.isInteger(limit) || limit < 2 || limit > 100)
      throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 2 and 100.');
    const left = threads.filter(before);
    const shown = left.slice(0, limit);
    const { userId } = actor;
    return ok({
      threads: shown.map((thread) => channelWire(world, thread, userId)),
      members: shown.flatMap(({ id, thread }) => {
        const joined = thread?.members.get(userId);
        return joined === undefined ? [] : [threadMemberWire(id, userId, joined)];
      }),
      has_more: left.length > shown.length,
    });
  };
  const lastArchivedFirst = (call: Call, threads: readonly Channel[]) => {
    const before = Date.parse(call.query.get('before') ?? '');
    return page(
      call,
      threads.toSorted((one, other) => archivedAt(other) - archivedAt(one)),
      (thread) => Number.isNaN(before) || archivedAt(thread) < before,
    );
  };

  const archived = '/channels/:channelId/threads/archived';
  routes.get(`${archived}/public`, (call) =>
    lastArchivedFirst(call, threadsOf(call, Bits.ReadMessageHistory, false)),
  );
  routes.get(`${archived}/private`, (call) =>
    lastArchivedFirst(call, threadsOf(call, Bits.ReadMessageHistory | Bits.ManageThreads, true)),
  );
  routes.get('/channels/:channelId/users/@me/threads/archived/private', (call) => {
    checkQueryIds(call.query, ['before']);
    const before = call.query.get('before');
    const joined = threadsOf(call, Bits.ReadMessageHistory, true).filter(({ thread }) =>
      thread?.members.has(call.actor.userId),
    );
    return page(
      call,
      joined.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1)),
      ({ id }) => before === null || BigInt(id) < BigInt(before),
    );
  });
}

function archivedAt({ thread }: Channel): number {
  return Date.parse(thread?.archiveChangedAt ?? '');
}
