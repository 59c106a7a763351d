import { describe, expect, it } from 'vitest';
import type { MessageBody } from '../../../src/discord/messenger.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { videoId as id, oneAtATime, VideoWorld } from '../../support/video-world.ts';

/** A world that counts the deaths of its processes, of which the first has died. */
async function firstDeath(poison: (world: VideoWorld) => void): Promise<VideoWorld> {
  const world = await VideoWorld.open({}, { countsDeaths: true });
  poison(world);
  void world.accept().catch(() => undefined);
  await world.clock.until(() => world.line.dead);
  return world;
}

/** Starts one process after the other until one lives; how many died in all. */
async function untilOneLives(world: VideoWorld): Promise<number> {
  for (let deaths = 1; ; deaths += 1) {
    if (deaths > 4) throw new Error('it dies in a loop');
    const opening = world.restart();
    await Promise.race([opening, world.clock.until(() => world.line.dead)]);
    await world.clock.until(() => world.line.dead || world.isSettled(id));
    if (!world.line.dead) return deaths;
  }
}

const posted = (world: VideoWorld) => world.messenger.posted.filter(({ nonce }) => nonce.startsWith('v-'));
const shown = (bodies: readonly MessageBody[]) => FakeMessenger.textOf(bodies.at(-1));

describe('a video that kills the process', () => {
  it.each(['download', 'inspect'] as const)(
    'in its %s is set aside after the second death, and its person is told',
    async (step) => {
      const world = await firstDeath(({ deadly }) => deadly.add(step));
      expect(await untilOneLives(world)).toBe(2);
      expect(world.job(id)).toMatchObject({ state: 'set-aside', resume: { state: 'succeeded' } });
      const told = [...world.messenger.whispers, ...world.messenger.directs.map(({ body }) => body)];
      expect(told).toHaveLength(1);
      expect(shown(told)).toContain('I crashed twice while handling this video');
      expect(shown(world.messenger.panels)).toContain('Set aside after I crashed twice');
      expect(shown(world.messenger.panels)).toContain(`video:resume:${id}`);
    },
  );

  it('is delivered once when its person has it tried again', async () => {
    const world = await firstDeath(({ deadly }) => deadly.add('download'));
    await untilOneLives(world);
    world.deadly.clear();
    await world.studio.decisions.decide(world.job(id), { type: 'resumed' });
    await world.clock.until(() => world.job(id).state === 'delivered');
    expect(posted(world)).toHaveLength(1);
    expect(world.service.tasks).toHaveLength(1);
  });

  it('once it was posted is found in its channel, and not posted again', async () => {
    const world = await firstDeath(({ messenger }) => messenger.deadly.add('post'));
    expect(await untilOneLives(world)).toBe(1);
    expect(world.job(id).state).toBe('delivered');
    expect(posted(world)).toHaveLength(1);
  });

  it('while its channel is searched goes on with that search when it is tried again', async () => {
    const world = await firstDeath(({ messenger }) => messenger.deadly.add('post').add('findOwn'));
    expect(await untilOneLives(world)).toBe(2);
    expect(world.job(id)).toMatchObject({ state: 'set-aside', resume: { state: 'delivering' } });
    world.messenger.deadly.clear();
    await world.studio.decisions.decide(world.job(id), { type: 'resumed' });
    await world.clock.until(() => world.job(id).state === 'delivered');
    expect(posted(world)).toHaveLength(1);
  });

  it('by what the service says of it is set aside with its task', async () => {
    const world = await firstDeath(({ service }) => service.deadly.add('query'));
    expect(await untilOneLives(world)).toBe(2);
    expect(world.job(id)).toMatchObject({ state: 'set-aside', resume: { state: 'pending' } });
    world.service.deadly.clear();
    await world.studio.decisions.decide(world.job(id), { type: 'resumed' });
    await world.clock.until(() => world.job(id).state === 'delivered');
    expect(world.service.tasks).toHaveLength(1);
  });

  it('while it is created is looked for and never created again', async () => {
    const world = await firstDeath(({ service }) => service.deadly.add('create').add('list'));
    expect(await untilOneLives(world)).toBe(3);
    expect(world.job(id).state).toBe('undecided');
    expect(world.service.tasks).toHaveLength(1);
  });

  it('in its creation call, also when its person has it tried again, is not called for a third time', async () => {
    const world = await firstDeath(({ service }) => service.deadly.add('create').add('list'));
    await untilOneLives(world);
    const again = async () => await world.studio.decisions.resubmit(world.job(id), '3');
    void again().catch(() => undefined);
    await world.clock.until(() => world.line.dead);
    await untilOneLives(world);
    expect(world.service.tasks).toHaveLength(2);
    await again();
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'crashed' } });
    expect(world.service.tasks).toHaveLength(2);
  });

  it('by the files it is made from ends before anything is made', async () => {
    const world = await VideoWorld.open({ limits: oneAtATime }, { countsDeaths: true });
    world.service.runningMs = 5 * 3_600_000;
    await world.accept({ prompt: 'first' }, { id: '1000000000000000009' });
    const expiresAt = Math.floor((world.clock.now() + 3_600_000) / 1_000).toString(16);
    const references = [{ url: `https://cdn.example/a.png?ex=${expiresAt}&is=1&hm=2`, attachment: true }];
    await world.accept({ of: 'reference', prompt: 'character1 flies' }, {}, { references });
    world.messenger.deadly.add('renewUrls');
    await world.clock.until(() => world.line.dead);
    expect(await untilOneLives(world)).toBe(2);
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'crashed' } });
    expect(world.service.tasks).toHaveLength(1);
  });
});
