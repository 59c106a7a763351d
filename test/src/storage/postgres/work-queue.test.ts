import { expect, it, onTestFinished } from 'vitest';
import { postgresSettings } from '../../../../src/storage/postgres/settings.ts';
import { openPostgresWork, workSchema } from '../../../../src/storage/postgres/work-queue.ts';
import { silentLog as log } from '../../../support/fake-log.ts';
import { emptyPostgres, runSql } from '../../../support/postgres.ts';

async function twoWorkers() {
  const url = await emptyPostgres();
  const settings = postgresSettings(url);
  const open = async (isWorker: boolean) => {
    const queue = await openPostgresWork({ settings, log, isWorker });
    onTestFinished(async () => await queue.close());
    return queue;
  };
  const rows = async () => await runSql(url, `SELECT data FROM ${workSchema(settings)}.job`);
  return { gateway: await open(false), one: await open(true), other: await open(true), rows, url, settings };
}

it('work is of one worker, however often it was asked for, and gone once it is done', async () => {
  const { gateway, one, other, rows } = await twoWorkers();
  await gateway.askFor(['a', 'b', 'c', 'a']);
  await one.askFor(['b']);
  const taken = await Promise.all([one.take(2), other.take(2)]);
  expect(
    taken
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'b', 'c']);
  await gateway.askFor(['a', 'b', 'c']);
  expect(await one.take(50)).toEqual([]);
  for (const work of taken.flat()) await other.finish(work);
  expect(await rows()).toEqual([]);
  await gateway.askFor(['a']);
  await expect.poll(async () => (await one.take(1)).map(({ id }) => id)).toEqual(['a']);
});

it('what a worker gives back is for another one, and can no longer be finished or kept by the first', async () => {
  const { gateway, one, other, rows } = await twoWorkers();
  await gateway.askFor(['a']);
  const [mine] = await one.take(1);
  if (!mine) throw new Error('nothing to take');
  await one.giveBack([mine]);
  const [theirs] = await other.take(1);
  expect(theirs).toMatchObject({ id: 'a', entry: mine.entry, attempt: mine.attempt + 1 });
  await one.finish(mine);
  await one.keep([mine]);
  expect(await rows()).toEqual([{ data: { id: 'a' } }]);
});

it('what a worker that is not heard of had is for another one after its time, and not what one says it still does', async () => {
  const { gateway, one, other, url, settings } = await twoWorkers();
  await gateway.askFor(['a', 'b']);
  const taken = await one.take(2);
  const later = `UPDATE ${workSchema(settings)}.job SET heartbeat_on = heartbeat_on - interval '1 minute'`;
  await runSql(url, later);
  await one.keep(taken.filter(({ id }) => id === 'b'));
  const found: string[] = [];
  await expect
    .poll(async () => found.push(...(await other.take(9)).map(({ id }) => id)), { timeout: 30_000 })
    .toBeGreaterThan(0);
  expect(found).toEqual(['a']);
});
