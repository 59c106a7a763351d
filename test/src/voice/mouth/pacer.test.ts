import { test as base, expect } from 'vitest';
import { createPacer } from '../../../../src/voice/mouth/pacer.ts';
import { FakeTime } from '../../../support/fake-time.ts';

const test = base
  .extend('time', () => new FakeTime())
  .extend('pacer', ({ time }) => createPacer(time))
  .extend('paced', () => paced());

function paced() {
  const time = new FakeTime();
  const pacer = createPacer(time);
  const ticks: number[] = [];
  const stop = pacer.join(() => ticks.push(time.nowMs()));
  return { time, pacer, ticks, stop };
}

function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('ticks every 20 ms, from the first 5 ms on', ({ paced: { time, ticks } }) => {
  time.advance(105);
  expect(ticks[0]).toBeLessThanOrEqual(1_005);
  expect(ticks).toHaveLength(6);
  expect(gaps(ticks)).toEqual([20, 20, 20, 20, 20]);
});

test('does not drift when each timer is late', ({ paced: { time, ticks } }) => {
  for (let round = 0; round < 50; round += 1) {
    time.advance(13);
    time.stall(7);
  }
  expect(ticks.length).toBeGreaterThanOrEqual(49);
  expect(ticks.length).toBeLessThanOrEqual(51);
});

test('catches up with two late ticks', ({ paced: { time, ticks } }) => {
  time.advance(20);
  const before = ticks.length;
  time.stall(55);
  expect(ticks.length - before).toBe(2);
});

test('a long stall is not followed by a burst, and keeps its place on the grid', () => {
  const { time, ticks } = paced();
  time.advance(20);
  const before = ticks.length;
  time.stall(500);
  expect(ticks.length - before).toBe(1);
  time.advance(100);
  expect(ticks.length - before).toBe(6);
  expect(gaps(ticks.slice(before + 1))).toEqual([20, 20, 20, 20]);
});

test('says how late a tick is, as a whole stall, and how many there were not', ({ time }) => {
  const late: [number, number][] = [];
  createPacer(time).join((lateMs, missed) => late.push([lateMs, missed]));
  time.advance(0);
  time.stall(520);
  time.stall(60);
  expect(late).toEqual([
    [0, 0],
    [500, 25],
    [40, 0],
    [20, 0],
    [0, 0],
  ]);
});

test('one timer serves all rooms, and none is left when nobody ticks', ({ paced: { time, pacer, stop } }) => {
  const stops = Array.from({ length: 49 }, () => pacer.join(() => undefined));
  time.advance(33);
  expect(time.timers).toBe(1);
  for (const each of [stop, ...stops]) each();
  expect(time.timers).toBe(0);
});

test('rooms that begin at once are spread over the 20 ms', ({ time, pacer }) => {
  const at: number[] = [];
  for (let room = 0; room < 50; room += 1) pacer.join(() => at.push(time.nowMs() % 20));
  time.advance(200);
  const largest = Math.max(...[0, 5, 10, 15].map((phase) => at.filter((each) => each === phase).length));
  expect(largest / at.length).toBeLessThan(0.4);
});

test('a tick may end itself and others', ({ time, pacer }) => {
  let ticks = 0;
  const stops: (() => void)[] = [];
  const end = () => {
    ticks += 1;
    for (const stop of stops) stop();
  };
  stops.push(pacer.join(end), pacer.join(end));
  time.advance(100);
  expect(ticks).toBe(1);
});

test('a tick that throws stops nobody else', ({ time, pacer }) => {
  let ticks = 0;
  const stop = pacer.join(() => {
    stop();
    throw new Error('mine alone');
  });
  pacer.join(() => {
    ticks += 1;
  });
  expect(() => time.advance(0)).toThrow('mine alone');
  time.advance(100);
  expect(ticks).toBeGreaterThanOrEqual(5);
});
