import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../migration.ts';
import { ofGuild } from '../record-index.ts';

/** Beside the servers' ids, one record of `guilds` says that there are any. */
const noGuild = 'kept';

/**
 * Up to version 7 everything was on in a server whose moderators had decided nothing. Servers where the bot worked then get a record, in
 * which that's so; without one, they'd count as new.
 */
export const serversStayOn: Migration = {
  version: 8,
  name: 'servers that the bot knows stay as they are',
  run: (records, file) => {
    const decided = new Set(records.entries('server-settings').map(([guildId]) => guildId));
    const listed = records.entries('guilds').map(([guildId]) => guildId);
    for (const guildId of new Set([...listed, ...(file ? usedIn(file) : [])]))
      if (guildId !== noGuild && !decided.has(guildId))
        records.put('server-settings', guildId, {}, ofGuild(guildId));
  },
};

/** Earlier versions kept no list of servers. */
function usedIn(file: DatabaseSync): readonly string[] {
  return file
    .prepare(
      "SELECT guild FROM records WHERE guild IS NOT NULL UNION SELECT guild FROM sums WHERE guild <> ''",
    )
    .all()
    .map(({ guild }) => String(guild));
}
