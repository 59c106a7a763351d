import { expect } from 'vitest';
import type { SimulatedCall } from './simulated-call.ts';

let frames = 0;

/** Everybody hears everybody else under one key, nothing went wrong on the way, and the server knows who is in. */
export function expectTogether(room: SimulatedCall, userIds: readonly string[]): void {
  expect(room.clients.flatMap(({ failures }) => failures)).toEqual([]);
  expect(room.offences).toEqual([]);
  expect([...room.call.members].sort()).toEqual([...userIds].sort());
  for (const speaker of room.clients) {
    frames += 1;
    const frame = Buffer.from(`frame ${frames} of ${speaker.userId}`);
    const sealed = speaker.encrypt(frame);
    expect(sealed.includes(frame)).toBe(false);
    for (const listener of room.clients)
      if (listener !== speaker) expect(listener.decrypt(speaker.userId, sealed)).toEqual(frame);
  }
  expect(new Set(room.clients.map(({ session }) => session.voicePrivacyCode)).size).toBe(1);
  expect(new Set(room.clients.map(({ session }) => session.epoch)).size).toBe(1);
  for (const { session } of room.clients)
    expect([...session.getUserIds()].sort()).toEqual([...userIds].sort());
}
