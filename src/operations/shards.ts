/** Which of Discord's shards a process holds: `auto` is all that Discord recommends. */
export type Shards = 'auto' | { readonly ids: readonly number[]; readonly count: number };

/** `(guild_id >> 22) % num_shards`, as Discord documents it. */
export function shardOf(guildId: string, count: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(count));
}

/** Other processes hold the rest. */
export function arePartial(shards: Shards): shards is Exclude<Shards, 'auto'> {
  return shards !== 'auto' && shards.ids.length < shards.count;
}

/** Whether this process serves a server. What has none, such as direct messages, comes on shard 0. */
export function isOnShards(shards: Shards, guildId: string | undefined): boolean {
  if (!arePartial(shards)) return true;
  return shards.ids.includes(guildId === undefined ? 0 : shardOf(guildId, shards.count));
}

/** The name of a server's shard, the same in every process that ever holds it. With `auto`, there's one for all of them. */
export function shardName(shards: Shards, guildId: string): string {
  return shards === 'auto' ? wholeBot : nameOf(shardOf(guildId, shards.count), shards.count);
}

export function shardNames(shards: Shards): readonly string[] {
  return shards === 'auto' ? [wholeBot] : shards.ids.map((id) => nameOf(id, shards.count));
}

const wholeBot = 'bot';

function nameOf(id: number, count: number): string {
  return `shard ${id} of ${count}`;
}
