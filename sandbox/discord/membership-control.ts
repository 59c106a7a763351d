import type { Core } from './core.ts';
import { dropMember, inviteBot, removeGuild } from './membership.ts';
import { places } from './world/places.ts';

/** Changes the bot's place in guilds, and whether people accept its direct messages. */
export class MembershipControl {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Makes the bot a member of a guild that it's not in. */
  inviteBot(guildId: string): void {
    inviteBot(this.#core, guildId, places.botUserId);
  }

  kickBot(guildId: string): void {
    const guild = this.#core.world.guild(guildId);
    if (guild.members.has(places.botUserId)) dropMember(this.#core, guild, places.botUserId);
  }

  /** The guild is gone, with everything in it. */
  removeGuild(guildId: string): void {
    removeGuild(this.#core, guildId);
  }

  /** Closed: whatever the bot writes to that person is refused (50007). */
  directMessages(userId: string, open: boolean): void {
    const { closedToDirect } = this.#core.world;
    if (open) closedToDirect.delete(userId);
    else closedToDirect.add(userId);
  }
}
