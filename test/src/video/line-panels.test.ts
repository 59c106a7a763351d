import { expect, it } from 'vitest';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { oneAtATime, VideoWorld } from '../../support/video-world.ts';

it('the panel of somebody who was overtaken in the line says so, and so does that of the next', async () => {
  const world = await VideoWorld.open({
    limits: oneAtATime,
  });
  world.service.runningMs = 3_600_000;
  const accept = async (prompt: string, id: string, userId: string) =>
    await world.accept({ prompt }, { id, userId });
  await accept('being made', '1000000000000000001', '2000000000000000001');
  await world.clock.until(() => world.service.tasks.length === 1);
  await accept('second of mine', '1000000000000000002', '2000000000000000001');
  await accept('third of mine', '1000000000000000003', '2000000000000000001');
  await accept('first of somebody', '1000000000000000004', '2000000000000000002');
  const lastPanelOf = (prompt: string) =>
    world.messenger.panels
      .map((body) => FakeMessenger.textOf(body))
      .findLast((text) => text.includes(prompt));
  await world.clock.until(() => lastPanelOf('third of mine')?.includes('2 ahead of you') === true);
  expect(lastPanelOf('second of mine')).toContain('Queue: 1 ahead of you');
  expect(lastPanelOf('first of somebody')).not.toContain('ahead of you');
});
