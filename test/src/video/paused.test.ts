import { expect, it, onTestFinished } from 'vitest';
import type { SpendingRules } from '../../../src/community/spending.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const ask = { of: 'text', prompt: 'a kite', duration: 5 } as const;

async function open() {
  const world = await VideoWorld.open();
  onTestFinished(async () => await world.close());
  let pausedBy: 'guild' | undefined;
  let pausesNext = false;
  const asked: string[] = [];
  world.rules = {
    limitsOf: (_guild, _user, unit) => {
      asked.push(unit);
      return [];
    },
    pausedBy: async () => {
      const now = pausedBy;
      if (pausesNext) pausedBy = 'guild';
      return now;
    },
    noteSpending: () => undefined,
  } satisfies SpendingRules;
  await world.restart();
  return {
    world,
    asked,
    pause: () => {
      pausedBy = 'guild';
    },
    resume: () => {
      pausedBy = undefined;
      pausesNext = false;
    },
    /** Right after the next one is accepted. */
    pauseAfterNext: () => {
      pausesNext = true;
    },
  };
}

it('a video that was accepted before a pause is not paid until spending is resumed, and then it is made', async () => {
  const { world, pause, pauseAfterNext, resume } = await open();
  const [first, second] = ['1000000000000000001', '1000000000000000002'];
  pause();
  await expect(world.studio.accept(orderFor(world, first), ask)).rejects.toMatchObject({
    facts: { code: 'spending-paused', by: 'guild' },
  });
  resume();
  pauseAfterNext();
  await world.studio.accept(orderFor(world, second), ask);
  await world.clock.advance(10 * 60_000);
  expect(world.service.tasks).toHaveLength(0);
  expect(world.job(second).state).toBe('accepted');
  resume();
  await world.clock.until(() => world.isSettled(second));
  expect(world.job(second).state).toBe('delivered');
  expect(world.service.tasks).toHaveLength(1);
});

it('a video of a small model is limited as one, and any other as a video', async () => {
  const { world, asked } = await open();
  await world.studio.accept(orderFor(world, '1000000000000000001'), { ...ask, model: 'gen2.2-t2v-plus' });
  await world.studio.accept(orderFor(world, '1000000000000000002'), ask);
  expect(asked).toEqual(['small-video-seconds', 'video-seconds']);
  const guildId = '3000000000000000001';
  expect(world.spent.spent({ unit: 'small-video-seconds', guildId })).toBe(5);
  expect(world.spent.spent({ unit: 'video-seconds', guildId })).toBe(5);
});
