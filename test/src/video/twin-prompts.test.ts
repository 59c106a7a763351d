import { expect, it } from 'vitest';
import { VideoWorld } from '../../support/video-world.ts';

const lostId = '1000000000000000001';
const otherId = '1000000000000000002';

/** Two members ask for the very same: the first call never arrives, the answer to the second takes until `answer`. */
async function open() {
  const world = await VideoWorld.open();
  const { service } = world;
  service.showsPromptEarly = true;
  service.loseAnswer('before', 'unreachable');
  const answer = Promise.withResolvers<void>();
  const create = service.create.bind(service);
  service.create = async (request) => {
    const created = await create(request);
    await answer.promise;
    return created;
  };
  for (const id of [lostId, otherId]) await world.accept({}, { id });
  await world.clock.until(() => service.tasks.length === 1 && world.job(lostId).state === 'lost');
  return { world, answer };
}

async function expectOneEach(world: VideoWorld): Promise<void> {
  await world.clock.until(() => world.isSettled(lostId) && world.isSettled(otherId));
  expect(world.job(otherId).state).toBe('delivered');
  expect(world.job(lostId).state).toBe('undecided');
  expect(world.messenger.posted).toHaveLength(1);
}

it('a lost job does not take the task of another that asks for the same and is still unanswered', async () => {
  const { world, answer } = await open();
  await world.clock.advance(30_000);
  answer.resolve();
  await expectOneEach(world);
});

it('nor when that answer comes while the search asks for the task', async () => {
  const { world, answer } = await open();
  const query = world.service.query.bind(world.service);
  world.service.query = async (taskId) => {
    const task = await query(taskId);
    answer.resolve();
    await world.clock.sleep(1_000);
    return task;
  };
  await expectOneEach(world);
});
