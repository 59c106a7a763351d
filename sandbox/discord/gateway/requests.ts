import { GatewayIntentBits } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { canSee } from '../permissions.ts';
import { voiceTypes } from '../voice/states/join-rules.ts';
import { memberWire } from '../world/wire.ts';
import type { Session } from './session.ts';
import { guildFor } from './shards.ts';

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
  const guild = guildFor(core.world, session, guildId);
  if (!guild) return true;
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

const soundsSchema = z.object({ guild_ids: z.array(z.string()) });

/** Request Soundboard Sounds (op 31): no guild here has any. False when the payload is not understood. */
export function answerSounds(core: Core, session: Session, payload: unknown): boolean {
  const parsed = soundsSchema.safeParse(payload);
  if (!parsed.success) return false;
  for (const id of parsed.data.guild_ids)
    if (guildFor(core.world, session, id))
      session.dispatch('SOUNDBOARD_SOUNDS', { guild_id: id, soundboard_sounds: [] });
  return true;
}

const channelInfoSchema = z.object({ guild_id: z.string(), fields: z.array(z.string()) });

/**
 * Request Channel Info (op 43, since April 2026): of the voice channels that the session sees, what it asked for. When a
 * call began isn't kept here. False when the payload is not understood.
 */
export function answerChannelInfo(core: Core, session: Session, payload: unknown): boolean {
  const parsed = channelInfoSchema.safeParse(payload);
  if (!parsed.success) return false;
  const { guild_id: guildId, fields } = parsed.data;
  if (!guildFor(core.world, session, guildId)) return true;
  const seen = [...core.world.channels.values()].filter(
    (channel) =>
      channel.guildId === guildId &&
      voiceTypes.has(channel.type) &&
      canSee(core.world, session.userId, channel),
  );
  session.dispatch('CHANNEL_INFO', {
    guild_id: guildId,
    channels: seen.map(({ id, voiceStatus }) => ({
      id,
      ...(fields.includes('status') ? { status: voiceStatus } : {}),
    })),
  });
  return true;
}
