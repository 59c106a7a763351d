import { test as base, describe, expect } from 'vitest';
import { AudioQueue } from '../../../../src/service/synthesis/audio-queue.ts';
import { collected } from '../../../support/collected.ts';

const test = base.extend('opened', () => open());

function open(fullBytes = 1_000) {
  const told: string[] = [];
  const queue = new AudioQueue((event) => told.push(event), fullBytes);
  return { queue, told };
}

const bytes = (length: number) => new Uint8Array(length).fill(length);

test('what is pushed comes out in order, then the end', async ({ opened: { queue, told } }) => {
  queue.push(bytes(1));
  const waiting = collected(queue);
  queue.push(bytes(2));
  queue.push(bytes(0));
  queue.complete();
  queue.push(bytes(3));
  expect(await waiting).toEqual([bytes(1), bytes(2)]);
  expect(told).toEqual([]);
});

test('many small pieces let the sender wait as few large ones do, however little is in them', () => {
  const { queue, told } = open(1_000_000);
  for (let count = 0; count <= 16_384; count += 1) queue.push(bytes(1));
  expect(told).toEqual(['full']);
  for (let count = 0; count <= 8_192; count += 1) void queue.next();
  expect(told).toEqual(['full', 'drained']);
});

test('a failure comes after what was there, once', async ({ opened: { queue } }) => {
  queue.push(bytes(1));
  queue.fail(new Error('lost'));
  expect(await queue.next()).toEqual({ done: false, value: bytes(1) });
  await expect(queue.next()).rejects.toThrow('lost');
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test('a failure reaches a reader that waits', async ({ opened: { queue } }) => {
  const waiting = queue.next();
  queue.fail(new Error('lost'));
  await expect(waiting).rejects.toThrow('lost');
});

test('an abortion throws away what was there', async ({ opened: { queue } }) => {
  queue.push(bytes(1));
  queue.abort(new Error('stopped'));
  await expect(queue.next()).rejects.toThrow('stopped');
});

describe('a reader', () => {
  test('that is slow lets the sender wait until half of it is read', async () => {
    const { queue, told } = open(10);
    queue.push(bytes(6));
    queue.push(bytes(5));
    queue.push(bytes(4));
    expect(told).toEqual(['full']);
    await queue.next();
    expect(told).toEqual(['full']);
    await queue.next();
    expect(told).toEqual(['full', 'drained']);
  });

  test.each([
    ['before its first read', async () => undefined],
    ['after a read', async (queue: AudioQueue) => void (await queue.next())],
  ])('that leaves %s is noticed', async (_, before) => {
    const { queue, told } = open();
    queue.push(bytes(1));
    await before(queue);
    await queue.return();
    expect(told).toEqual(['abandoned']);
    expect(await queue.next()).toMatchObject({ done: true });
  });

  test('that leaves while it waits is let go', async ({ opened: { queue, told } }) => {
    const waiting = queue.next();
    await queue.return();
    expect(await waiting).toMatchObject({ done: true });
    expect(told).toEqual(['abandoned']);
  });

  test('that read to the end has not left', async ({ opened: { queue, told } }) => {
    queue.complete();
    await collected(queue);
    await queue.return();
    expect(told).toEqual([]);
  });
});
