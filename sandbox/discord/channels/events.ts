import { GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import type { JsonObject } from '../json.ts';
import { canSee, hearsOf } from '../permissions.ts';
import type { Channel } from '../world/model.ts';
import { channelWire } from '../world/wire.ts';
import { threadTypes } from '../world/world.ts';

type Change = 'CREATE' | 'UPDATE' | 'DELETE';

/** CHANNEL_* or THREAD_*, to those who see the channel (for DELETE: who saw it, given as `seenBy`). */
export function publishChannel(
  core: Core,
  change: Change,
  channel: Channel,
  seenBy = (userId: string): boolean => hearsOf(core.world, userId, channel),
): void {
  const isThread = threadTypes.has(channel.type);
  core.hub.publish({
    name: `${isThread ? 'THREAD' : 'CHANNEL'}_${change}`,
    intents: GatewayIntentBits.Guilds,
    seenBy,
    data: (viewer): JsonObject => {
      const wire = channelWire(core.world, channel, viewer.userId);
      if (!isThread || change === 'UPDATE') return wire;
      if (change === 'CREATE') return { ...wire, newly_created: true };
      return { id: channel.id, guild_id: channel.guildId, parent_id: channel.parentId, type: channel.type };
    },
  });
}

/**
 * Changes a channel's visibility by `change` and tells each person what that person's client must know: who loses
 * sight gets CHANNEL_DELETE, who gains it CHANNEL_CREATE, everybody else CHANNEL_UPDATE. Bots get CHANNEL_UPDATE.
 */
export function publishVisibility(core: Core, channel: Channel, change: () => void): void {
  const users = [...core.world.users.keys()];
  const before = new Set(users.filter((id) => canSee(core.world, id, channel)));
  change();
  const after = new Set(users.filter((id) => canSee(core.world, id, channel)));
  const isBot = (id: string): boolean => core.world.users.get(id)?.bot === true;
  publishChannel(core, 'UPDATE', channel, (id) =>
    isBot(id) ? hearsOf(core.world, id, channel) : before.has(id) && after.has(id),
  );
  publishChannel(core, 'DELETE', channel, (id) => !isBot(id) && before.has(id) && !after.has(id));
  publishChannel(core, 'CREATE', channel, (id) => !isBot(id) && after.has(id) && !before.has(id));
}
