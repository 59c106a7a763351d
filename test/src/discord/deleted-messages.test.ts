import { expect, it } from 'vitest';
import { MessageError, type PanelAddress } from '../../../src/discord/messenger.ts';
import { actorOf } from '../../support/conversation-world.ts';
import type { FakeMessenger } from '../../support/fake-messenger.ts';
import { InterpreterWorld } from '../../support/interpreter-world.ts';
import { ada, ben, SpeechWorld } from '../../support/speech-world.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

/** Somebody deletes a message: Discord knows no such message from now on. Returns how often it was edited since. */
function deletes(messenger: FakeMessenger, isMeant: (panel: PanelAddress) => boolean): () => number {
  const edit = messenger.editPanel.bind(messenger);
  let edits = 0;
  messenger.editPanel = async (panel, body) => {
    if (!isMeant(panel)) return await edit(panel, body);
    edits += 1;
    throw new MessageError('closed', undefined, 10_008);
  };
  return () => edits;
}

it('the panel of a call that somebody deleted is edited no more than once', async () => {
  const world = new InterpreterWorld();
  const call = await world.start();
  await world.clock.advance(5_000);
  const edits = deletes(world.messenger, () => true);
  for (const userId of [ada, ben]) {
    await world.desk.join(actorOf(userId), 'en-US').catch(() => call.join(userId));
    await world.clock.advance(30_000);
  }
  await call.stop();
  await world.clock.advance(120_000);
  expect(edits()).toBe(1);
});

it('the panel of what is read aloud is edited no more than once after somebody deleted it', async () => {
  const world = new SpeechWorld();
  world.join(ada, ben);
  await world.say(ada, 'first');
  const room = world.holdRoom();
  await world.say(ada, 'second');
  await world.settle();
  const panel = world.messenger.posted.at(-1)?.id;
  expect(panel).toBeDefined();
  const edits = deletes(world.messenger, ({ messageId }) => messageId === panel);
  for (const text of ['third', 'fourth', 'fifth']) {
    await world.say(ben, text);
    await world.clock.advance(30_000);
  }
  room.mouth.release();
  await world.clock.advance(30_000);
  expect(edits()).toBe(1);
  await world.close();
});

it("a video's panel is edited no more than once after somebody deleted it, and the video arrives", async () => {
  const world = await VideoWorld.open();
  const { id } = orderFor(world);
  await world.studio.accept(orderFor(world), { of: 'text', prompt: 'a kite' });
  const edits = deletes(world.messenger, () => true);
  await world.clock.until(() => world.isSettled(id));
  await world.clock.advance(600_000);
  expect(world.job(id).state).toBe('delivered');
  expect(edits()).toBe(1);
  await world.close();
});
