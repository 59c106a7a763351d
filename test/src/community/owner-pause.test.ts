import { expect, it } from 'vitest';
import { OwnerPause } from '../../../src/community/owner-pause.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

function opened() {
  const shelf = new MemoryShelf<{ at: number }>();
  const pause = new OwnerPause({ shelf, now: () => 5_000 });
  const told: boolean[] = [];
  pause.onPause(() => told.push(pause.isOn));
  return { shelf, pause, told };
}

it('counts from the press on, and is told once however often it is pressed', async () => {
  const { shelf, pause, told } = opened();
  const presses = [pause.pauseEverything(), pause.pauseEverything()];
  expect([pause.isOn, told]).toEqual([true, [true]]);
  await Promise.all(presses);
  expect(await shelf.get('everything')).toEqual({ at: 5_000 });
});

it('stays when it is pressed again while it is being ended', async () => {
  const { shelf, pause, told } = opened();
  await pause.pauseEverything();
  const ended = pause.resumeEverything();
  const pausedAgain = pause.pauseEverything();
  await Promise.all([ended, pausedAgain]);
  expect([pause.isOn, told]).toEqual([true, [true]]);
  expect(await shelf.get('everything')).toEqual({ at: 5_000 });
});

it('goes on while its end cannot be written down', async () => {
  const { shelf, pause, told } = opened();
  await pause.pauseEverything();
  const remove = shelf.delete.bind(shelf);
  shelf.delete = async () => {
    throw new Error('the disk is full');
  };
  await expect(pause.resumeEverything()).rejects.toThrow('the disk is full');
  expect(pause.isOn).toBe(true);
  shelf.delete = remove;
  await pause.resumeEverything();
  expect([pause.isOn, told]).toEqual([false, [true, false]]);
});
