import { expect, it } from 'vitest';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

/** A creation that never arrives, while somebody else with the same account makes a video from `prompt`. */
async function lostBeside(prompt: string): Promise<VideoWorld> {
  const world = await VideoWorld.open();
  world.service.loseAnswer('before');
  await world.accept();
  await world.clock.until(() => world.job(id).state === 'lost');
  const { request } = world.job(id);
  world.service.tasks.push({
    id: 'task-of-somebody',
    request: { ...request, prompt },
    createdAt: world.clock.now(),
    status: 'pending',
  });
  await world.clock.until(() => world.isSettled(id));
  return world;
}

it('a task that is not ours and was made from another prompt is never taken for a lost one', async () => {
  const world = await lostBeside('a boat');
  expect(world.job(id)).toMatchObject({ state: 'undecided' });
});

it('a task that nobody owns and that was made from the prompt of the lost job is its task', async () => {
  const world = await lostBeside('a kite');
  expect(world.job(id)).toMatchObject({ state: 'delivered', taskId: 'task-of-somebody' });
});
