import { ApplicationFlags, GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import type { JsonObject } from '../json.ts';
import type { Guild } from '../world/model.ts';
import { places } from '../world/places.ts';
import { channelWire, fullGuildWire, userWire } from '../world/wire.ts';
import type { Session } from './session.ts';
import { isOnShardOf } from './shards.ts';

/** READY and, for the bot, the GUILD_CREATE of each guild on its shard. */
export function greet(core: Core, session: Session): void {
  const { world } = core;
  const guilds = [...world.guilds.values()].filter(
    (guild) => guild.members.has(session.userId) && isOnShardOf(session, guild.id),
  );
  const shared = {
    v: 10,
    user: { ...userWire(world.user(session.userId)), mfa_enabled: false, verified: true, email: null },
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: core.addresses.gateway,
    relationships: [],
    presences: [],
    guild_join_requests: [],
    user_settings: {},
    geo_ordered_rtc_regions: [],
    _trace: [],
  };
  if (!session.isBot) {
    session.dispatch('READY', { ...shared, ...personState(core, session.userId, guilds) });
    return;
  }
  session.dispatch('READY', {
    ...shared,
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    private_channels: [],
    shard: session.shard,
    application: { id: places.applicationId, flags: applicationFlags(core) },
  });
  if ((session.intents & GatewayIntentBits.Guilds) === 0) return;
  for (const guild of guilds) session.dispatch('GUILD_CREATE', guildCreateData(core, session, guild));
}

/** A guild for a bot, with what its intents let it see. */
export function guildCreateData(core: Core, { userId, intents }: Session, guild: Guild): JsonObject {
  const seesVoice = (intents & GatewayIntentBits.GuildVoiceStates) !== 0;
  const members = (intents & GatewayIntentBits.GuildMembers) === 0 ? 'own' : 'all';
  const voice = seesVoice ? core.voice.wires(guild.id, userId) : [];
  return fullGuildWire(core.world, guild, userId, members, voice);
}

function personState(core: Core, userId: string, guilds: readonly Guild[]): JsonObject {
  const { world } = core;
  const direct = [...world.channels.values()].filter((channel) => channel.recipients?.includes(userId));
  return {
    guilds: guilds.map((guild) =>
      fullGuildWire(world, guild, userId, 'all', core.voice.wires(guild.id, userId)),
    ),
    private_channels: direct.map((channel) => channelWire(world, channel, userId)),
    users: [...world.users.values()].map(userWire),
  };
}

export function applicationFlags(core: Core): number {
  const granted = core.settings.privilegedIntents;
  return (
    ApplicationFlags.ApplicationCommandBadge |
    (granted.has('MessageContent') ? ApplicationFlags.GatewayMessageContentLimited : 0) |
    (granted.has('GuildMembers') ? ApplicationFlags.GatewayGuildMembersLimited : 0) |
    (granted.has('GuildPresences') ? ApplicationFlags.GatewayPresenceLimited : 0)
  );
}
