import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SqliteAccess } from '../../../src/storage/sqlite-access.ts';
import { rejection } from '../../support/rejection.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  const insert = database.prepare('INSERT INTO numbers VALUES (?)');
  const access = new SqliteAccess({ database, path: 'emcee.sqlite' });
  const add = (number: number) => access.write(() => insert.run(number).changes);
  const all = () =>
    database
      .prepare('SELECT number FROM numbers ORDER BY number')
      .all()
      .map((row) => row.number);
  return { database, access, add, all };
}

test('writes of one moment are one transaction', async () => {
  const { add, all, database } = open();
  const said = vi.spyOn(database, 'exec');
  await Promise.all([add(1), add(2), add(3)]);
  expect(said.mock.calls.flat()).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  expect(all()).toEqual([1, 2, 3]);
});

test('nothing is acknowledged before it is committed', async () => {
  const { add, all, database } = open();
  const writing = add(1);
  expect(all()).toEqual([]);
  expect(await writing).toBe(1);
  expect(database.isTransaction).toBe(false);
  expect(all()).toEqual([1]);
});

test('a write that fails does not take its neighbours with it', async () => {
  const { add, all } = open();
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

test('flushing commits what is waiting at once', async () => {
  const { add, all, access } = open();
  const writing = add(1);
  access.flush();
  expect(all()).toEqual([1]);
  expect(await writing).toBe(1);
});
