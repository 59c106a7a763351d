import { type APIAllowedMentions, PermissionFlagsBits } from 'discord-api-types/v10';
import { FormErrors } from '../errors.ts';
import { canSee, has, permissionsIn } from '../permissions.ts';
import type { Channel, Mentions, Message } from '../world/model.ts';
import type { World } from '../world/world.ts';

/** How a message comes into a channel. */
export type Origin = 'channel' | 'interaction' | 'webhook';

export interface MentionSource {
  readonly text: string;
  readonly allowed: APIAllowedMentions | null | undefined;
  readonly authorId: string;
  readonly channel: Channel;
  /** By default, answers to interactions only ping users; everything else pings whatever it may. */
  readonly origin: Origin;
  readonly repliesTo?: Message | undefined;
}

/** The contradictions that Discord refuses in `allowed_mentions`. */
export function checkAllowedMentions(allowed: APIAllowedMentions | null | undefined): void {
  const errors = new FormErrors();
  for (const kind of ['users', 'roles'] as const) {
    if (allowed?.parse?.some((type) => type === kind) && (allowed[kind]?.length ?? 0) > 0)
      errors.add(
        ['allowed_mentions'],
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
  }
  errors.throwIfAny();
}

/** Who a text mentions, after `allowed_mentions` and the author's permissions. */
export function mentionsOf(world: World, source: MentionSource): Mentions {
  const { text, allowed, channel, authorId } = source;
  const guild = channel.guildId === null ? undefined : world.guilds.get(channel.guildId);
  const parse = allowed
    ? (allowed.parse ?? []).map(String)
    : source.origin === 'interaction'
      ? ['users']
      : ['users', 'roles', 'everyone'];
  const mayAll =
    source.origin === 'webhook' ||
    has(permissionsIn(world, authorId, channel), PermissionFlagsBits.MentionEveryone);
  const listed = (kind: 'users' | 'roles', id: string): boolean =>
    parse.includes(kind) || (allowed?.[kind]?.includes(id) ?? false);
  const users = idsIn(text, /<@!?(\d+)>/g).filter((id) => world.users.has(id) && listed('users', id));
  const roles = idsIn(text, /<@&(\d+)>/g).filter((id) => {
    const role = guild?.roles.get(id);
    return role !== undefined && (role.mentionable || mayAll) && listed('roles', id);
  });
  const replied = source.repliesTo?.authorId;
  const repliedPings = allowed ? allowed.replied_user === true : true;
  return {
    users: [...new Set(replied !== undefined && repliedPings ? [replied, ...users] : users)],
    roles,
    everyone: parse.includes('everyone') && mayAll && /@(everyone|here)\b/.test(text) && guild !== undefined,
  };
}

function idsIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

/** The people who get a notification: nobody for silent messages, never the author, only those who see the channel. */
export function pingedBy(world: World, message: Message): readonly string[] {
  const channel = world.channels.get(message.channelId);
  const silent = (message.flags & 4096) !== 0;
  if (!channel || silent) return [];
  const guild = message.guildId === null ? undefined : world.guilds.get(message.guildId);
  const byRole = [...(guild?.members.values() ?? [])]
    .filter(
      (member) => message.mentions.everyone || member.roles.some((id) => message.mentions.roles.includes(id)),
    )
    .map((member) => member.userId);
  return [...new Set([...message.mentions.users, ...byRole])].filter(
    (id) =>
      id !== message.authorId &&
      canSee(world, id, channel) &&
      (message.audience === undefined || message.audience === id),
  );
}
