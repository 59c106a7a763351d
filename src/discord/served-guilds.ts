/** Does the bot work for a guild? */
export type Serves = (guildId: string) => boolean;

/** For these and no others; for all when there is no list. */
export function servedGuilds(allowedIds: readonly string[] | undefined): Serves {
  if (!allowedIds) return () => true;
  const allowed = new Set(allowedIds);
  return (guildId) => allowed.has(guildId);
}
