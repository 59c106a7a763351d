import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { guildId, videoId as id, requester, VideoWorld } from '../../support/video-world.ts';

const asker = fakeActor({ guildId, userId: requester });

async function asked(prompt = 'a kite'): Promise<VideoWorld> {
  const world = await VideoWorld.open();
  await world.accept({ prompt });
  return world;
}

const states = ['accepted', 'pending', 'running', 'delivered'] as const;

describe('a person who is forgotten', () => {
  it.each(states)('gets nothing more of a video that was %s, and what was open is gone', async (state) => {
    const world = await asked();
    if (state !== 'accepted') await world.clock.until(() => world.job(id).state === state);
    const posted = world.messenger.posted.length;
    await world.studio.forget(asker.userId);
    if (state !== 'delivered') expect(world.jobs.records.size).toBe(0);
    if (state === 'running') expect(world.messenger.removed).toEqual(['panel-1']);
    await world.clock.advance(3_600_000);
    expect(world.messenger.posted.length).toBe(posted);
    if (state === 'pending') expect(world.service.calls.cancel).toBe(1);
    if (state !== 'delivered') await expect(world.studio.find(asker, id)).rejects.toThrow(Refusal);
  });

  it.each([
    ['accepted', 0],
    ['pending', 0],
    ['running', 5],
  ] as const)(
    'is charged nothing for what could still be cancelled, if no worker is there to see it: %s, %i s',
    async (state, seconds) => {
      const world = await asked();
      if (state !== 'accepted') await world.clock.until(() => world.job(id).state === state);
      world.hasWorkers = true;
      await world.restart();
      await world.studio.forget(asker.userId);
      expect(world.spent.spent({ unit: 'video-seconds' })).toBe(seconds);
    },
  );

  it('is charged for what is being made before that is dropped, so that a process that is killed then gives nothing back', async () => {
    const world = await asked();
    await world.clock.until(() => world.job(id).state === 'running');
    const change = world.jobs.change.bind(world.jobs);
    let settled: unknown;
    world.jobs.change = async (jobId, decide, along) =>
      await change(
        jobId,
        (before) => {
          const after = decide(before);
          if (before && after === undefined) settled = world.spent.reservations.map((each) => each.settled);
          return after;
        },
        along,
      );
    await world.studio.forget(asker.userId);
    expect(settled).toEqual([1]);
  });

  it('frees their place in the line for others', async () => {
    const world = await asked();
    await world.clock.until(() => world.job(id).state === 'running');
    await world.studio.forget(asker.userId);
    const later = { id: '1000000000000000002', userId: '2000000000000000002' };
    await world.accept({ prompt: 'a boat' }, later);
    await world.clock.until(() => world.job(later.id).state === 'delivered');
  });

  it('leaves no file of theirs, and those of others', async () => {
    const world = await asked();
    await world.clock.until(() => world.isSettled(id));
    const folder = join(world.dataDir, 'videos');
    writeFileSync(join(folder, `${id}.mp4`), 'theirs');
    await world.studio.forget('2000000000000000009');
    expect(readdirSync(folder)).toEqual([`${id}.mp4`]);
    await world.studio.forget(asker.userId);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('goes out of the words of a video that somebody else has in the line, for good', async () => {
    const world = await asked('<@2000000000000000009> with a kite');
    await world.studio.forget('2000000000000000009');
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id).request.prompt).toBe('<@0> with a kite');
  });
});
