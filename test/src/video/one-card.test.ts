import { describe, expect, test } from 'vitest';
import { renderDetails } from '../../../src/video/details-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { guildId, videoId as id, requester, VideoWorld } from '../../support/video-world.ts';

const it = test.extend('world', () => made()).extend('empty', () => VideoWorld.open());

const make = async (world: VideoWorld, prompt = 'a kite') => await world.make({ prompt, resolution: '720P' });
async function made(prompt?: string): Promise<VideoWorld> {
  const world = await VideoWorld.open();
  await make(world, prompt);
  return world;
}
const result = (world: VideoWorld) => FakeMessenger.textOf(world.messenger.posted[0]?.body);

describe('the panel of a video that arrived', () => {
  it('is deleted after the result is there, and changed no more', ({ world }) => {
    expect(world.messenger.panelsRemoved).toHaveLength(1);
    const { tried } = world.messenger;
    expect(tried.indexOf('removePanel')).toBeGreaterThan(tried.indexOf('post'));
    expect(tried.lastIndexOf('editPanel')).toBeLessThan(tried.indexOf('removePanel'));
    expect(world.messenger.whispers).toEqual([]);
  });

  it('is deleted as a message once its token is dead', async ({ empty: world }) => {
    world.service.runningMs = 3 * 3_600_000;
    await make(world);
    expect(world.messenger.panelsRemoved).toHaveLength(1);
  });

  it('is deleted when Discord is well again', async ({ empty: world }) => {
    world.messenger.fail('removePanel', 'temporary', 3);
    await make(world);
    expect(world.messenger.panelsRemoved).toHaveLength(1);
    expect(world.messenger.posted).toHaveLength(1);
  });

  it.each(['invalid', 'closed'] as const)(
    "that can't be deleted (%s) is one line with the way to it",
    async (reason) => {
      const world = await VideoWorld.open();
      world.messenger.fail('removePanel', reason);
      await make(world, 'a secret kite');
      const [posted] = world.messenger.posted;
      expect(world.messenger.lastPanel).toContain('Done');
      expect(world.messenger.lastPanel).toContain(
        `/channels/3000000000000000001/${posted?.channelId}/${posted?.id}`,
      );
      expect(world.messenger.lastPanel).not.toContain('secret kite');
      expect(world.messenger.lastPanel).not.toContain('custom_id');
    },
  );

  it('that can neither be deleted nor changed is let be', async ({ empty: world }) => {
    world.messenger.fail('removePanel', 'temporary', 1_000);
    await world.accept();
    await world.clock.until(() => world.job(id).state === 'delivered');
    world.messenger.fail('editPanel', 'closed', 1_000);
    await world.clock.until(() => world.isSettled(id));
    expect(world.messenger.tried.filter((call) => call === 'removePanel')).toHaveLength(4);
    expect(world.messenger.posted).toHaveLength(1);
  });

  it('is deleted by the next process when one is killed in between, and the video is not posted again', async () => {
    const world = await VideoWorld.open();
    world.messenger.deadly.add('removePanel');
    await world.accept();
    await world.clock.until(() => world.line.dead);
    expect(world.isSettled(id)).toBe(false);
    world.messenger.deadly.clear();
    await world.restart(new Lifeline());
    await world.clock.until(() => world.isSettled(id));
    expect(world.messenger.panelsRemoved).toHaveLength(2);
    expect(world.messenger.posted).toHaveLength(1);
  });
});

describe('the one message that is left', () => {
  it('has the prompt once, and the facts in one small line', ({ world }) => {
    expect(result(world).match(/>>> a kite/g)).toHaveLength(1);
    expect(result(world)).toContain('"-# 5 s · 720p · gen2.7-t2v"');
    for (const part of ['task-1', 'left today', 'TEST-0001', 'seed'])
      expect(result(world)).not.toContain(part);
  });

  it('cuts a long prompt at 300 characters, and Details has more of it', async () => {
    const world = await made('kite '.repeat(100));
    expect(result(world).match(/>>> ([^"]*)/)?.[1]?.length).toBeLessThanOrEqual(300);
    const details = FakeMessenger.textOf(renderDetails(world.job(id), wordsFor('en-US')));
    expect(details.match(/kite/g)).toHaveLength(100);
  });

  it('leaves the rest to Details: task, seed, size, cost, and what is left today', async ({ world }) => {
    const left = await world.studio.left(fakeActor({ guildId, userId: requester }));
    const details = FakeMessenger.textOf(renderDetails(world.job(id), wordsFor('en-US'), left));
    for (const part of ['task-1', '1280×720', 'seed', 'Cost 5 s', '55 of 60 s left today', 'TEST-0001'])
      expect(details).toContain(part);
  });
});

describe('the panel', () => {
  it('names the person it is for, because only slash commands do that', ({ world }) => {
    for (const panel of world.messenger.panels)
      expect(FakeMessenger.textOf(panel)).toContain(`For <@${requester}>`);
  });

  it('neither has a task id nor what anyone has left', ({ world }) => {
    const shown = FakeMessenger.textOf(...world.messenger.panels);
    expect(shown).toContain('Costs 5 s at 720p');
    expect(shown).not.toMatch(/task-1|left today/);
  });
});

describe('the panel of a video that its channel did not take', () => {
  it.each([
    [0, 'Sent by DM'],
    [2, 'Sent privately'],
  ])('says where it went after %i direct messages that failed', async (failed, words) => {
    const world = await VideoWorld.open();
    world.messenger.fail('post', 'closed');
    world.messenger.fail('direct', 'closed', failed);
    await make(world);
    expect(world.job(id).state).toBe('undeliverable');
    expect(world.messenger.lastPanel).toContain(words);
    expect(world.messenger.panelsRemoved).toEqual([]);
  });

  it('says that it went nowhere, and how to get it', async ({ empty: world }) => {
    world.messenger.fail('post', 'closed');
    world.messenger.fail('direct', 'closed', 2);
    world.messenger.fail('whisper', 'token-dead');
    await make(world);
    expect(world.messenger.lastPanel).toContain('/video show');
    expect(world.messenger.lastPanel).not.toContain('Sent');
  });
});
