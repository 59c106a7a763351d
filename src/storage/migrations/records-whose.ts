import type { DatabaseSync } from 'node:sqlite';
import { type Migration, onFile } from '../migration.ts';

interface Whose {
  readonly guild?: string;
  readonly person?: string;
  readonly open?: string;
  readonly alias?: string;
}

/** In version 3 only some values said whose they were, in ways of their own, and the keys of others. All in SQL. */
const id = "replace(substr(key, instr(key, ':') + 1), '%3A', ':')";
const part = (index: 0 | 1 | 2) => {
  const parts = `'["' || replace(${id}, '/', '","') || '"]'`;
  return `CASE WHEN json_valid(${parts}) THEN json_extract(${parts}, '$[${index}]') END`;
};
const written = (path: string) => `value ->> '$.value.${path}'`;
const byGuild: Whose = { guild: id };
const asWritten: Whose = { guild: written('guildId'), person: written('userId') };

const collections: Readonly<Record<string, Whose>> = {
  consents: { guild: part(1), person: part(2) },
  'conversation-guilds': byGuild,
  'conversation-running': asWritten,
  guilds: { guild: `CASE WHEN ${id} <> 'kept' THEN ${id} END` },
  'interpreter-glossaries': byGuild,
  'interpreter-people': { guild: part(0), person: part(1) },
  'interpreter-running': asWritten,
  'knowledge-gaps': byGuild,
  'knowledge-guilds': byGuild,
  'knowledge-pages': { guild: written('guildId'), person: written('audience.userId') },
  'knowledge-watches': asWritten,
  'speech-guilds': byGuild,
  'speech-panels': asWritten,
  'speech-people': { person: id },
  'speech-unfinished': asWritten,
  'video-drafts': { guild: written('opener.guildId'), person: written('opener.userId') },
  'video-jobs': {
    guild: written('place.guildId'),
    person: written('requester.userId'),
    open: `CASE WHEN value ->> '$.value.settled' IS NOT 1 OR ${written('panel.token')} IS NOT NULL THEN 1 END`,
    alias: written('taskId'),
  },
  'video-presets': { person: id },
  'voice-statuses': asWritten,
};

/** Every record says whose it is, in the same way. */
export const recordsWhose: Migration = {
  version: 4,
  name: 'whose each record is',
  run: onFile((_, database) => {
    for (const [collection, whose] of Object.entries(collections)) say(database, collection, whose);
  }),
};

/** Unreadable records stay as they are, to be set aside when they're read. */
function say(database: DatabaseSync, collection: string, whose: Whose): void {
  const additions = Object.entries(whose).map(([name, expression]) => `'${name}', ${expression}`);
  const patch = `json_object(${additions.join(', ')})`;
  database
    .prepare(
      `UPDATE records SET value = json_patch(value, ${patch})
       WHERE key >= ? AND key < ? AND json_valid(value) AND json_type(value) = 'object'`,
    )
    .run(`${collection}:`, `${collection};`);
}
