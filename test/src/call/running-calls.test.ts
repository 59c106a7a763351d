import { expect, it } from 'vitest';
import { RunningCalls } from '../../../src/call/running-calls.ts';
import { conversationPresenter } from '../../../src/conversation/presenter.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { CallWorld, textChannel } from '../../support/call-world.ts';
import { callRequest } from '../../support/conversation-world.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';

const running = ({ running: shelf, messenger, clock, recorded }: CallWorld) =>
  new RunningCalls({ shelf, presenter: conversationPresenter, messenger, clock, log: recorded.log });

/** What a killed process left: a call whose panel was shown. */
async function killed(world = new CallWorld(1n)): Promise<CallWorld> {
  const calls = running(world);
  await calls.add(callRequest());
  await calls.shown(callRequest().id, textChannel, 'panel-message');
  return world;
}

it('after a kill the old panel says that the call is over, and has no buttons; the channel is told, too', async () => {
  const world = await killed();
  await running(world).recover();
  const edits = world.messenger.panels.map((body) => FakeMessenger.textOf(body));
  expect(edits).toEqual([expect.stringContaining('I restarted')]);
  expect(edits[0]).not.toContain('custom_id');
  expect(world.posts()).toEqual([expect.stringContaining('I restarted')]);
  expect(world.running.records.size).toBe(0);
});

it('a panel that is gone keeps nobody from being told', async () => {
  const world = await killed();
  const error = new MessageError('closed', undefined, 10_008);
  world.messenger.failures.push({ call: 'editPanel', when: 'before', error });
  await running(world).recover();
  expect(world.posts()).toHaveLength(1);
  expect(world.running.records.size).toBe(0);
});

it('a call without a known panel, as earlier versions left it, is told in its channel', async () => {
  const world = new CallWorld(1n);
  await running(world).add(callRequest());
  await running(world).recover();
  expect(world.messenger.panels).toEqual([]);
  expect(world.messenger.posted.map(({ channelId }) => channelId)).toEqual([textChannel]);
});

it('a call that was moved still has its panel, and one that is over has no record whatever comes late', async () => {
  const world = await killed();
  const calls = running(world);
  await calls.add(callRequest());
  void calls.shown(callRequest().id, textChannel, 'panel-message');
  await calls.moved(callRequest({}, { voiceChannelId: 'elsewhere' }));
  const [record = ''] = world.running.records.values();
  expect(JSON.parse(record)).toMatchObject({ panelId: 'panel-message', voiceChannelId: 'elsewhere' });
  void calls.shown(callRequest().id, textChannel, 'another');
  await calls.noteEnded(callRequest().id);
  await calls.shown(callRequest().id, textChannel, 'late');
  await calls.moved(callRequest());
  expect(world.running.records.size).toBe(0);
});

it("a call's end that couldn't be written has its last try when the bot stops", async () => {
  const world = await killed();
  const calls = running(world);
  world.writeFaults.fail(1, 1);
  await calls.noteEnded(callRequest().id);
  expect(world.running.records.size).toBe(1);
  await calls.close();
  expect(world.running.records.size).toBe(0);
});
