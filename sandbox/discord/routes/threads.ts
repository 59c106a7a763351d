import {
  CreateForumThreadRequestSchema,
  CreateTextThreadWithMessageRequestSchema,
  CreateTextThreadWithoutMessageRequestSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { createThread, join, leave, type ThreadBody } from '../channels/threads.ts';
import { refuse } from '../errors.ts';
import { type Call, created, noContent, ok, type Routes } from '../http/routes.ts';
import { isOn } from '../http/switches.ts';
import { compose, type MessageBody } from '../messages/compose.ts';
import { post, publishMessage } from '../messages/post.ts';
import { messageWire } from '../messages/wire.ts';
import { needIn } from '../permissions.ts';
import { checkBody } from '../validate.ts';
import type { Channel } from '../world/model.ts';
import { channelWire, memberWire, threadMemberWire } from '../world/wire.ts';

/** The thread types that a channel can have; only text, announcement and forum channels have any. */
function threadsIn(type: ChannelType): readonly ChannelType[] {
  if (type === ChannelType.GuildAnnouncement) return [ChannelType.AnnouncementThread];
  return type === ChannelType.GuildText ? [ChannelType.PublicThread, ChannelType.PrivateThread] : [];
}

type StartBody = ThreadBody & { readonly message?: MessageBody };

/** Threads: started from a message, without one, as a forum post; their members. */
/** A voice channel's chat has none, and neither has a thread. */
const withThreads: ReadonlySet<ChannelType> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement]);

export function threadRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const place = (call: Call, bits = Bits.ViewChannel): Channel => {
    const channel = world.channel(call.param('channelId'));
    needIn(world, call.actor.userId, channel, bits);
    return channel;
  };
  const threadOf = (call: Call): Channel => {
    const channel = place(call);
    if (!channel.thread) throw refuse.wrongChannelType();
    return channel;
  };

  routes.post<ThreadBody>(
    '/channels/:channelId/messages/:messageId/threads',
    { schema: CreateTextThreadWithMessageRequestSchema },
    (call) => {
      const channel = place(call, Bits.CreatePublicThreads);
      if (!withThreads.has(channel.type)) throw refuse.wrongChannelType();
      const message = world.findMessage(channel.id, call.param('messageId'));
      if (!message || message.audience !== undefined) throw refuse.unknownMessage();
      if (message.threadId !== undefined) throw refuse.threadExists();
      const thread = createThread(core, channel, call.actor.userId, call.body, message.id);
      message.threadId = thread.id;
      message.flags |= 32;
      publishMessage(core, 'MESSAGE_UPDATE', message);
      return created(channelWire(world, thread, call.actor.userId));
    },
  );

  routes.post<StartBody>('/channels/:channelId/threads', {}, (call) => {
    const channel = place(call);
    const { userId } = call.actor;
    if (channel.type === ChannelType.GuildForum) return created(forumPost(channel, call));
    checkBody(CreateTextThreadWithoutMessageRequestSchema, call.body, call.odd);
    if (!withThreads.has(channel.type)) throw refuse.wrongChannelType();
    const type = call.body.type ?? ChannelType.PrivateThread;
    if (!threadsIn(channel.type).includes(type)) throw refuse.wrongChannelType();
    needIn(
      world,
      userId,
      channel,
      type === ChannelType.PrivateThread ? Bits.CreatePrivateThreads : Bits.CreatePublicThreads,
    );
    return created(channelWire(world, createThread(core, channel, userId, { ...call.body, type }), userId));
  });

  routes.get('/channels/:channelId/thread-members', (call) => {
    const thread = threadOf(call);
    return ok([...(thread.thread?.members ?? [])].map(([id, at]) => memberOf(call, thread, id, at)));
  });
  routes.get('/channels/:channelId/thread-members/:userId', (call) => {
    const thread = threadOf(call);
    const id = call.param('userId') === '@me' ? call.actor.userId : call.param('userId');
    const at = thread.thread?.members.get(id);
    if (at === undefined) throw refuse.unknownMember();
    return ok(memberOf(call, thread, id, at));
  });
  const enter = (call: Call) => {
    const thread = threadOf(call);
    if (thread.thread?.archived) throw refuse.archivedThread();
    const id =
      call.param('userId') === '@me'
        ? call.actor.userId
        : world.member(thread.guildId ?? '', call.param('userId')).userId;
    if (id !== call.actor.userId) needIn(world, call.actor.userId, thread, Bits.SendMessages);
    join(core, thread, id);
    return noContent;
  };
  routes.put('/channels/:channelId/thread-members/:userId', {}, enter);
  // Not documented, but discord.py joins like this.
  routes.post('/channels/:channelId/thread-members/:userId', {}, enter);
  routes.delete('/channels/:channelId/thread-members/:userId', (call) => {
    const thread = threadOf(call);
    const id = call.param('userId') === '@me' ? call.actor.userId : call.param('userId');
    if (id !== call.actor.userId) needIn(world, call.actor.userId, thread, Bits.ManageThreads);
    leave(core, thread, id);
    return noContent;
  });
  function memberOf({ query }: Call, thread: Channel, id: string, at: string) {
    const wire = threadMemberWire(thread.id, id, at);
    if (!isOn(query, 'with_member')) return wire;
    return { ...wire, member: memberWire(world, world.member(thread.guildId ?? '', id)) };
  }

  /** A forum post is a thread whose first message has the thread's id. */
  function forumPost(channel: Channel, call: Call<StartBody>) {
    const { body, actor, uploads } = call;
    checkBody(CreateForumThreadRequestSchema, body, call.odd);
    needIn(world, actor.userId, channel, Bits.SendMessages);
    const composed = compose(core, {
      body: body.message ?? {},
      uploads,
      channel,
      authorId: actor.userId,
      origin: 'channel',
    });
    const thread = createThread(core, channel, actor.userId, { ...body, type: ChannelType.PublicThread });
    const message = post(core, thread.id, actor.userId, composed, { id: thread.id });
    return { ...channelWire(world, thread, actor.userId), message: messageWire(core, message) };
  }
}
