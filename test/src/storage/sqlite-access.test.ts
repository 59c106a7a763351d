import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test as base, expect, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { SqliteAccess } from '../../../src/storage/sqlite-access.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { rejection } from '../../support/rejection.ts';

const test = base.extend('opened', () => open());

function open(path = ':memory:') {
  const database = new DatabaseSync(path, { timeout: 0 });
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  const insert = database.prepare('INSERT INTO numbers VALUES (?)');
  const clock = new FakeClock();
  const access = new SqliteAccess({ database, clock, path: 'emcee.sqlite' });
  const add = (number: number) => access.write(() => insert.run(number).changes);
  const all = () =>
    database
      .prepare('SELECT number FROM numbers ORDER BY number')
      .all()
      .map((row) => row.number);
  return { database, clock, access, add, all };
}

test('writes of one moment are one transaction', async ({ opened: { add, all, database } }) => {
  const said = vi.spyOn(database, 'exec');
  await Promise.all([add(1), add(2), add(3)]);
  expect(said.mock.calls.flat()).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  expect(all()).toEqual([1, 2, 3]);
});

test('nothing is acknowledged before it is committed', async ({ opened: { add, all, database } }) => {
  const writing = add(1);
  expect(all()).toEqual([]);
  expect(await writing).toBe(1);
  expect(database.isTransaction).toBe(false);
  expect(all()).toEqual([1]);
});

test('a write that fails does not take its neighbours with it', async ({ opened: { add, all } }) => {
  const results = await Promise.allSettled([add(1), add(1), add(2)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(all()).toEqual([1, 2]);
});

test('a lone write that fails says so and leaves no transaction open', async () => {
  const { add, all, database } = open();
  await add(1);
  await rejection(add(1), Error);
  expect(database.isTransaction).toBe(false);
  expect(all()).toEqual([1]);
});

test('flushing commits what is waiting at once', async ({ opened: { add, all, access } }) => {
  const writing = add(1);
  access.flush();
  expect(all()).toEqual([1]);
  expect(await writing).toBe(1);
});

/** The same, and another program that has its file. */
function openHeld() {
  const path = join(temporaryFolder(), 'numbers');
  const opened = open(path);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  return { ...opened, other };
}

test('what comes while another program has the file waits for it, in its order', async () => {
  const { add, all, clock, access, other } = openHeld();
  const one = add(1);
  await clock.advance(0);
  const others = [add(2), access.write(() => all().length)];
  await clock.advance(1_900);
  expect(all()).toEqual([]);
  other.exec('ROLLBACK');
  await clock.advance(20);
  expect(await Promise.all([one, ...others])).toEqual([1, 1, 2]);
  expect(all()).toEqual([1, 2]);
});

test('what has waited for two seconds fails, and what came later still waits', async () => {
  const { add, all, clock, other } = openHeld();
  const early = rejection(add(1), Error);
  await clock.advance(1_000);
  const late = add(2);
  await clock.advance(1_000);
  expect((await early).message).toContain('Another program is writing');
  other.exec('ROLLBACK');
  await clock.advance(20);
  expect(await late).toBe(1);
  expect(all()).toEqual([2]);
});

test('among writes of which one fails, none overtakes another that has to wait', async () => {
  const { add, all, clock, database, other } = openHeld();
  other.exec('ROLLBACK');
  await add(1);
  const say = database.exec.bind(database);
  let begun = 0;
  vi.spyOn(database, 'exec').mockImplementation((words) => {
    if (words.startsWith('BEGIN')) begun += 1;
    // The first is all of them together, the second the one that fails; then somebody else comes.
    if (begun === 3 && words.startsWith('BEGIN')) other.exec('BEGIN IMMEDIATE');
    if (begun === 4 && words.startsWith('BEGIN')) other.exec('ROLLBACK');
    say(words);
  });
  const [failed, ...rest] = [add(1), add(2), add(3)];
  await rejection(failed ?? Promise.resolve(), Error);
  expect(all()).toEqual([1]);
  await clock.advance(20);
  await Promise.all(rest);
  expect(all()).toEqual([1, 2, 3]);
});

test('a file that is closed while another program has it keeps nobody waiting', async () => {
  const { add, access } = openHeld();
  const lost = rejection(add(1), Error);
  access.end();
  await lost;
});

test('writes wait while another process of ours has the file, and are made in order', async () => {
  const { access, add, all, clock } = open();
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const before = add(1);
  const asides = [access.standAside(() => one.promise), access.standAside(() => two.promise)];
  await before;
  const writes = Promise.all([add(2), add(3)]);
  one.resolve();
  await asides[0];
  await clock.advance(10_000);
  expect(all()).toEqual([1]);
  two.reject(new Error('it failed'));
  await rejection(asides[1] as Promise<void>, Error);
  await writes;
  expect(all()).toEqual([1, 2, 3]);
});

test('what waits for another process of ours is written when the file is closed', async () => {
  const { access, add, all } = open();
  void access.standAside(() => new Promise(() => {}));
  const writing = add(1);
  access.end();
  await writing;
  expect(all()).toEqual([1]);
});
