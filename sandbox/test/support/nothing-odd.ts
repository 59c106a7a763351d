interface StandIn {
  readonly oddities: readonly string[];
}

/** Throws with what our own programs sent to the stand-ins and no document names. */
export function assertNothingOdd(...standIns: readonly StandIn[]): void {
  const odd = standIns.flatMap(({ oddities }) => oddities);
  if (odd.length > 0) throw new Error(`Not documented, and sent all the same: ${odd.join('; ')}`);
}
