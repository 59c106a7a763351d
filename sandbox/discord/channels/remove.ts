import type { Core } from '../core.ts';
import { hearsOf } from '../permissions.ts';
import { publishChannel } from './events.ts';

/** Deletes a channel with its threads and tells everybody who saw them. */
export function dropChannel(core: Core, id: string): void {
  const { world } = core;
  const channel = world.channel(id);
  const saw = new Set([...world.users.keys()].filter((userId) => hearsOf(world, userId, channel)));
  core.voice.channelGone(id);
  for (const gone of world.removeChannel(id).toReversed())
    publishChannel(core, 'DELETE', gone, (userId) => saw.has(userId));
}
