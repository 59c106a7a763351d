import { expect, test } from 'vitest';
import { createLane } from '../../../src/voice/packets-lane.ts';

function scripted() {
  const soon: (() => void)[] = [];
  const lane = createLane((callback) => soon.push(callback));
  const turn = async () => {
    soon.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { lane, turn, soon };
}

test('four packets a turn of the event loop are at once, the others one turn later', async () => {
  const { lane, turn } = scripted();
  const went: number[] = [];
  for (let packet = 0; packet < 10; packet += 1) {
    const wait = lane.turn();
    if (wait) void wait.then(() => went.push(packet));
    else went.push(packet);
  }
  expect(went).toEqual([0, 1, 2, 3]);
  await turn();
  expect(went).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await turn();
  expect(went).toHaveLength(10);
});

test('a crowd gets half of its turns at a time, first come, first served', async () => {
  const { lane, turn } = scripted();
  const went: number[] = [];
  for (let packet = 0; packet < 104; packet += 1) void lane.turn()?.then(() => went.push(packet));
  await turn();
  expect(went).toEqual(Array.from({ length: 50 }, (_, index) => index + 4));
});

test('is at rest when nobody wants a turn', async () => {
  const { lane, turn, soon } = scripted();
  lane.turn();
  await turn();
  await turn();
  expect(soon).toHaveLength(0);
  expect(lane.turn()).toBeUndefined();
});
