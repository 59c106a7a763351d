import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../../../src/video/sources.ts';
import { videoId as id, oneAtATime, VideoWorld } from '../../support/video-world.ts';

/** A world whose only place at the service is taken for a day, and a reference job that waits meanwhile. */
async function waiting(attachmentUrl: (now: number) => string) {
  const world = await VideoWorld.open({ limits: oneAtATime });
  world.service.runningMs = 5 * 3_600_000;
  await world.accept({ prompt: 'first' }, { id: '1000000000000000009' });
  await world.clock.until(() => world.service.tasks.length === 1);
  const url = attachmentUrl(world.clock.now());
  const message = { channelId: '4', messageId: '44', attachmentId: '444' };
  const references = [
    { url, attachment: true, message },
    { url: 'https://example.org/b.png', attachment: false },
  ];
  await world.accept({ of: 'reference', prompt: 'character1 flies' }, {}, { references });
  return { world, url };
}

const expiring = (afterMs: number) => (now: number) =>
  `https://cdn.example/a.png?ex=${Math.floor((now + afterMs) / 1000).toString(16)}&is=1&hm=2`;

describe('attachment addresses that expire', () => {
  it('are renewed before they are handed to the service, and the others are left alone', async () => {
    const { world, url } = await waiting(expiring(3_600_000));
    world.messenger.renewed.set(url, 'https://cdn.example/a.png?ex=new');
    await world.clock.until(() => world.isSettled(id));
    expect(world.service.tasks[1]?.request).toMatchObject({
      referenceUrls: ['https://cdn.example/a.png?ex=new', 'https://example.org/b.png'],
    });
  });

  it('are used as they are while they work', async () => {
    const { world, url } = await waiting(expiring(24 * 3_600_000));
    await world.clock.until(() => world.isSettled(id));
    expect(world.service.tasks[1]?.request).toMatchObject({
      referenceUrls: [url, 'https://example.org/b.png'],
    });
  });

  it('are looked up in their message when they cannot be renewed', async () => {
    const { world } = await waiting(expiring(3_600_000));
    world.messenger.attachments.set('4/44/444', 'https://cdn.example/a.png?ex=looked-up');
    await world.clock.until(() => world.isSettled(id));
    expect(world.service.tasks[1]?.request).toMatchObject({
      referenceUrls: ['https://cdn.example/a.png?ex=looked-up', 'https://example.org/b.png'],
    });
  });

  it('end the job in words, before anything is made, when the file is gone', async () => {
    const { world } = await waiting(expiring(3_600_000));
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'source-gone' } });
    expect(world.service.tasks).toHaveLength(1);
  });

  it('are asked for again while Discord is unwell', async () => {
    const { world, url } = await waiting(expiring(3_600_000));
    world.messenger.renewed.set(url, 'https://cdn.example/a.png?ex=new');
    world.messenger.fail('renewUrls', 'temporary', 3);
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id).state).toBe('delivered');
  });

  it('stay known as attachments when the job is made again', async () => {
    const { world, url } = await waiting(expiring(24 * 3_600_000));
    expect(sourcesOf(world.job(id)).references).toEqual([
      { url, attachment: true, message: { channelId: '4', messageId: '44', attachmentId: '444' } },
      { url: 'https://example.org/b.png', attachment: false },
    ]);
  });
});

describe('reference videos', () => {
  it('count against the allowance with their own seconds, and are billed so', async () => {
    const world = await VideoWorld.open();
    world.reference = async () => ({ kind: 'video', seconds: 20.3 });
    const references = [{ url: 'https://example.org/a.mp4', attachment: false }];
    const ask = { of: 'reference', prompt: 'character1 flies', duration: 10 } as const;
    await world.accept(ask, {}, { references });
    const second = world.accept(ask, { id: '1000000000000000002' }, { references });
    await expect(second).rejects.toMatchObject({ facts: { code: 'quota-spent', asked: 31, left: 29 } });
  });
});

describe('files that are given again', () => {
  const again = async (renewed: boolean) => {
    const world = await VideoWorld.open();
    const url = expiring(60_000)(world.clock.now());
    if (renewed) world.messenger.renewed.set(url, 'https://cdn.example/a.png?ex=new');
    const references = [{ url, attachment: true }];
    await world.accept({ of: 'reference', prompt: 'character1 flies' }, {}, { references });
    return { world, url };
  };

  it('are looked at by addresses that work, and kept with those', async () => {
    const { world } = await again(true);
    expect(sourcesOf(world.job(id)).references).toEqual([
      { url: 'https://cdn.example/a.png?ex=new', attachment: true },
    ]);
  });

  it('keep their address when there is no other, so that it can be said which one is gone', async () => {
    const { world, url } = await again(false);
    expect(sourcesOf(world.job(id)).references).toEqual([{ url, attachment: true }]);
  });
});
