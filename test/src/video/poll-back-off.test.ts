import { expect, it } from 'vitest';
import { recordingLog } from '../../support/fake-log.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

it('each poll that fails doubles the time to the next one, up to four minutes, and a good one ends that', async () => {
  const world = await VideoWorld.open();
  world.service.runningMs = 20 * 60_000;
  const polledAt: number[] = [];
  const query = world.service.query.bind(world.service);
  world.service.query = async (taskId) => {
    polledAt.push(world.clock.now());
    return await query(taskId);
  };
  for (let poll = 0; poll < 6; poll += 1) world.service.refuse('query', { fault: 'server', code: 'x' });
  await world.make();
  const seconds = polledAt.map((at, index) => Math.round((at - (polledAt[index - 1] ?? at)) / 1_000));
  expect(seconds.slice(1, 9)).toEqual([30, 60, 120, 240, 240, 240, 15, 15]);
});

it.each([
  ['server', 'InternalError', 'warn'],
  ['credentials', 'InvalidApiKey', 'error'],
] as const)('a poll that fails for %s (%s) is logged at %s', async (fault, code, level) => {
  const recorded = recordingLog();
  const world = await VideoWorld.open({}, { log: recorded.log });
  world.service.refuse('query', { fault, code });
  await world.make();
  expect(recorded.lines.find(({ msg }) => msg === 'a poll failed')).toMatchObject({ level });
  expect(world.job(id).state).toBe('delivered');
});
