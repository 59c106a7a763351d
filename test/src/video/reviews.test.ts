import { describe, expect, test } from 'vitest';
import { KeyedMutex } from '../../../src/operations/mutex.ts';
import { Decisions } from '../../../src/video/decisions.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

const it = test.extend('world', () => asked('prompt')).extend('empty', () => VideoWorld.open());

const moderator = '2000000000000000077';
const minute = 60_000;

async function asked(review: 'prompt' | 'video', line = new Lifeline()): Promise<VideoWorld> {
  const world = await VideoWorld.open({}, { line });
  world.review = review;
  void world.accept({ prompt: 'a **kite**', negativePrompt: 'rain' }).catch(() => undefined);
  await world.clock.advance(5 * minute);
  return world;
}

const reviews = (world: VideoWorld) => world.messenger.posted.filter(({ nonce }) => nonce === `r-${id}`);
const results = (world: VideoWorld) => world.messenger.posted.filter(({ nonce }) => nonce === `v-${id}`);
const approve = async (world: VideoWorld, spoiler = false) =>
  await world.studio.decisions.decide(world.job(id), { type: 'approved', by: moderator, spoiler });
const lastEdit = (world: VideoWorld) => FakeMessenger.textOf(world.messenger.edits.at(-1)?.body);

describe('a video that waits for a moderator', () => {
  it.each([
    ['joined today', 0, 'reviewing'],
    ["joined on a day that Discord doesn't tell", undefined, 'reviewing'],
    ['joined a year ago', 365, 'delivered'],
  ] as const)("is one of somebody who %s, where only newcomers' are looked at", async (_, days, state) => {
    const world = await VideoWorld.open();
    const joinedAt = days === undefined ? undefined : world.clock.now() - days * 24 * 60 * minute;
    [world.review, world.reviewFor, world.joinedAt] = ['video', 'newcomers', joinedAt];
    await world.accept();
    await world.clock.advance(5 * minute);
    expect(world.job(id).state).toBe(state);
  });

  it("is shown in the moderators' channel, and in its own only once it's approved", async () => {
    const world = await asked('video');
    const [review] = reviews(world);
    expect(review?.channelId).toBe('4000000000000000099');
    expect(review?.body.files).toHaveLength(1);
    expect(review?.body.mentions).toBeUndefined();
    expect(FakeMessenger.textOf(review?.body)).toContain('a \\\\*\\\\*kite');
    expect(FakeMessenger.textOf(review?.body)).toContain('rain');
    expect([world.job(id).state, results(world)]).toEqual(['reviewing', []]);
    await world.clock.advance(23 * 60 * minute);
    expect([world.job(id).state, reviews(world).length]).toEqual(['reviewing', 1]);
    await approve(world);
    await world.clock.advance(minute);
    expect(world.job(id).state).toBe('delivered');
    expect(results(world)[0]?.body.mentions).toEqual(['2000000000000000001']);
    expect(JSON.stringify(results(world)[0]?.body.components)).not.toContain('spoiler');
  });

  it('is a spoiler if they say so', async () => {
    const world = await asked('video');
    await approve(world, true);
    await world.clock.advance(minute);
    expect(JSON.stringify(results(world)[0]?.body.components)).toContain('"spoiler":true');
    const told = world.messenger.edits.map(({ body }) => FakeMessenger.textOf(body));
    expect(told.some((each) => /approved a video by <@\d+>, as a spoiler/.test(each))).toBe(true);
  });

  it('is told to its requester alone when it is rejected, stays paid, and is gone from the review', async () => {
    const world = await asked('video');
    await world.studio.decisions.decide(world.job(id), { type: 'rejected', by: moderator });
    await world.clock.advance(minute);
    expect(world.job(id)).toMatchObject({ state: 'failed', settled: true, failure: { by: moderator } });
    expect(results(world)).toEqual([]);
    expect(FakeMessenger.textOf(world.messenger.whispers[0])).toContain(
      "A moderator didn't approve this video",
    );
    expect(FakeMessenger.textOf(world.messenger.whispers[0])).not.toContain('failed');
    expect(lastEdit(world)).toContain(`<@${moderator}> rejected`);
    expect(world.spent.isUntouched).toBe(false);
  });

  it('was decided by the first who pressed', async () => {
    const world = await asked('video');
    const waiting = world.job(id);
    await approve(world);
    for (const late of [
      approve(world, true),
      world.studio.decisions.decide(waiting, { type: 'rejected', by: 'other' }),
    ])
      await expect(late).rejects.toMatchObject({ facts: { code: 'already-decided' } });
    await world.clock.advance(minute);
    expect(world.job(id)).toMatchObject({ state: 'delivered', approved: { by: moderator, spoiler: false } });
  });
});

describe('a request that waits for a moderator', () => {
  it('is sent to the service only once it is approved', async ({ world }) => {
    expect([world.job(id).state, world.service.calls.create]).toEqual(['held', 0]);
    expect(reviews(world)).toHaveLength(1);
    await approve(world);
    await world.clock.advance(5 * minute);
    expect([world.job(id).state, world.service.calls.create]).toEqual(['delivered', 1]);
    expect(reviews(world)).toHaveLength(1);
  });

  it('gives back what was reserved when it is rejected', async ({ world }) => {
    const before = (await world.leftOf()) ?? 0;
    await world.studio.decisions.decide(world.job(id), { type: 'rejected', by: moderator });
    await world.clock.advance(minute);
    expect(await world.leftOf()).toBe(before + world.job(id).request.durationSeconds);
    expect(world.service.calls.create).toBe(0);
    expect(FakeMessenger.textOf(world.messenger.whispers[0])).toContain("didn't approve this request");
  });

  it('can be cancelled by its requester meanwhile, and the moderators see that', async ({ world }) => {
    await world.studio.decisions.cancel(world.job(id), '2000000000000000001');
    await world.clock.advance(minute);
    expect(lastEdit(world)).toContain('Cancelled');
    await expect(approve(world)).rejects.toMatchObject({ facts: { code: 'already-decided' } });
    expect(world.service.calls.create).toBe(0);
  });
});

describe('what no moderator decides about in time', () => {
  const told = (world: VideoWorld) => [
    ...world.messenger.whispers,
    ...world.messenger.directs.map(({ body }) => body),
  ];

  it('is dropped after a day: a request costs nothing, its requester alone is told, and no button is left', async () => {
    const world = await asked('prompt');
    expect(FakeMessenger.textOf(reviews(world)[0]?.body)).toMatch(/dropped <t:\d+:R>/);
    const before = (await world.leftOf()) ?? 0;
    await world.clock.advance(24 * 60 * minute - 6 * minute);
    expect(world.job(id).state).toBe('held');
    const waiting = world.job(id);
    await world.clock.advance(2 * minute);
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'unreviewed' }, settled: true });
    expect(await world.leftOf()).toBe(before + waiting.request.durationSeconds);
    expect(told(world)).toHaveLength(1);
    expect(FakeMessenger.textOf(told(world)[0])).toContain('No moderator looked at this request in time');
    expect(FakeMessenger.textOf(told(world)[0])).not.toContain('failed');
    expect(lastEdit(world)).toContain('Nobody decided in time');
    expect(lastEdit(world)).not.toContain('video:approve');
    expect(world.messenger.posted.filter(({ channelId }) => channelId !== world.moderatorsChannel)).toEqual(
      [],
    );
    for (const late of [
      world.studio.decisions.decide(waiting, { type: 'approved', by: moderator, spoiler: false }),
      world.studio.decisions.decide(waiting, { type: 'rejected', by: moderator }),
    ])
      await expect(late).rejects.toMatchObject({ facts: { code: 'already-decided' } });
  });

  it('stays paid if it was made, and never waits longer than the service keeps it', async () => {
    const world = await VideoWorld.open();
    [world.review, world.reviewHours] = ['video', 168];
    await world.accept();
    await world.clock.advance(23 * 60 * minute);
    expect(world.job(id).state).toBe('reviewing');
    await world.clock.advance(60 * minute);
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'result-unreviewed' } });
    expect(results(world)).toEqual([]);
    expect(world.spent.isUntouched).toBe(false);
  });

  it('waits as long as moderators say, also if they say so while it waits', async ({ empty: world }) => {
    [world.review, world.reviewHours] = ['prompt', 72];
    await world.accept();
    await world.clock.advance(50 * 60 * minute);
    expect(world.job(id).state).toBe('held');
    world.reviewHours = 12;
    await world.clock.advance(61 * minute);
    expect(world.job(id).state).toBe('failed');
  });

  it('was decided by its time if that ran out between the look at it and the write', async ({ world }) => {
    const held = world.job(id);
    const ended = { state: 'failed', failure: { fault: 'unreviewed' }, settled: false, endedAt: 1 };
    const decisions = new Decisions({
      ledger: { find: async () => held, apply: async () => ({ ...held, ...ended }) },
      mutex: new KeyedMutex(),
    } as never);
    const approved = decisions.decide(held, { type: 'approved', by: moderator, spoiler: false });
    await expect(approved).rejects.toMatchObject({ facts: { code: 'already-decided' } });
  });

  it('is dropped without a channel to wait in, too', async ({ empty: world }) => {
    [world.review, world.moderatorsChannel] = ['prompt', undefined];
    await world.accept();
    await world.clock.advance(25 * 60 * minute);
    expect(world.job(id)).toMatchObject({ state: 'failed', settled: true });
    expect(told(world)).toHaveLength(1);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'is dropped once and told once if the process dies %i steps into it',
    async (step) => {
      const world = await asked('prompt');
      await world.restart(new Lifeline());
      const { effects } = world.line;
      await world.clock.advance(23 * 60 * minute);
      await world.restart(new Lifeline(effects + step));
      await world.clock.advance(2 * 60 * minute);
      await world.restart();
      await world.clock.advance(10 * minute);
      expect(world.job(id)).toMatchObject({
        state: 'failed',
        failure: { fault: 'unreviewed' },
        settled: true,
      });
      expect(lastEdit(world)).toContain('Nobody decided in time');
      expect(told(world)).toHaveLength(1);
    },
  );
});

describe('a review', () => {
  it('waits for a channel that moderators have yet to choose', async ({ world }) => {
    const other = await VideoWorld.open();
    [other.review, other.moderatorsChannel] = ['prompt', undefined];
    await other.accept();
    await other.clock.advance(10 * minute);
    expect([reviews(other), other.job(id).state]).toEqual([[], 'held']);
    other.moderatorsChannel = '4000000000000000099';
    await other.clock.advance(2 * minute);
    expect(reviews(other)).toHaveLength(1);
    expect(reviews(world)).toHaveLength(1);
  });

  it('is posted again after a trouble, and with a link if the file is not taken', async () => {
    const world = await VideoWorld.open();
    world.review = 'video';
    await world.accept();
    for (const reason of ['closed', 'too-large'] as const) world.messenger.fail('post', reason);
    await world.clock.advance(10 * minute);
    expect(reviews(world)).toHaveLength(1);
    expect(reviews(world)[0]?.body.files).toBeUndefined();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])(
    'is posted once, and its video delivered once, if the process dies at step %i',
    async (step) => {
      const world = await asked('video', new Lifeline(step));
      if (!world.line.dead) return;
      await world.restart();
      await world.clock.advance(10 * minute);
      if (!world.jobs.records.has(id) || world.job(id).state === 'undecided') return;
      expect([world.job(id).state, reviews(world).length]).toEqual(['reviewing', 1]);
      await approve(world);
      await world.clock.advance(5 * minute);
      expect([world.job(id).state, results(world).length]).toEqual(['delivered', 1]);
    },
  );
});

describe('a report', () => {
  const delivered = async () => {
    const world = await VideoWorld.open();
    await world.accept();
    await world.clock.advance(5 * minute);
    return world;
  };
  const posted = (world: VideoWorld) =>
    world.messenger.posted.filter(({ channelId }) => channelId === world.moderatorsChannel);

  it("reaches the moderators' channel with a link, once for each person", async () => {
    const world = await delivered();
    for (let press = 0; press < 2; press += 1)
      await world.studio.report(world.job(id), '2000000000000000009', 'it *looks* like me');
    expect(posted(world)).toHaveLength(1);
    const text = FakeMessenger.textOf(posted(world)[0]?.body);
    expect(text).toContain('<@2000000000000000009> reported a video by <@2000000000000000001>');
    expect(text).toContain('https://discord.com/channels/3000000000000000001/');
    expect(text).toContain('looks');
    expect(text).toContain(`video:delete:${id}`);
    expect(posted(world)[0]?.body.mentions).toBeUndefined();
  });

  it('says so where nobody would read it', async () => {
    const world = await delivered();
    const nowhere = { facts: { code: 'reports-nowhere' } };
    world.messenger.fail('post', 'closed');
    await expect(world.studio.report(world.job(id), '9', '')).rejects.toMatchObject(nowhere);
    world.moderatorsChannel = undefined;
    await expect(world.studio.report(world.job(id), '9', '')).rejects.toMatchObject(nowhere);
  });
});
