import { GatewayIntentBits } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { memberWire } from '../world/wire.ts';
import type { Session } from './session.ts';

const membersSchema = z.object({
  guild_id: z.string(),
  query: z.string().optional(),
  limit: z.number().int().min(0).optional(),
  user_ids: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
  presences: z.boolean().optional(),
  nonce: z.string().max(32).optional(),
});

const chunkMembers = 1000;

/** Request Guild Members (op 8), answered in chunks of up to 1,000. False when the payload is not understood. */
export function answerMembers(core: Core, session: Session, payload: unknown): boolean {
  const parsed = membersSchema.safeParse(payload);
  if (!parsed.success) return false;
  const { guild_id: guildId, query, limit = 0, user_ids: userIds, nonce } = parsed.data;
  const guild = core.world.guilds.get(guildId);
  if (!guild?.members.has(session.userId)) return true;
  const wanted = typeof userIds === 'string' ? [userIds] : userIds;
  const everybody = wanted === undefined && (query === undefined || query === '') && limit === 0;
  if (everybody && session.isBot && (session.intents & GatewayIntentBits.GuildMembers) === 0) return true;
  const found = [...guild.members.values()].filter((member) => {
    if (wanted) return wanted.includes(member.userId);
    return core.world.user(member.userId).username.startsWith((query ?? '').toLowerCase());
  });
  const members = limit > 0 ? found.slice(0, limit) : found;
  const chunks = Math.max(1, Math.ceil(members.length / chunkMembers));
  for (let index = 0; index < chunks; index += 1) {
    session.dispatch('GUILD_MEMBERS_CHUNK', {
      guild_id: guildId,
      members: members
        .slice(index * chunkMembers, (index + 1) * chunkMembers)
        .map((member) => memberWire(core.world, member)),
      chunk_index: index,
      chunk_count: chunks,
      not_found: (wanted ?? []).filter((id) => !guild.members.has(id)),
      ...(nonce === undefined ? {} : { nonce }),
    });
  }
  return true;
}
