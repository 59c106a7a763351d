import { expect, it } from 'vitest';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { FakePause } from '../../support/fake-pause.ts';
import { videoId as first, guildId, VideoWorld } from '../../support/video-world.ts';

const second = '1000000000000000002';

async function open() {
  const pause = new FakePause();
  const world = await VideoWorld.open({}, { rules: pause });
  const panel = () => {
    const edit = world.messenger.edits.at(-1);
    return edit ? FakeMessenger.textOf(edit.body) : '';
  };
  return { world, pause, panel };
}

it('a video that was accepted before a pause is not paid until spending is resumed, and then it is made', async () => {
  const { world, pause } = await open();
  pause.press('guild');
  await expect(world.accept()).rejects.toMatchObject({
    facts: { code: 'spending-paused', by: 'guild' },
  });
  pause.press(undefined);
  pause.pausesAfter = 1;
  await world.accept({}, { id: second });
  await world.clock.advance(10 * 60_000);
  expect(world.service.tasks).toHaveLength(0);
  expect(world.job(second).state).toBe('accepted');
  expect(await world.studio.underWayIn(guildId)).toEqual({ paid: 0, unpaid: 1 });
  pause.press(undefined);
  await world.clock.until(() => world.isSettled(second));
  expect(world.job(second).state).toBe('delivered');
  expect(world.service.tasks).toHaveLength(1);
});

it('a pause while a video waits for its turn at the service holds it back, too', async () => {
  const { world, pause } = await open();
  // The first to ask is its reservation, the second asks before it waits for its turn.
  pause.pausesAfter = 2;
  await world.accept();
  await world.clock.advance(10 * 60_000);
  expect(world.service.tasks).toHaveLength(0);
  expect(world.job(first).state).toBe('accepted');
});

it('a panel says that its video waits because of a pause, and no time; afterwards it says neither', async () => {
  const { world, pause, panel } = await open();
  pause.pausesAfter = 1;
  await world.accept();
  await world.clock.advance(5_000);
  pause.press('guild', guildId);
  await world.clock.advance(5_000);
  expect(panel()).toContain('⏸️ Waiting: spending is paused in this server');
  expect(panel()).not.toMatch(/Ready|ahead/);
  pause.press(undefined, guildId);
  await world.clock.advance(1_000);
  expect(panel()).not.toContain('⏸️');
});

it('a pause elsewhere changes no panel here', async () => {
  const { world, pause } = await open();
  pause.pausesAfter = 1;
  await world.accept();
  await world.clock.advance(5_000);
  const before = world.messenger.edits.length;
  pause.press('guild', '3000000000000000009');
  await world.clock.advance(1_000);
  expect(world.messenger.edits).toHaveLength(before);
});

it('what is being made when spending is paused is made and delivered', async () => {
  const { world, pause, panel } = await open();
  await world.accept();
  await world.clock.until(() => world.service.tasks.length === 1);
  pause.press('guild', guildId);
  expect(await world.studio.underWayIn(guildId)).toEqual({ paid: 1, unpaid: 0 });
  expect(await world.studio.underWayIn('3000000000000000009')).toEqual({ paid: 0, unpaid: 0 });
  const shown = world.messenger.edits.length;
  await world.clock.until(() => world.messenger.edits.length > shown);
  expect(panel()).not.toContain('⏸️');
  await world.clock.until(() => world.isSettled(first));
  expect(world.job(first).state).toBe('delivered');
});

it('a video of a small model is limited as one, and any other as a video', async () => {
  const { world, pause } = await open();
  await world.accept({ model: 'gen2.2-t2v-plus' });
  await world.accept({}, { id: second });
  expect([...new Set(pause.asked)]).toEqual(['small-video-seconds', 'video-seconds']);
  expect(world.spent.spent({ unit: 'small-video-seconds', guildId })).toBe(5);
  expect(world.spent.spent({ unit: 'video-seconds', guildId })).toBe(5);
});
