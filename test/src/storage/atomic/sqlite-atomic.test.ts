import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import type { RecordQuery } from '../../../../src/storage/atomic/atomic.ts';
import { selectionOf } from '../../../../src/storage/atomic/listing.ts';
import { sqliteDialect } from '../../../../src/storage/atomic/sqlite-atomic.ts';
import { layOut } from '../../../../src/storage/layout.ts';
import { holdsAtomic } from '../../../support/atomic-conformance.ts';
import { expectFairRivals } from '../../../support/atomic-rivals.ts';
import { openAtomic } from '../../../support/open-atomic.ts';

function handlesOn(path: string, now?: () => number) {
  const handles = [openAtomic(path, now), openAtomic(path, now)] as const;
  onTestFinished(() => {
    for (const handle of handles) handle.close();
  });
  return handles;
}

holdsAtomic('SQLite', () => {
  let now = Date.UTC(2026, 0, 15);
  const path = join(temporaryFolder(), 'store.sqlite');
  const [one, other] = handlesOn(path, () => now);
  return {
    one,
    other,
    moveClock: (ms) => {
      now += ms;
    },
    refuseWrites: (table) => {
      const database = new DatabaseSync(path);
      for (const when of ['INSERT', 'UPDATE'])
        database.exec(`CREATE TRIGGER refused_${when} BEFORE ${when} ON ${table}
          BEGIN SELECT RAISE(ABORT, 'refused'); END`);
      database.close();
    },
  };
});

test.each<[string, RecordQuery]>([
  ['records_guild', { guildId: 'guild' }],
  ['records_guild', { collection: 'video-jobs', guildId: 'guild', newestFirst: true }],
  ['records_person', { userId: 'person' }],
  ['records_alias', { collection: 'video-jobs', alias: 'task' }],
  ['records_open', { collection: 'video-jobs', open: true }],
])('a listing goes by the index %s, never through everything', (index, query) => {
  const database = new DatabaseSync(':memory:');
  layOut(database);
  for (const last of [undefined, 'video-jobs:1']) {
    const { text, values } = selectionOf(sqliteDialect, query, last);
    const [plan] = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    expect(plan?.detail).toMatch(new RegExp(`^SEARCH records USING INDEX ${index} `));
  }
});

test('two processes on one file get exactly 300 of 300 ids and exactly a limit of 100 between them', async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const [one] = handlesOn(path);
  await expectFairRivals(path, one);
});
