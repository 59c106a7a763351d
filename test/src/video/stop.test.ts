import { describe, expect, it } from 'vitest';
import { VideoWorld } from '../../support/video-world.ts';

const ids = Array.from({ length: 5 }, (_, index) => `100000000000000000${index}`);

/** Five creations that a slow service holds. */
async function heldWorld(held: 'sent' | 'unsent' | 'slow'): Promise<VideoWorld> {
  const world = await VideoWorld.open();
  world.service.held = held;
  for (const id of ids) await world.accept({ prompt: `kite ${id}` }, { id });
  await world.clock.advance(5_000);
  expect(ids.map((id) => world.job(id).state)).toEqual(ids.map(() => 'submitting'));
  return world;
}

/** How long a stop takes, by the clock. */
async function stop(world: VideoWorld): Promise<number> {
  const since = world.clock.now();
  let isOver = false;
  const closing = world.studio.close().then(() => {
    isOver = true;
  });
  for (let step = 0; step < 100 && !isOver; step += 1) await world.clock.advance(100);
  await closing;
  return world.clock.now() - since;
}

describe('a stop while a slow service holds five creations', () => {
  it.each(['sent', 'unsent'] as const)('takes two seconds when they were %s', async (held) => {
    expect(await stop(await heldWorld(held))).toBeLessThanOrEqual(2_000);
  });

  it.each([
    ['made a task to be found by the next start, and none is made twice', 'sent', 'lost'],
    ['never left in the line, and the next start makes each once', 'unsent', 'accepted'],
  ] as const)('leaves those that %s', async (_, held, left) => {
    const world = await heldWorld(held);
    await stop(world);
    expect(ids.map((id) => world.job(id).state)).toEqual(ids.map(() => left));
    world.service.held = undefined;
    await world.restart();
    await world.clock.until(() => ids.every((id) => world.isSettled(id)));
    expect(ids.map((id) => world.job(id).state)).toEqual(ids.map(() => 'delivered'));
    expect(world.service.tasks).toHaveLength(ids.length);
  });

  it('still takes answers that come in the last moment', async () => {
    const world = await heldWorld('slow');
    await stop(world);
    expect(world.job(ids[0] ?? '').state).toBe('pending');
  });
});
