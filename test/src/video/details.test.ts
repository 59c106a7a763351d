import { afterEach, expect, it } from 'vitest';
import { renderDetails } from '../../../src/video/details.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger, orderFor, VideoWorld } from '../../support/video-world.ts';

const id = '1000000000000000001';
const worlds: VideoWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function detailsAfter(arrange: (world: VideoWorld) => void): Promise<string> {
  const world = await VideoWorld.open();
  worlds.push(world);
  arrange(world);
  await world.studio.accept(orderFor(world), { of: 'text', prompt: 'a kite' });
  await world.clock.until(() => world.isSettled(id));
  return FakeMessenger.textOf(renderDetails(world.job(id), wordsFor('en-US')));
}

it('the details of a task that failed hold its task id and the request id of the answer that said so', async () => {
  const details = await detailsAfter((world) => {
    world.service.ending = () => ({ status: 'failed', code: 'InternalError', requestId: 'request-7' });
  });
  expect(details).toContain('task-1');
  expect(details).toContain('request-7');
});

it('the details of a refused creation hold its request id', async () => {
  const details = await detailsAfter((world) => {
    world.service.failures.push({
      call: 'create',
      when: 'before',
      error: {
        fault: 'moderation',
        code: 'DataInspectionFailed',
        requestId: 'request-8',
        nothingHappened: true,
      },
    });
  });
  expect(details).toContain('request-8');
});
