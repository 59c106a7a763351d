import { test as base, describe, expect } from 'vitest';
import { expectTogether } from './expect-together.ts';
import { SimulatedCall } from './simulated-call.ts';

const test = base
  .extend('room', () => new SimulatedCall())
  .extend('two', () => SimulatedCall.of(ann, ben))
  .extend('three', () => SimulatedCall.of(ann, ben, cyd))
  .extend('one', () => SimulatedCall.of(ann));

const ann = '1324000000000000101';
const ben = '1324000000000000102';
const cyd = '1324000000000000103';
const dan = '1324000000000000104';

function opsTo(room: SimulatedCall, userId: string): readonly number[] {
  return room.sent.filter((one) => one.userId === userId).map(({ message }) => message.op);
}

describe('a group begins', () => {
  test('two people agree on keys in transition 0 and hear each other', ({ room }) => {
    const first = room.join(ann);
    expect(first.session.ready).toBe(false);
    const second = room.join(ben);
    expectTogether(room, [ann, ben]);
    expect([first.executed, second.executed]).toEqual([[0], [0]]);
    expect(room.timers.size).toBe(0);
  });

  test('people who come at the same moment are in one group', ({ room }) => {
    for (const userId of [ann, ben, cyd, dan]) room.join(userId, false);
    room.settle();
    expectTogether(room, [ann, ben, cyd, dan]);
  });

  test('the first commit wins: its author gets op 29, those it adds get op 30, and a later one of that epoch is dropped', () => {
    const room = new SimulatedCall();
    room.join(ann, false);
    room.join(ben, false);
    for (const userId of [ann, ben]) room.hear(userId);
    room.deliverAll(ann);
    room.deliverAll(ben);
    expect(room.hear(ben)).toBe(28);
    expect(room.call.members).toEqual([ben, ann]);
    expect(room.hear(ann)).toBe(28);
    room.settle();
    expectTogether(room, [ann, ben]);
    expect(opsTo(room, ben).filter((op) => op > 28)).toEqual([29]);
    expect(opsTo(room, ann).filter((op) => op > 28)).toEqual([30]);
  });

  test('somebody who comes before the group began is told at once of those who wait', ({ one: room }) => {
    room.join(ben, false);
    expect(opsTo(room, ben)).toEqual([25, 27]);
    room.deliverAll(ben);
    room.hear(ben);
    // Ann has heard of nobody: it is the newcomer who begins the group.
    expect(room.hear(ben)).toBe(28);
    expect(room.call.members).toEqual([ben, ann]);
    room.settle();
    expectTogether(room, [ann, ben]);
  });

  test('somebody who just came is sent no op 24', ({ three: room }) => {
    expect(room.sent.filter(({ message }) => message.op === 24)).toEqual([]);
  });

  test('a stale proposal is revoked when its person leaves before the group began', ({ one: room }) => {
    room.join(ben, false);
    room.hear(ben);
    room.leave(ben, false);
    room.join(cyd, false);
    room.settle();
    expectTogether(room, [ann, cyd]);
    const toAnn = room.sent.filter((one) => one.userId === ann && one.message.op === 27);
    const operations = toAnn.map(({ message }) => ('payload' in message ? message.payload.readUInt8() : -1));
    expect(operations).toEqual([0, 1, 0]);
  });

  test('when one of two additions is revoked, the other is proposed again, since a client commits to the rest without a welcome', () => {
    const room = new SimulatedCall();
    room.join(ann, false);
    room.join(ben, false);
    room.join(cyd, false);
    for (const userId of [ann, ben, cyd]) room.hear(userId);
    room.deliverAll(ann);
    room.leave(cyd, false);
    room.settle();
    expectTogether(room, [ann, ben]);
  });

  test('a member without a key package when the group begins is added with it afterwards', ({ room }) => {
    room.join(ann, false);
    room.join(ben, false);
    room.join(cyd, false);
    room.hear(ann);
    room.hear(ben);
    // The newcomer holds both proposals for a group that begins without them.
    room.deliverAll(cyd);
    room.deliverAll(ann);
    room.hear(ann);
    expect(room.call.members).toEqual([ann, ben]);
    // What the newcomer holds is void; a commit to it would come too late for anything.
    const last = room.sent.filter(({ userId }) => userId === cyd).at(-1)?.message;
    expect(last && 'payload' in last && [last.op, last.payload.readUInt8()]).toEqual([27, 1]);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });
});

describe('a group changes', () => {
  test('a third person is added in mid-speech and no frame is lost', ({ room }) => {
    const speaker = room.join(ann);
    const listener = room.join(ben);
    room.join(cyd, false);
    const epochs = new Set<bigint | null>();
    const onTheWay: { readonly opus: Buffer; readonly sealed: Buffer }[] = [];
    for (let frame = 0; room.step(); frame += 1) {
      const opus = Buffer.from(`frame ${frame}`);
      onTheWay.push({ opus, sealed: speaker.encrypt(opus) });
      epochs.add(speaker.session.epoch);
      // A frame may overtake the commit that its key comes from; it is heard once that is there.
      if (speaker.session.epoch !== listener.session.epoch) continue;
      for (const { opus, sealed } of onTheWay.splice(0)) expect(listener.decrypt(ann, sealed)).toEqual(opus);
    }
    expect([...epochs]).toEqual([1n, 2n]);
    expect(onTheWay).toEqual([]);
    expectTogether(room, [ann, ben, cyd]);
  });

  test('members get op 29 and the added op 30, in one transition that counts up', () => {
    const room = SimulatedCall.of(ann, ben, cyd, dan);
    expect(room.clients.map(({ executed }) => executed)).toEqual([[0, 1, 2], [0, 1, 2], [1, 2], [2]]);
    expect(room.timers.size).toBe(0);
  });

  test('somebody who leaves is removed and understands nothing any longer', ({ room }) => {
    const speaker = room.join(ann);
    room.join(ben);
    const gone = room.join(cyd);
    room.leave(cyd);
    expectTogether(room, [ann, ben]);
    expect(() => gone.decrypt(ann, speaker.encrypt(Buffer.from('for two')))).toThrow();
  });

  test('a leaf that became free is the next one to be taken', ({ three: room }) => {
    room.leave(ben);
    const back = room.join(dan);
    expect(back.session.ownLeafIndex).toBe(room.call.members.indexOf(dan));
    room.join(ben);
    expectTogether(room, [ann, ben, cyd, dan]);
    const byLeaf = [...room.clients].sort(
      (left, right) => Number(left.session.ownLeafIndex) - Number(right.session.ownLeafIndex),
    );
    expect(byLeaf.map(({ userId }) => userId)).toEqual(room.call.members);
  });

  test('an addition that is out is revoked when its person leaves', ({ two: room }) => {
    room.join(cyd, false);
    room.hear(cyd);
    room.deliverAll(ann);
    room.leave(cyd);
    expectTogether(room, [ann, ben]);
    expect(room.clients.map(({ session }) => session.epoch)).toEqual([1n, 1n]);
  });

  test('a removal waits for the epoch after an addition that is out', ({ three: room }) => {
    room.join(dan, false);
    room.hear(dan);
    room.leave(cyd, false);
    room.settle();
    expectTogether(room, [ann, ben, dan]);
  });

  test('somebody who comes back at once is removed and added', ({ three: room }) => {
    room.leave(cyd, false);
    room.join(cyd, false);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });

  test('a new key package of a member replaces that member', ({ one: room }) => {
    const changing = room.join(ben);
    room.join(cyd);
    changing.startOver();
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });

  test('when everybody in the group is gone, those who were waiting begin one', ({ two: room }) => {
    room.join(cyd, false);
    room.join(dan, false);
    room.hear(cyd);
    room.leave(ann, false);
    room.leave(ben, false);
    room.settle();
    expectTogether(room, [cyd, dan]);
  });
});

describe('one person is left', () => {
  test('op 24 with epoch 1, then op 21 with transition 0, and the next one to come begins a new group', () => {
    const room = new SimulatedCall();
    const last = room.join(ann);
    room.join(ben);
    const code = last.session.voicePrivacyCode;
    room.leave(ben);
    expect(room.sent.slice(-2)).toEqual([
      { userId: ann, message: { op: 24, d: { protocol_version: 1, epoch: 1 } } },
      { userId: ann, message: { op: 21, d: { transition_id: 0, protocol_version: 1 } } },
    ]);
    expect(room.call.members).toEqual([]);
    room.join(cyd);
    expectTogether(room, [ann, cyd]);
    expect(last.session.voicePrivacyCode).not.toBe(code);
  });

  test('somebody who comes before the last one has answered is let in', ({ two: room }) => {
    room.leave(ben, false);
    room.join(cyd, false);
    room.hear(cyd);
    room.settle();
    expectTogether(room, [ann, cyd]);
  });

  test('a commit of the old group that is still on its way is dropped', ({ two: room }) => {
    room.join(cyd, false);
    room.hear(cyd);
    room.deliverAll(ann);
    room.leave(ben, false);
    room.leave(cyd, false);
    expect(room.hear(ann)).toBe(28);
    expect(room.call.members).toEqual([]);
    room.join(dan);
    expectTogether(room, [ann, dan]);
  });
});
