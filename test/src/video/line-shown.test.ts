import { afterEach, expect, it } from 'vitest';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const worlds: VideoWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

it('those who are served next see their position, however many older jobs one person has waiting', async () => {
  const world = await VideoWorld.open({
    limits: {
      standard: { createsPerSecond: 5, tasksAtOnce: 1 },
      small: { createsPerSecond: 2, tasksAtOnce: 2 },
    },
    secondsPerPersonPerDay: 0,
    secondsPerGuildPerDay: 0,
    secondsPerBotPerDay: 0,
  });
  worlds.push(world);
  const ask = async (index: number, userId: string) => {
    const id = `10000000000000001${String(index).padStart(2, '0')}`;
    await world.studio.accept(orderFor(world, id, { userId }), { of: 'text', prompt: 'a kite' });
    return id;
  };
  for (let index = 0; index < 8; index += 1) await ask(index, 'flood');
  await world.clock.until(() => world.service.tasks.length === 1);
  const [, , last] = [await ask(20, 'first'), await ask(21, 'second'), await ask(22, 'third')];
  await world.clock.until(() => world.service.tasks.length === 4);
  const shown = world.messenger.panels
    .map((body) => FakeMessenger.textOf(body))
    .filter((text) => text.includes(last));
  const positions = shown.map((text) => /Queue: (\d+) ahead/.exec(text)?.[1] ?? '-');
  expect(positions.join(' ')).toMatch(/2 .*1 .*-/);
});
