/** How some people, a role or one person, stand to a channel and to another one of the same guild. */
export interface Standing {
  readonly sees: boolean;
  readonly seesOther: boolean;
  /** The other one is denied to them by name, and this one isn't: whatever else they are, they may see less of it. */
  readonly deniedOther: boolean;
}

/** Whether what belongs to the other channel would be seen in this one by people it's hidden from. In doubt it would. */
export function isExposed(standings: readonly Standing[]): boolean {
  return standings.some(({ sees, seesOther, deniedOther }) => (sees && !seesOther) || deniedOther);
}
