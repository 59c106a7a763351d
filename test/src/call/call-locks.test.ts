import { describe, expect, it } from 'vitest';
import { CallAccess } from '../../../src/call/call-access.ts';
import { CallLocks } from '../../../src/call/call-locks.ts';
import { KeptAsks } from '../../../src/call/kept-asks.ts';
import type { BasicCall } from '../../../src/call/types.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { actorOf, ada, ben, callRequest, guildId, voiceChannel } from '../../support/conversation-world.ts';
import { FakeCall } from '../../support/fake-calls.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { FakeVoiceRooms } from '../../support/fake-voice.ts';
import { FakeVoicePeople } from '../../support/fake-voice-people.ts';
import { refusal, rejection } from '../../support/rejection.ts';

const offer = () => ({ feature: 'interpret', action: 'switch', id: '1' }) as const;

/** A conversation is there; `call` is how it can be found, once it's there. */
function stage() {
  const rooms = new FakeVoiceRooms();
  rooms.put(guildId, ada, voiceChannel);
  const people = new FakeVoicePeople(rooms);
  const found: { call: BasicCall | undefined } = { call: new FakeCall(callRequest()) };
  const locks = new CallLocks();
  locks.registerKind('conversation', new CallAccess('conversation', { of: () => found.call }, rooms, people));
  const interpret = (userId = ada, facts = {}) => locks.acquire(actorOf(userId, facts), 'interpreter', offer);
  return { locks, found, interpret, converse: () => locks.acquire(actorOf(ada), 'conversation', offer) };
}

describe('the one place that a server has for a call', () => {
  it('is taken by one kind at a time, and free again when that is over', async () => {
    const { interpret, converse } = stage();
    const giveBack = await converse();
    expect(await refusal(interpret())).toEqual({
      code: 'call-other-running',
      kind: 'conversation',
      channelId: voiceChannel,
    });
    giveBack();
    giveBack();
    const interpreting = await interpret();
    expect(await refusal(converse())).toMatchObject({ kind: 'interpreter' });
    interpreting();
    await converse();
  });

  it('is kept by the second of two of one kind when the first is over', async () => {
    const { interpret, converse } = stage();
    const first = await converse();
    const second = await converse();
    first();
    await rejection(interpret(), Refusal);
    second();
    await interpret();
  });

  it('is waited for while the other call is ending', async () => {
    const { found, interpret, converse } = stage();
    const giveBack = await converse();
    if (found.call) await found.call.stop();
    let isTaken = false;
    const taking = interpret().then(() => {
      isTaken = true;
    });
    await settle();
    expect(isTaken).toBe(false);
    giveBack();
    await taking;
  });

  it('is offered to people who may end the other call, and its room is named to people who may know of it', async () => {
    const { found, interpret, converse } = stage();
    await converse();
    expect((await rejection(interpret(), Refusal)).offer).toEqual(offer());
    const outside = await rejection(interpret(ben), Refusal);
    expect([outside.offer, outside.facts]).toEqual([
      undefined,
      expect.objectContaining({ channelId: voiceChannel }),
    ]);
    const stranger = await rejection(interpret(ben, { channels: {} }), Refusal);
    expect(stranger.facts).toMatchObject({ channelId: undefined });
    expect((await rejection(interpret(ben, { everywhere: ['ManageGuild'] }), Refusal)).offer).toEqual(
      offer(),
    );
    // It's being opened: nobody can end it yet.
    found.call = undefined;
    expect((await rejection(interpret(), Refusal)).offer).toBeUndefined();
  });

  it('is cleared by who may, and left alone by who may not', async () => {
    const { locks, found, converse } = stage();
    const giveBack = await converse();
    void found.call?.ended.then(giveBack);
    expect(await refusal(locks.endOther(actorOf(ben), 'interpreter'))).toMatchObject({
      code: 'call-not-there',
    });
    expect(found.call?.state.is).toBe('running');
    await locks.endOther(actorOf(ada), 'interpreter');
    expect(found.call?.state.is).toBe('ended');
    await locks.endOther(actorOf(ada), 'interpreter');
  });
});

it('what somebody asked for is kept for them alone, once, and for a quarter of an hour', async () => {
  const clock = new FakeClock();
  const asks = new KeptAsks<string>(clock);
  const taking = async (userId = ada) => asks.take('1', actorOf(userId));
  asks.keep('1', actorOf(ada), 'this');
  await rejection(taking(ben), Refusal);
  expect(await taking()).toBe('this');
  await rejection(taking(), Refusal);
  asks.keep('1', actorOf(ada), 'this');
  await clock.advance(15 * 60_000);
  await rejection(taking(), Refusal);
  asks.keep('1', actorOf(ada), 'this');
  for (let index = 2; index <= 1_001; index += 1) asks.keep(String(index), actorOf(ada), 'that');
  await rejection(taking(), Refusal);
});
