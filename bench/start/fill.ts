import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { deliveredJobAt, idAt, openJobAt } from '../support/jobs.ts';
import { endWithParent, reportSample } from '../support/round.ts';

const finished = 1_000_000;
const open = 20;

/** A store as years leave it behind: copies of one finished job, under ids, people and servers of their own. */
endWithParent();
const [folder = '', people = '5000'] = process.argv.slice(2);
const store = openStore({ dataDir: folder, log: pino({ level: 'silent' }) });
const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
const { panel, ...delivered } = deliveredJobAt(0);
const { token: _, ...told } = panel;
await jobs.set(idAt(0), { ...delivered, panel: told });
for (let index = 0; index < open; index += 1) {
  const job = openJobAt(finished + index, 'running');
  await jobs.set(job.id, job);
}
await store.close();
const database = new DatabaseSync(join(folder, 'emcee.sqlite'));
database.exec(`
  PRAGMA secure_delete = ON;
  WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${finished - 1})
  INSERT INTO records (key, value)
  SELECT 'video-jobs:' || (${idAt(0)} + n),
         replace(replace(replace(value, '${idAt(0)}', CAST(${idAt(0)} + n AS TEXT)), 'task-0', 'task-' || n),
                 '${idAt(1_000_000)}', CAST(${idAt(1_000_000)} + n % ${Number(people)} AS TEXT))
  FROM each, (SELECT value FROM records WHERE key = 'video-jobs:${idAt(0)}');
  PRAGMA wal_checkpoint(TRUNCATE);
`);
database.close();
reportSample({ filled: finished });
