import type { DatabaseSync } from 'node:sqlite';
import { type Migration, onFile } from '../migration.ts';

/** In version 5 a record only said whose it is, and not who else is named in it. */
export const whomRecordsName: Migration = {
  version: 6,
  name: 'whom records name besides their owner',
  run: onFile((_, database) => {
    const decider = "coalesce(value ->> '$.value.removedBy', value ->> '$.value.by')";
    name(database, 'video-jobs', `json_array(${decider})`, `${decider} IS NOT NULL AND ${decider} <> person`);
    const unhelpfulTo = "value -> '$.value.unhelpfulTo'";
    name(database, 'knowledge-pages', unhelpfulTo, `json_array_length(${unhelpfulTo}) > 0`);
    for (const { key, value } of mentioning(database)) {
      const people = [...new Set(Array.from(String(value).matchAll(mention), ([, id = '']) => id))];
      database
        .prepare("UPDATE records SET value = json_set(value, '$.about', json(?)) WHERE key = ?")
        .run(JSON.stringify(people), String(key));
    }
  }),
};

const mention = /<@!?(\d{15,25})>/g;

function name(database: DatabaseSync, collection: string, whom: string, where: string): void {
  database
    .prepare(
      `UPDATE records SET value = json_set(value, '$.about', json(${whom}))
       WHERE key >= ? AND key < ? AND json_valid(value) AND ${where}`,
    )
    .run(`${collection}:`, `${collection};`);
}

function mentioning(database: DatabaseSync) {
  return database
    .prepare(
      "SELECT key, value FROM records WHERE key >= 'video-jobs:' AND key < 'video-jobs;' AND value LIKE '%<@%' AND about IS NULL",
    )
    .all();
}
