import { expect, it } from 'vitest';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

it('a result of which only a part arrived is fetched again: it was paid for', async () => {
  const world = await VideoWorld.open();
  world.downloads.push({ holds: 'rubbish' }, { holds: 'rubbish' });
  await world.make();
  expect(world.job(id).state).toBe('delivered');
  expect(world.messenger.posted).toHaveLength(1);
});
