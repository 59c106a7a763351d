import type { Guild } from '../world/model.ts';
import type { World } from '../world/world.ts';
import type { Session } from './session.ts';

/** `(guild_id >> 22) % num_shards`, as documented. */
export function shardOf(guildId: string, shards: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}

/** Whether a session hears of a guild. People's clients aren't sharded. */
export function isOnShardOf({ isBot, shard: [shard, shards] }: Session, guildId: string): boolean {
  return !isBot || shards === 1 || shardOf(guildId, shards) === shard;
}

/** A guild that a session may ask about: it's a member, and the guild is on its shard. */
export function guildFor(world: World, session: Session, guildId: string): Guild | undefined {
  const guild = world.guilds.get(guildId);
  return guild?.members.has(session.userId) && isOnShardOf(session, guildId) ? guild : undefined;
}

/** A bot's own account belongs to no guild: each of its sessions is told. */
const everyShards: readonly string[] = ['USER_UPDATE'];
/** These name their guild by `id`. */
const aboutGuilds: readonly string[] = ['GUILD_CREATE', 'GUILD_UPDATE', 'GUILD_DELETE'];

/** An event of a guild goes to its shard only; what has no guild, such as a direct message, goes to shard 0. */
export function isForShard(session: Session, name: string, data: unknown): boolean {
  if (!session.isBot || session.shard[1] === 1 || everyShards.includes(name)) return true;
  const { id, guild_id: guildId } = Object(data) as { readonly id?: unknown; readonly guild_id?: unknown };
  const guild = aboutGuilds.includes(name) ? id : guildId;
  return typeof guild === 'string' ? isOnShardOf(session, guild) : session.shard[0] === 0;
}
