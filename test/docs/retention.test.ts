import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Keeping, keptCollections, keptElsewhere } from '../../src/storage/kept.ts';
import { wordsFor } from '../../src/words/index.ts';

const { privacy: say } = wordsFor('en-US');
const dayMs = 24 * 3_600_000;

/** As the page says it, with the names of settings instead of what an owner chose. */
function lasts(keeps: Keeping): string {
  switch (keeps.is) {
    case 'days': {
      const most = keeps.mostMs === undefined ? '' : `, at most ${keeps.mostMs / dayMs} days`;
      return `${say.lasts.days('`KEEP_DAYS`')}${most}`;
    }
    case 'back-ups':
      return say.lasts.time('`BACKUP_KEEP` × `BACKUP_EVERY_HOURS`');
    case 'video-hours':
      return say.lasts.time('`VIDEO_KEEP_HOURS`');
    case 'time':
      return say.lasts.time(keeps.ms < dayMs ? say.hours(keeps.ms / 3_600_000) : say.days(keeps.ms / dayMs));
    default:
      return say.lasts[keeps.is];
  }
}

const forgotten = { deleted: 'deleted', unnamed: 'stay, without the name', 'names-nobody': 'name nobody' };
const collections = Object.entries(keptCollections).map(([name, { forgets, keeps }]) => {
  const what = say.kept[name as keyof typeof say.kept];
  return `| ${what} | \`${name}\` | ${lasts(keeps)} | ${forgotten[forgets]} |`;
});
const elsewhere = Object.entries(keptElsewhere).map(([name, { where, keeps, forgets }]) => {
  const what = say.places[name as keyof typeof say.places];
  return `| ${what} | ${where} | ${lasts(keeps)} | ${forgets} |`;
});

test('docs/retention.md has the table that sweeps and /privacy go by, row for row', () => {
  const lines = readFileSync('docs/retention.md', 'utf8').split('\n');
  const from = lines.indexOf('|---|---|---|---|');
  const rows = lines.slice(from + 1, lines.indexOf('', from));
  expect(rows).toEqual([...collections, ...elsewhere]);
});
