import { GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from './core.ts';
import type { JsonObject } from './json.ts';
import type { Guild, Member } from './world/model.ts';
import { memberWire } from './world/wire.ts';

/** GUILD_MEMBER_UPDATE; bots without the members intent hear only of themselves. */
export function publishMember(core: Core, guild: Guild, member: Member): void {
  const data = (): JsonObject => ({ guild_id: guild.id, ...memberWire(core.world, member) });
  core.hub.publish({
    name: 'GUILD_MEMBER_UPDATE',
    intents: GatewayIntentBits.GuildMembers,
    seenBy: (userId) => guild.members.has(userId) && userId !== member.userId,
    data,
  });
  core.hub.tell(member.userId, 'GUILD_MEMBER_UPDATE', data());
}
