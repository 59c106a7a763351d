import { expect, test } from 'vitest';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

const hourMs = 3_600_000;

/** For whatever the bot tries, Discord is out of reach until told otherwise. */
async function awayFrom(
  state: 'delivering' | 'failed',
  code?: string,
): Promise<{ world: VideoWorld; back: () => void }> {
  const world = await VideoWorld.open();
  if (state === 'failed') world.service.ending = () => ({ status: 'failed', ...(code ? { code } : {}) });
  for (const call of ['post', 'findOwn', 'editPanel', 'removePanel', 'whisper', 'direct'] as const)
    world.messenger.fail(call, 'temporary', 1e6);
  await world.accept();
  await world.clock.until(() => world.job(id).state === state);
  return { world, back: () => void world.messenger.failures.splice(0) };
}

test('a delivery waits for most of a day until Discord can be reached again', async () => {
  const { world, back } = await awayFrom('delivering');
  await world.clock.advance(20 * hourMs);
  expect(world.job(id).state).toBe('delivering');
  back();
  await world.clock.advance(hourMs);
  expect(world.job(id).state).toBe('delivered');
  expect(world.messenger.posted).toHaveLength(1);
});

test('a delivery that nobody would take in a whole day is tried by direct message', async () => {
  const { world, back } = await awayFrom('delivering');
  await world.clock.until(() => world.job(id).state === 'undeliverable', 30 * hourMs);
  back();
  await world.clock.until(() => world.isSettled(id));
  expect(world.messenger.directs).toHaveLength(1);
});

test('the reason of a failure waits as long for its requester', async () => {
  const { world, back } = await awayFrom('failed');
  await world.clock.advance(20 * hourMs);
  back();
  await world.clock.until(() => world.isSettled(id));
  expect(FakeMessenger.textOf(world.messenger.directs[0]?.body)).toContain('TEST-0001');
});

test('a refused prompt is taken away and told after as long', async () => {
  const { world, back } = await awayFrom('failed', 'DataInspectionFailed');
  // The panel was shown before.
  await world.studio.close();
  const job = world.job(id);
  world.jobs.records.set(id, JSON.stringify({ ...job, panel: { ...job.panel, messageId: 'panel-1' } }));
  await world.restart();
  await world.clock.advance(20 * hourMs);
  expect(world.isSettled(id)).toBe(false);
  back();
  await world.clock.until(() => world.isSettled(id));
  expect(world.messenger.panelsRemoved).toHaveLength(1);
  expect(FakeMessenger.textOf(world.messenger.directs[0]?.body)).toContain('content rules');
});

test('a look for what was posted is repeated less and less often', async () => {
  const { world } = await awayFrom('delivering');
  await world.clock.advance(10 * 60_000);
  const early = world.messenger.tried.filter((call) => call === 'findOwn').length;
  await world.clock.advance(hourMs);
  const later = world.messenger.tried.filter((call) => call === 'findOwn').length - early;
  expect(early).toBeGreaterThan(3);
  expect(later).toBeLessThan(20);
});
