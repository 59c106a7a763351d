import { expect, it } from 'vitest';
import { recordingLog } from '../../support/fake-log.ts';
import { VideoWorld } from '../../support/video-world.ts';

const timesTried = ({ messenger }: VideoWorld) =>
  messenger.tried.filter((call) => call === 'editPanel').length;

it('a panel that was never shown is tried again while its token lives, so that it can be changed later', async () => {
  const world = await VideoWorld.open();
  world.service.runningMs = 30 * 60_000;
  world.messenger.fail('editPanel', 'temporary', 8);
  await world.make();
  expect(world.messenger.lastPanel).toContain('Done');
  expect(world.messenger.panelsRemoved).toHaveLength(1);
});

it('a panel that cannot be drawn for minutes is told once', async () => {
  const recorded = recordingLog();
  const world = await VideoWorld.open({}, { log: recorded.log });
  world.service.runningMs = 60 * 60_000;
  world.messenger.fail('editPanel', 'temporary', 1_000);
  await world.accept();
  await world.clock.advance(10 * 60_000);
  expect(timesTried(world)).toBeGreaterThan(50);
  const told = () => recorded.lines.filter(({ msg }) => msg === "couldn't update a panel");
  expect(told()).toHaveLength(1);
});

it('a token that dies first is the end of that', async () => {
  const world = await VideoWorld.open();
  world.service.runningMs = 60 * 60_000;
  world.messenger.fail('editPanel', 'temporary', 1_000);
  await world.accept();
  await world.clock.advance(16 * 60_000);
  const tried = timesTried(world);
  await world.clock.advance(30 * 60_000);
  expect(tried).toBeLessThan(100);
  expect(timesTried(world)).toBe(tried);
});
