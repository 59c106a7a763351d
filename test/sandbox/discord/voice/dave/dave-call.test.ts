import { describe, expect, test } from 'vitest';
import type { DaveyClient } from './davey-client.ts';
import { SimulatedCall } from './simulated-call.ts';

const ann = '1324000000000000101';
const ben = '1324000000000000102';
const cyd = '1324000000000000103';

let frames = 0;

/** Everybody hears everybody else, under one key. */
function expectTogether(room: SimulatedCall, userIds: readonly string[]): void {
  expect(room.clients.flatMap(({ failures }) => failures)).toEqual([]);
  expect(room.offences).toEqual([]);
  expect([...room.call.members].sort()).toEqual([...userIds].sort());
  for (const speaker of room.clients) {
    frames += 1;
    const frame = Buffer.from(`frame ${frames} of ${speaker.userId}`);
    const sealed = speaker.encrypt(frame);
    for (const listener of room.clients)
      if (listener !== speaker) expect(listener.decrypt(speaker.userId, sealed)).toEqual(frame);
  }
  expect(new Set(room.clients.map(({ session }) => session.voicePrivacyCode)).size).toBe(1);
  expect(new Set(room.clients.map(({ session }) => session.epoch)).size).toBe(1);
}

function ready(client: DaveyClient): boolean {
  return client.session.ready;
}

describe('a call of real MLS members', () => {
  test('two people agree on keys in transition 0 and hear each other', () => {
    const room = new SimulatedCall();
    const first = room.join(ann);
    expect(ready(first)).toBe(false);
    const second = room.join(ben);
    expectTogether(room, [ann, ben]);
    expect(first.executed).toEqual([0]);
    expect(second.executed).toEqual([0]);
  });

  test('two people who come at the same time agree on keys', () => {
    const room = new SimulatedCall();
    room.join(ann, false);
    room.join(ben, false);
    room.join(cyd, false);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });
});
