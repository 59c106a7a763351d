/** The permissions that decide anything here, by the names of Discord's documentation. `SendMessages`: in a thread, writing there. */
export type Permission = 'ViewChannel' | 'SendMessages' | 'ManageMessages' | 'ManageGuild';

/** What a member may do in one place. Administrators and owners may do everything. */
export interface Held {
  has(permission: Permission): boolean;
}

/** A member who asks for something in a guild. Made once for each interaction, at the edge. */
export interface Actor {
  readonly userId: string;
  readonly guildId: string;
  /** From roles alone, before any channel has its say. */
  readonly everywhere: Held;
  /** In one channel or thread of the guild; undefined for one that is gone, unknown, or closed to them. */
  within(channelId: string): Held | undefined;
}
