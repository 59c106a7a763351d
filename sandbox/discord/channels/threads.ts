import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import type { JsonObject } from '../json.ts';
import { canSee } from '../permissions.ts';
import { emptyChannel } from '../world/empty-channel.ts';
import type { Channel, ThreadState } from '../world/model.ts';
import { memberWire, threadMemberWire } from '../world/wire.ts';
import { trimmedName } from './create.ts';
import { publishChannel } from './events.ts';

export interface ThreadBody {
  readonly name: string;
  readonly auto_archive_duration?: number | null;
  readonly rate_limit_per_user?: number | null;
  readonly type?: ChannelType | null;
  readonly invitable?: boolean | null;
  readonly applied_tags?: readonly string[] | null;
}

/** Creates a thread with its owner in it and announces it. A thread from a message has that message's id. */
export function createThread(
  core: Core,
  parent: Channel,
  ownerId: string,
  body: ThreadBody,
  id = core.world.newId(),
): Channel {
  const type =
    body.type ??
    (parent.type === ChannelType.GuildAnnouncement
      ? ChannelType.AnnouncementThread
      : ChannelType.PublicThread);
  const now = core.world.isoNow();
  const thread: Channel & { readonly thread: ThreadState } = {
    ...emptyChannel(id, type, trimmedName(body.name), parent.guildId),
    parentId: parent.id,
    slowmodeSeconds: body.rate_limit_per_user ?? 0,
    thread: {
      ownerId,
      createdAt: now,
      // A webhook can open posts, but it isn't a member.
      members: new Map(core.world.users.has(ownerId) ? [[ownerId, now]] : []),
      archived: false,
      locked: false,
      invitable: body.invitable ?? true,
      archiveChangedAt: now,
      autoArchiveMinutes: body.auto_archive_duration ?? 1440,
      appliedTags: [...(body.applied_tags ?? [])],
    },
  };
  core.world.channels.set(id, thread);
  publishChannel(core, 'CREATE', thread);
  return thread;
}

/** A message in an archived thread opens it again. */
export function unarchive(core: Core, channel: Channel): void {
  if (!channel.thread?.archived) return;
  channel.thread.archived = false;
  channel.thread.archiveChangedAt = core.world.isoNow();
  publishChannel(core, 'UPDATE', channel);
}

export function join(core: Core, thread: Channel, userId: string): void {
  const members = thread.thread?.members;
  if (!members || members.has(userId)) return;
  members.set(userId, core.world.isoNow());
  publishMembers(core, thread, [userId], []);
}

export function leave(core: Core, thread: Channel, userId: string): void {
  if (thread.thread?.members.delete(userId)) publishMembers(core, thread, [], [userId]);
}

function publishMembers(
  core: Core,
  thread: Channel,
  added: readonly string[],
  removed: readonly string[],
): void {
  core.hub.publish({
    name: 'THREAD_MEMBERS_UPDATE',
    intents: GatewayIntentBits.Guilds | GatewayIntentBits.GuildMembers,
    seenBy: (userId) => canSee(core.world, userId, thread),
    data: (): JsonObject => ({
      id: thread.id,
      guild_id: thread.guildId,
      member_count: thread.thread?.members.size ?? 0,
      added_members: added.map((id) => ({
        ...threadMemberWire(thread.id, id, thread.thread?.members.get(id) ?? ''),
        member: memberWire(core.world, core.world.member(thread.guildId ?? '', id)),
        presence: null,
      })),
      removed_member_ids: removed,
    }),
  });
}
