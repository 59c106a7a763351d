import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { actorOf, ada, ben, ConversationWorld } from '../../support/conversation-world.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { rejection } from '../../support/rejection.ts';

/** A call whose minutes run out after so long. */
async function running(leftMs: number, isPayersDay = true) {
  const world = new ConversationWorld();
  const call = await world.start();
  call.left = { endsAt: world.clock.now() + leftMs, isPayersDay };
  const there = () =>
    world.messenger.posted
      .filter(({ id }) => !world.messenger.removed.includes(id))
      .map(({ body }) => FakeMessenger.textOf(body));
  return { world, call, there };
}

describe('minutes that run out', () => {
  it('are told five minutes and one minute before, in one message at a time, with a button to go on', async () => {
    const { world, call, there } = await running(6 * 60_000);
    await world.clock.advance(45_000);
    expect(there()).toEqual([]);
    await world.clock.advance(30_000);
    expect(there()).toEqual([expect.stringContaining(`<@${ada}>'s minutes for today run out <t:`)]);
    expect(there()[0]).toContain(`converse:continue:${call.request.id}`);
    await world.clock.advance(3 * 60_000);
    expect(world.messenger.posted).toHaveLength(1);
    await world.clock.advance(60_000);
    expect(world.messenger.posted).toHaveLength(2);
    expect(there()).toHaveLength(1);
  });

  it('go on with those of the person who presses, and the message is gone', async () => {
    const { world, call, there } = await running(4 * 60_000);
    await world.clock.advance(15_000);
    world.arrive(ben);
    await world.desk.continueOn(actorOf(ben), call.request.id);
    await world.clock.advance(0);
    expect(call.payer).toBe(ben);
    expect(there().join()).not.toContain('run out');
    expect(await world.panel()).toContain('👂');
  });

  it('are only for those who could have started it, and who have some', async () => {
    const { world, call } = await running(4 * 60_000);
    const refused = await rejection(world.desk.continueOn(actorOf(ben), call.request.id), Refusal);
    expect(refused.facts.code).toBe('call-elsewhere');
    call.spent = new Refusal({
      ...{ code: 'quota-spent', scope: 'person', unit: 'live-seconds' },
      ...{ limit: 60, left: 0, asked: 60, resetsAt: 0 },
    });
    world.arrive(ben);
    const spent = await rejection(world.desk.continueOn(actorOf(ben), call.request.id), Refusal);
    expect(spent.facts.code).toBe('quota-spent');
    expect(call.payer).toBe(ada);
  });

  it("have no button where the server's run out first", async () => {
    const { world, there } = await running(4 * 60_000, false);
    await world.clock.advance(15_000);
    expect(there()[0]).toContain("This server's minutes for today run out");
    expect(there()[0]).not.toContain('custom_id');
  });

  it('are not told any more once the call ended', async () => {
    const { world, call, there } = await running(4 * 60_000);
    await world.clock.advance(15_000);
    expect(there()).toHaveLength(1);
    await call.stop();
    await world.clock.advance(60_000);
    expect(there()).toEqual([]);
    expect(world.messenger.posted).toHaveLength(1);
  });
});
