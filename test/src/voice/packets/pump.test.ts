import { test as base, expect } from 'vitest';
import { createFairTurns } from '../../../../src/voice/packets/pump.ts';

const test = base.extend('scripted', () => scripted());

function scripted() {
  const soon: (() => void)[] = [];
  let nowMs = 0;
  const lane = createFairTurns({ nowMs: () => nowMs, soon: (callback) => soon.push(callback) });
  const went: number[] = [];
  const take = (count: number) => {
    for (let packet = 0; packet < count; packet += 1) {
      const wait = lane.turn();
      if (wait) void wait.then(() => went.push(packet));
      else went.push(packet);
    }
  };
  const turn = async () => {
    soon.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = (durationMs: number) => {
    nowMs += durationMs;
  };
  return { went, take, turn, pass, soon };
}

test('eight packets in five milliseconds are at once, the others later and in their order', async () => {
  const { went, take, turn, soon } = scripted();
  take(20);
  expect(went).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await turn();
  expect(went).toHaveLength(16);
  await turn();
  expect(went).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(soon).toHaveLength(0);
});

test('speech at its own pace needs no turn of the event loop', ({ scripted: { went, take, pass, soon } }) => {
  for (let round = 0; round < 100; round += 1) {
    take(5);
    pass(5);
  }
  expect(went).toHaveLength(500);
  expect(soon).toHaveLength(0);
});

test('a crowd gets half of its turns at a time', async ({ scripted: { went, take, turn } }) => {
  take(108);
  await turn();
  expect(went).toHaveLength(8 + 50);
});

test('nobody overtakes those who wait', async ({ scripted: { went, take, turn, pass } }) => {
  take(9);
  pass(50);
  take(1);
  expect(went).toHaveLength(8);
  await turn();
  expect(went.slice(8)).toEqual([8, 0]);
});
