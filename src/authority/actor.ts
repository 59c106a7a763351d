/**
 * The permissions that matter here, by the names in Discord's documentation. In a thread, `SendMessages` means writing
 * there.
 */
export type Permission = 'ViewChannel' | 'SendMessages' | 'ManageMessages' | 'ManageGuild';

/** What a member may do in one place. Administrators and owners may do everything. */
export interface Held {
  has(permission: Permission): boolean;
}

/** A member who asks for something in a guild. Made at the edge, once per interaction. */
export interface Actor {
  readonly userId: string;
  readonly guildId: string;
  /** From roles alone, before channel overwrites. */
  readonly everywhere: Held;
  /** In a channel or thread of the guild; undefined if it's gone, unknown, or closed to them. */
  within(channelId: string): Held | undefined;
}
