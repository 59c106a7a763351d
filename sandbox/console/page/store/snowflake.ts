/** Orders ids by age; ids are decimal strings of different lengths. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

const discordEpochMs = 1_420_070_400_000;

/** When the thing with this id was made, in milliseconds since 1970. */
export function createdAtMs(id: string): number {
  return Number(BigInt(id) >> 22n) + discordEpochMs;
}
