import { expect, it } from 'vitest';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { oneAtATime, VideoWorld } from '../../support/video-world.ts';

it('those who are served next see their position, however many older jobs one person has waiting', async () => {
  const world = await VideoWorld.open({
    limits: oneAtATime,
    secondsPerPersonPerDay: 0,
    secondsPerGuildPerDay: 0,
    secondsPerBotPerDay: 0,
  });
  const ask = async (index: number, userId: string) => {
    const id = `10000000000000001${String(index).padStart(2, '0')}`;
    await world.accept({}, { id, userId });
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
