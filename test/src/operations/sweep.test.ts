import { expect, onTestFinished, test } from 'vitest';
import { Sweep, type Verdict } from '../../../src/operations/sweep.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';

const hourMs = 60 * 60_000;

function swept(count: number, judge: (id: number) => Verdict) {
  const clock = new FakeClock();
  const records = new Set(Array.from({ length: count }, (_, id) => id));
  /** When each record was looked at. */
  const looks: { readonly id: number; readonly at: number }[] = [];
  const sweep = new Sweep<number>({
    name: 'a test',
    clock,
    log: silentLog,
    everyMs: hourMs,
    records: async function* () {
      for (const id of [...records]) yield [String(id), id] as const;
    },
    judge: (_, id) => {
      looks.push({ id, at: clock.now() });
      return judge(id);
    },
  });
  onTestFinished(async () => await sweep.close());
  const remove = (id: number) => async () => records.delete(id);
  return { clock, records, looks, sweep, remove };
}

test('everything that is to go goes, a few at a time', async () => {
  const world = swept(1_000, (id) => (id % 2 === 0 ? world.remove(id) : 'keep'));
  world.sweep.start();
  await world.clock.advance(60_000);
  expect(world.records.size).toBe(500);
  const byTime = Map.groupBy(world.looks, ({ at }) => at);
  expect(Math.max(...[...byTime.values()].map((looks) => looks.length))).toBeLessThanOrEqual(50);
  expect(world.looks).toHaveLength(1_000);
});

test('what comes after the first that is too young is not even looked at', async () => {
  const world = swept(1_000, (id) => (id < 3 ? world.remove(id) : 'keep-rest'));
  world.sweep.start();
  await world.clock.advance(60_000);
  expect(world.records.size).toBe(997);
  expect(world.looks).toHaveLength(4);
});

test('it comes round again', async () => {
  let young = true;
  const world = swept(10, (id) => (young ? 'keep' : world.remove(id)));
  world.sweep.start();
  await world.clock.advance(60_000);
  young = false;
  await world.clock.advance(hourMs - 120_000);
  expect(world.records.size).toBe(10);
  await world.clock.advance(120_000);
  expect(world.records.size).toBe(0);
});

test('a record that cannot be removed is tried again from the beginning', async () => {
  let broken = true;
  const world = swept(10, (id) => async () => {
    if (broken && id === 5) throw new Error('the disk is full');
    world.records.delete(id);
  });
  world.sweep.start();
  await world.clock.advance(1_000);
  expect([...world.records]).toContain(5);
  broken = false;
  await world.clock.advance(60_000);
  expect(world.records.size).toBe(0);
});
