import { expect, it, onTestFinished } from 'vitest';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const id = '1000000000000000001';

it('a result of which only a part arrived is fetched again: it was paid for', async () => {
  const world = await VideoWorld.open();
  onTestFinished(() => world.close());
  world.downloads.push({ holds: 'rubbish' }, { holds: 'rubbish' });
  await world.studio.accept(orderFor(world), { of: 'text', prompt: 'a kite' });
  await world.clock.until(() => world.isSettled(id));
  expect(world.job(id).state).toBe('delivered');
  expect(world.messenger.posted).toHaveLength(1);
});
