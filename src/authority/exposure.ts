/** What some people (a role or one person) may see of a channel, and of another one in the guild. */
export interface Standing {
  readonly sees: boolean;
  readonly seesOther: boolean;
  /**
   * The other channel is denied to them by name, and this one isn't. Whatever their roles, they may not see the other
   * one.
   */
  readonly deniedOther: boolean;
}

/** Whether people could see content of the other channel here although it's hidden from them. In doubt, yes. */
export function isExposed(standings: readonly Standing[]): boolean {
  return standings.some(({ sees, seesOther, deniedOther }) => (sees && !seesOther) || deniedOther);
}
