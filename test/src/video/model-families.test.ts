import { expect, it } from 'vitest';
import { VideoWorld } from '../../support/video-world.ts';

it('the small models have an account limit of their own, and their line holds up no other model', async () => {
  const world = await VideoWorld.open({ secondsPerPersonPerDay: 0, secondsPerGuildPerDay: 0 });
  const models = [
    ...Array.from({ length: 4 }, () => 'gen2.2-t2v-plus'),
    ...Array.from({ length: 3 }, () => 'gen2.1-t2v-turbo'),
    ...Array.from({ length: 7 }, () => 'gen2.5-t2v-preview'),
  ];
  for (const [index, model] of models.entries()) {
    const id = `10000000000000002${String(index).padStart(2, '0')}`;
    await world.accept({ model, prompt: `kite ${index}` }, { id });
  }
  await world.clock.advance(10_000);
  const made = Map.groupBy(world.service.tasks, ({ request }) => request.model);
  expect([...made].map(([model, tasks]) => [model, tasks.length]).toSorted()).toEqual([
    ['gen2.2-t2v-plus', 2],
    ['gen2.5-t2v-preview', 5],
  ]);
});
