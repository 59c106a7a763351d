import { expect, test, vi } from 'vitest';
import { NeverHeard } from '../../../src/community/never-heard.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const it = test.extend('opened', () => opened());

const ann = '100';

function opened() {
  const shelf = new MemoryShelf<{ at: number }>();
  const refusals = new NeverHeard({ shelf, clock: new FakeClock(5_000) });
  const failOnce = (call: 'set' | 'delete') =>
    vi.spyOn(shelf, call).mockRejectedValueOnce(new Error('no room'));
  return { shelf, refusals, failOnce };
}

it("counts at once, also while it can't be written down, and whatever is read meanwhile", async () => {
  const { refusals, failOnce } = opened();
  failOnce('set');
  await expect(refusals.refuse(ann)).rejects.toThrow('no room');
  expect(refusals.sinceOf(ann)).toBe(5_000);
  await refusals.readAgain(ann);
  await refusals.readAgain(undefined);
  expect(refusals.has(ann)).toBe(true);
});

it('ends once another process has written that it was taken back', async () => {
  const { shelf, refusals } = opened();
  await refusals.refuse(ann);
  await shelf.delete(ann);
  await refusals.readAgain(ann);
  expect(refusals.has(ann)).toBe(false);
});

it("isn't taken back before that's written down", async ({ opened: { refusals, failOnce } }) => {
  await refusals.refuse(ann);
  failOnce('delete');
  await expect(refusals.allow(ann)).rejects.toThrow('no room');
  expect(refusals.has(ann)).toBe(true);
  await refusals.allow(ann);
  expect(refusals.has(ann)).toBe(false);
});

it('stays when they say it again while it is being taken back', async ({ opened: { shelf, refusals } }) => {
  await refusals.refuse(ann);
  const takenBack = refusals.allow(ann);
  const saidAgain = refusals.refuse(ann);
  await takenBack;
  expect(refusals.has(ann)).toBe(true);
  await saidAgain;
  expect(refusals.has(ann)).toBe(true);
  expect(await shelf.get(ann)).toEqual({ at: 5_000 });
});

it('is taken back by the last of several presses', async ({ opened: { shelf, refusals } }) => {
  const presses = [refusals.refuse(ann), refusals.allow(ann), refusals.refuse(ann), refusals.allow(ann)];
  await Promise.all(presses);
  expect(refusals.has(ann)).toBe(false);
  expect(await shelf.get(ann)).toBeUndefined();
});
