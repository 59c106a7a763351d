import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { InHand, openJournal } from '../../../src/operations/in-hand.ts';
import { silentLog } from '../../support/fake-log.ts';

const it = test.extend('path', () => died('a'));

const newPath = () => join(temporaryFolder(), 'in-hand.log');

/** What the next process sees; the one before just never wrote again. */
const start = (path: string) => new InHand({ journal: openJournal(path), log: silentLog });
const forever = () => new Promise<never>(() => undefined);
const never = async (): Promise<void> => {
  throw new Error('must not begin');
};

/** The journal of a process that began these and died. */
async function died(...ids: string[]): Promise<string> {
  const path = newPath();
  await die(path, ...ids);
  return path;
}

/** A process that begins these and writes nothing more. */
async function die(path: string, ...ids: string[]): Promise<void> {
  const inHand = start(path);
  for (const id of ids) void inHand.hold('films', id, forever);
  await begun();
}

/** What waits for nothing else has begun. */
const begun = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work that a process died with', () => {
  it('is to be set aside after the second death, and not before', async ({ path }) => {
    expect(start(path).isToSetAside('films', 'a')).toBe(false);
    await die(path, 'a');
    expect(start(path).isToSetAside('films', 'a')).toBe(true);
    expect(start(path).isToSetAside('panels', 'a')).toBe(false);
  });

  it('is cleared when a process survives it, however it ends', async () => {
    const path = await died('a', 'b');
    const survivor = start(path);
    await survivor.hold('films', 'a', async () => 'done');
    await expect(survivor.hold('films', 'b', never)).rejects.toThrow('must not begin');
    await die(path, 'a', 'b');
    const next = start(path);
    expect([next.isToSetAside('films', 'a'), next.isToSetAside('films', 'b')]).toEqual([false, false]);
  });

  it('is done alone the second time, so that what was only near it goes free', async () => {
    const path = await died('harmless', 'poison');
    const second = start(path);
    void second.hold('films', 'poison', forever);
    void second.hold('films', 'harmless', never).catch(() => undefined);
    await begun();
    expect(await second.hold('films', 'new', async () => 'goes on')).toBe('goes on');
    const third = start(path);
    expect(third.isToSetAside('films', 'poison')).toBe(true);
    expect(third.isToSetAside('films', 'harmless')).toBe(false);
  });

  it('needs two more deaths once it was forgiven', async ({ path }) => {
    await die(path, 'a');
    start(path).forgive('films', 'a');
    await die(path, 'a');
    expect(start(path).isToSetAside('films', 'a')).toBe(false);
  });
});

it('a process that ended in order had nothing in hand', ({ path }) => {
  const orderly = start(path);
  void orderly.hold('films', 'a', forever);
  orderly.close();
  expect(start(path).isToSetAside('films', 'a')).toBe(false);
});

it('work that two hold at once is in hand until both let go', async ({ path }) => {
  const inHand = start(path);
  await inHand.hold('films', 'a', async () => undefined);
  void inHand.hold('films', 'a', forever);
  await inHand.hold('films', 'a', async () => undefined);
  await die(path, 'other');
  await die(path, 'a');
  expect(start(path).isToSetAside('films', 'a')).toBe(true);
});

it('a line that was cut off is no line', async ({ path }) => {
  appendFileSync(path, '["begun","films/b');
  await die(path, 'a');
  expect(start(path).isToSetAside('films', 'a')).toBe(true);
});

it('the file stays small', async () => {
  const path = newPath();
  const inHand = start(path);
  for (let count = 0; count < 5_000; count += 1)
    await inHand.hold('films', `${count}`, async () => undefined);
  expect(readFileSync(path).length).toBeLessThan(100_000);
});
