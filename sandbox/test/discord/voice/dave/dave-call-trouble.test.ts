import { test as base, describe, expect } from 'vitest';
import { expectTogether } from './expect-together.ts';
import { SimulatedCall } from './simulated-call.ts';

const test = base.extend('room', () => SimulatedCall.of(ann, ben)).extend('one', () => SimulatedCall.of(ann));

const ann = '1324000000000000101';
const ben = '1324000000000000102';
const cyd = '1324000000000000103';
const dan = '1324000000000000104';

function opsTo(room: SimulatedCall, userId: string): readonly number[] {
  return room.sent.filter((one) => one.userId === userId).map(({ message }) => message.op);
}

function lastTo(room: SimulatedCall, userId: string) {
  return room.sent.filter((one) => one.userId === userId).at(-1)?.message;
}

describe('a transition', () => {
  test('is executed when the last one says that it is ready, not before', ({ room }) => {
    const joining = room.join(cyd, false);
    // Everything but what the newcomer says after the welcome.
    for (let turn = 0; turn < 10; turn += 1) {
      for (const userId of [ann, ben]) {
        room.deliverAll(userId);
        room.hear(userId);
      }
      if (turn === 0) room.hear(cyd);
      room.deliverAll(cyd);
    }
    expect(joining.answers.at(-1)).toEqual({ op: 23, transitionId: 1 });
    expect(opsTo(room, ann)).not.toContain(22);
    expect(room.hear(cyd)).toBe(23);
    for (const userId of [ann, ben, cyd])
      expect(lastTo(room, userId)).toEqual({ op: 22, d: { transition_id: 1 } });
    expect(room.timers.size).toBe(0);
  });

  test('is executed after two seconds when somebody does not answer', ({ room }) => {
    room.join(cyd, false);
    room.hear(cyd);
    for (const userId of [ann, ben, ann]) {
      room.deliverAll(userId);
      room.hear(userId);
    }
    expect([...room.timers].map(({ delayMs }) => delayMs)).toEqual([2_000]);
    room.elapse();
    expect(lastTo(room, ann)).toEqual({ op: 22, d: { transition_id: 1 } });
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });

  test('does not wait for somebody who left', () => {
    const room = SimulatedCall.of(ann, ben, cyd);
    room.silence(cyd);
    room.join(dan);
    expect(room.timers.size).toBe(1);
    room.leave(cyd);
    expect(room.timers.size).toBe(0);
    expectTogether(room, [ann, ben, dan]);
  });

  test('that somebody owes an answer to is executed before they are left alone', ({ room }) => {
    room.silence(ann);
    room.join(cyd);
    room.leave(cyd);
    room.leave(ben);
    expect(opsTo(room, ann).slice(-4)).toEqual([22, 22, 24, 21]);
    expect(room.timers.size).toBe(0);
  });

  test('ready for something unknown changes nothing', ({ room }) => {
    const before = room.sent.length;
    room.call.receive(ann, { op: 23, transitionId: 77 });
    room.call.receive('1324000000000009999', { op: 23, transitionId: 0 });
    expect(room.sent.length).toBe(before);
    expect(room.offences).toEqual([]);
  });
});

describe('op 31', () => {
  test('removes that member and adds them again with their next key package', () => {
    const room = SimulatedCall.of(ann, ben, cyd);
    const [, confused] = room.clients;
    confused?.complain(2);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
    expect(opsTo(room, ben)).not.toContain(24);
  });

  test('ends the wait for that member', () => {
    const room = SimulatedCall.of(ann, ben, cyd);
    room.join(dan, false);
    room.hear(dan);
    for (const userId of [ann, ben, dan, ann, ben, dan, ann]) {
      room.deliverAll(userId);
      room.hear(userId);
    }
    expect(opsTo(room, ann).filter((op) => op === 22)).toHaveLength(1);
    room.call.receive(cyd, { op: 31, transitionId: 2 });
    expect(opsTo(room, ann).filter((op) => op === 22)).toHaveLength(2);
    expect(room.timers.size).toBe(0);
  });

  test('while no group is established changes nothing', ({ one: room }) => {
    room.call.receive(ann, { op: 31, transitionId: 0 });
    expect(opsTo(room, ann)).toEqual([25]);
    room.join(ben);
    expectTogether(room, [ann, ben]);
  });

  test('in a group of two leaves the other one alone in it until the next key package', ({ one: room }) => {
    const confused = room.join(ben);
    confused.complain(0);
    room.settle();
    expectTogether(room, [ann, ben]);
  });

  test('follows a welcome that cannot be processed, and the member gets in anyway', ({ room }) => {
    const joining = room.join(cyd, false);
    room.hear(cyd);
    room.deliverAll(cyd);
    // The private half of what it sent is gone.
    joining.session.reinit(1, cyd, '1324000000000000777');
    room.settle();
    expect(joining.failures.splice(0)).toHaveLength(1);
    expect(joining.answers.map(({ op }) => op)).toContain(31);
    expectTogether(room, [ann, ben, cyd]);
  });
});

describe('trouble on demand', () => {
  test('a welcome that is held keeps back what follows it for that client, and nothing for the others', () => {
    const room = new SimulatedCall();
    const speaker = room.join(ann);
    room.join(ben);
    const hold = room.call.holdWelcome();
    const waiting = room.join(cyd);
    room.elapse();
    room.join(dan);
    room.settle();
    expect(waiting.session.ready).toBe(false);
    expect(waiting.failures).toEqual([]);
    expect(opsTo(room, cyd)).toEqual([25]);
    expect(speaker.executed).toContain(1);
    hold.release();
    hold.release();
    room.settle();
    expectTogether(room, [ann, ben, cyd, dan]);
  });

  test('welcomes are held until everybody who holds them has let go', ({ one: room }) => {
    const [first, second] = [room.call.holdWelcome(), room.call.holdWelcome()];
    room.join(ben);
    first.release();
    first.release();
    room.settle();
    expect(opsTo(room, ann).concat(opsTo(room, ben))).not.toContain(30);
    second.release();
    room.settle();
    expectTogether(room, [ann, ben]);
  });

  test('what is held for somebody who left is never sent', ({ one: room }) => {
    const hold = room.call.holdWelcome();
    room.join(ben);
    room.leave(ben);
    room.join(ben);
    hold.release();
    room.settle();
    expectTogether(room, [ann, ben]);
  });

  test('a proposal of a wrong epoch is refused by the member, and the group goes on', () => {
    const room = new SimulatedCall();
    const victim = room.join(ann);
    room.call.sendWrongEpochProposal(ann);
    room.settle();
    expect(victim.failures.splice(0)).toHaveLength(1);
    room.join(ben);
    room.call.sendWrongEpochProposal(ann);
    room.settle();
    expect(victim.failures.splice(0)).toHaveLength(1);
    room.join(cyd);
    expectTogether(room, [ann, ben, cyd]);
  });

  test('after close nothing is sent and no timer is left', ({ room }) => {
    room.silence(ben);
    room.join(cyd);
    expect(room.timers.size).toBe(1);
    const before = room.sent.length;
    room.call.close();
    room.leave(ann);
    expect(room.timers.size).toBe(0);
    expect(room.sent.length).toBe(before);
  });
});
