import { describe, expect, test } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { DownloadError } from '../../../src/media/download-error.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { renderDetails } from '../../../src/video/details-page.ts';
import type { JobState } from '../../../src/video/job.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { refusalCode } from '../../support/rejection.ts';
import { videoId as id, oneAtATime, requester, VideoWorld } from '../../support/video-world.ts';

const it = test.extend('world', () => VideoWorld.open());

const allText = (world: VideoWorld) =>
  FakeMessenger.textOf(...world.messenger.posted.map(({ body }) => body));
const whispered = (world: VideoWorld) => FakeMessenger.textOf(...world.messenger.whispers);
const detailsOf = (world: VideoWorld) =>
  FakeMessenger.textOf(renderDetails(world.job(id), wordsFor('en-US')));

describe('a video that goes well', () => {
  it('is created once, followed, and delivered as a message that mentions its requester only', async () => {
    const world = await VideoWorld.open();
    await world.make({ prompt: 'a kite over @everyone **dunes**' });
    expect(world.job(id).state).toBe('delivered');
    expect(world.service.tasks).toHaveLength(1);
    expect(world.messenger.posted).toHaveLength(1);
    const [message] = world.messenger.posted;
    expect(message?.channelId).toBe('4000000000000000001');
    expect(message?.body.mentions).toEqual(['2000000000000000001']);
    expect(message?.body.files).toHaveLength(1);
    expect(allText(world)).not.toContain('"@everyone');
    expect(allText(world)).toContain('\\\\*\\\\*dunes');
  });

  it('says in its details what it is: model, size, duration, seed and what was billed; and has its buttons', async () => {
    const world = await VideoWorld.open();
    await world.make({ resolution: '720P', ratio: '4:3', seed: 77 });
    for (const part of ['gen2.7-t2v', '1104×832', '4:3', '5 s', 'seed 77', 'Cost 5 s'])
      expect(detailsOf(world)).toContain(part);
    for (const action of ['again', 'edit', 'details', 'delete'])
      expect(allText(world)).toContain(`video:${action}:${id}`);
  });

  it('chooses the seed itself when nobody did, so that it can be said', async ({ world }) => {
    const job = await world.accept();
    expect(job.request.seed).toBeGreaterThanOrEqual(0);
    expect(job.request.seed).toBeLessThanOrEqual(2_147_483_647);
  });

  it('shows each state on the panel, and what it costs', async ({ world }) => {
    await world.make();
    const shown = FakeMessenger.textOf(...world.messenger.panels);
    for (const part of ['Queued', 'Being made', 'Done', 'Costs 5 s at 1080p']) {
      expect(shown).toContain(part);
    }
  });

  it('is polled no sooner than every 15 seconds, give or take a fifth', async ({ world }) => {
    world.service.runningMs = 10 * 60_000;
    await world.accept();
    await world.clock.advance(5 * 60_000);
    expect(world.service.calls.query).toBeGreaterThanOrEqual(300 / 18 - 1);
    expect(world.service.calls.query).toBeLessThanOrEqual(300 / 12 + 1);
  });

  it('is one job when its interaction is delivered twice', async ({ world }) => {
    await Promise.all([world.accept(), world.accept()]);
    await world.clock.until(() => world.isSettled(id));
    expect(world.service.tasks).toHaveLength(1);
    expect(world.messenger.posted).toHaveLength(1);
  });

  it("is delivered by its message long after the interaction's 15 minutes", async ({ world }) => {
    world.service.runningMs = 3 * 3_600_000;
    await world.make();
    expect(world.messenger.posted).toHaveLength(1);
    expect(world.messenger.panelsRemoved).toHaveLength(1);
  });
});

describe('the creation call', () => {
  it('is not repeated when the service refuses; the reason is told to the requester alone', async () => {
    const world = await VideoWorld.open();
    const refused = { fault: 'moderation', code: 'DataInspectionFailed', status: 400 } as const;
    world.service.refuse('create', { ...refused, requestId: 'request-of-the-refusal' });
    await world.make();
    expect(world.job(id).state).toBe('failed');
    expect(world.service.calls.create).toBe(1);
    expect(whispered(world)).toContain('content rules');
    expect(whispered(world)).toContain('TEST-0001');
    expect(whispered(world)).toContain('request-of-the-refusal');
    expect(world.messenger.panelsRemoved).toHaveLength(1);
    expect(world.messenger.lastPanel).not.toContain('content rules');
    expect(world.messenger.posted).toHaveLength(0);
  });

  it('waits and is made again after throttling, when nothing was made', async ({ world }) => {
    const throttled = { fault: 'throttled', code: 'Throttling.RateQuota', status: 429 } as const;
    world.service.refuse('create', { ...throttled, retryAfterMs: 40_000 });
    await world.accept();
    await world.clock.advance(39_000);
    expect(world.service.calls.create).toBe(1);
    await world.clock.until(() => world.isSettled(id));
    expect(world.service.calls.create).toBe(2);
    expect(world.job(id).state).toBe('delivered');
  });

  it.each(['timeout', 'server', 'malformed', 'unreachable'] as const)(
    'is not repeated when its answer was lost (%s): the task is looked up',
    async (fault) => {
      const world = await VideoWorld.open();
      world.service.loseAnswer('after', fault);
      await world.make();
      expect(world.service.calls.create).toBe(1);
      expect(world.job(id)).toMatchObject({ state: 'delivered', taskId: 'task-1' });
    },
  );

  it('leaves the decision to the person when the task is not found', async ({ world }) => {
    world.service.loseAnswer('before');
    await world.make();
    expect(world.job(id).state).toBe('undecided');
    expect(world.messenger.lastPanel).toContain(`video:resubmit:${id}`);
    expect(whispered(world)).toContain('never confirmed');
    await world.clock.advance(24 * 3_600_000);
    expect(world.service.calls.create).toBe(1);
    await world.studio.decisions.resubmit(world.job(id), requester);
    await world.clock.until(() => world.job(id).state === 'delivered');
    expect(world.service.calls.create).toBe(2);
  });

  it('stays counted when the person gives up: it may have been made', async ({ world }) => {
    world.service.loseAnswer('before');
    await world.make({ duration: 15 });
    await world.studio.decisions.decide(world.job(id), { type: 'given-up' });
    await world.clock.until(() => world.job(id).state === 'abandoned' && world.isSettled(id));
    expect(await world.leftOf()).toBe(45);
    expect(detailsOf(world)).toContain('15 s stay counted');
    await expect(world.studio.decisions.resubmit(world.job(id), requester)).rejects.toMatchObject({
      facts: { code: 'already-decided' },
    });
    await world.restart();
    expect(await world.leftOf()).toBe(45);
  });

  it('is charged each time it is made again, and not made beyond what is left', async () => {
    const world = await VideoWorld.open({ secondsPerPersonPerDay: 12 });
    for (let call = 0; call < 3; call += 1) world.service.loseAnswer('before');
    await world.make({ duration: 5 });
    expect(world.messenger.lastPanel).toContain('Retry anyway · 5 s');
    await world.studio.decisions.resubmit(world.job(id), requester);
    await world.clock.until(() => world.isSettled(id));
    expect(await world.leftOf()).toBe(2);
    await world.restart();
    expect(await world.leftOf()).toBe(2);
    await expect(world.studio.decisions.resubmit(world.job(id), requester)).rejects.toMatchObject({
      facts: { code: 'quota-spent', left: 2, asked: 5 },
    });
    expect(world.job(id).state).toBe('undecided');
    expect(world.service.calls.create).toBe(2);
    // The next day it may be made, and only what the last call set aside becomes what it cost.
    await world.clock.advance(24 * 3_600_000);
    world.service.failures.length = 0;
    await world.studio.decisions.resubmit(world.job(id), requester);
    await world.clock.until(() => world.job(id).state === 'delivered' && world.isSettled(id));
    expect(await world.leftOf()).toBe(7);
  });

  it('that is known to have made nothing is given back, and the one before it stays counted', async () => {
    const world = await VideoWorld.open();
    world.service.loseAnswer('before');
    world.service.refuse('create', { fault: 'moderation', code: 'DataInspectionFailed' });
    await world.make({ duration: 5 });
    const yesterday = world.spent.reservations;
    await world.clock.advance(24 * 3_600_000);
    await world.studio.decisions.resubmit(world.job(id), requester);
    expect(await world.leftOf()).toBe(55);
    await world.clock.until(() => world.job(id).state === 'failed' && world.isSettled(id));
    expect(await world.leftOf()).toBe(60);
    expect(world.spent.reservations).toEqual(expect.arrayContaining(yesterday));
    expect(whispered(world)).not.toContain('Not charged');
  });

  it('is charged to the person who decides to make it again', async ({ world }) => {
    world.service.loseAnswer('before');
    await world.make({ duration: 5 });
    await world.studio.decisions.resubmit(world.job(id), '2000000000000000002');
    await world.clock.until(() => world.job(id).state === 'delivered' && world.isSettled(id));
    expect(await world.leftOf('2000000000000000002')).toBe(55);
    expect(await world.leftOf()).toBe(55);
  });

  it('ends in what it was when the store cannot take that it is made again, and costs nothing more', async () => {
    const world = await VideoWorld.open();
    world.service.loseAnswer('before');
    await world.make({ duration: 5 });
    world.writeFaults.fail(1, 1);
    await expect(world.studio.decisions.resubmit(world.job(id), requester)).rejects.toThrow('disk is full');
    await world.clock.advance(60_000);
    expect(await world.leftOf()).toBe(55);
    expect(world.job(id).state).toBe('undecided');
    expect(world.service.calls.create).toBe(1);
  });

  it('costs nothing more when the process ends before it is made again', async ({ world }) => {
    world.service.loseAnswer('before');
    await world.make({ duration: 5 });
    world.writeFaults.fail(1, Number.POSITIVE_INFINITY);
    await expect(world.studio.decisions.resubmit(world.job(id), requester)).rejects.toThrow('disk is full');
    await world.studio.close();
    world.writeFaults.mend();
    expect(await world.leftOf()).toBe(55);
    await world.restart();
    expect(await world.leftOf()).toBe(55);
    await world.studio.decisions.resubmit(world.job(id), requester);
    await world.clock.until(() => world.job(id).state === 'delivered' && world.isSettled(id));
    expect(await world.leftOf()).toBe(50);
  });

  it("is not taken for another job's task, nor for one made from another prompt", async ({ world }) => {
    await world.accept({}, { id: '1000000000000000005' });
    await world.accept({ prompt: 'a boat' }, { id: '1000000000000000006' });
    await world.clock.until(() => world.service.tasks.length === 2);
    world.service.loseAnswer('before');
    await world.make();
    expect(world.job(id).state).toBe('undecided');
  });

  it('finds one task each for two jobs that lost their answers over the same prompt', async ({ world }) => {
    const other = '1000000000000000007';
    for (let call = 0; call < 2; call += 1) world.service.loseAnswer('after');
    await world.accept();
    await world.accept({}, { id: other });
    await world.clock.until(() => world.isSettled(id) && world.isSettled(other));
    const tasks = [world.job(id), world.job(other)].map((job) => ('taskId' in job ? job.taskId : undefined));
    expect(tasks.toSorted()).toEqual(['task-1', 'task-2']);
  });

  it('is made for at most five jobs at a time, oldest first, and the panel says how many go before', async () => {
    const world = await VideoWorld.open({ secondsPerPersonPerDay: 0 });
    const ids = Array.from({ length: 8 }, (_, index) => `10000000000000001${String(index).padStart(2, '0')}`);
    for (const each of ids) await world.accept({ prompt: `kite ${each}` }, { id: each });
    await world.clock.advance(10_000);
    expect(world.service.tasks).toHaveLength(5);
    expect(FakeMessenger.textOf(...world.messenger.panels)).toContain('2 ahead of you');
    await world.clock.until(() => ids.every((each) => world.isSettled(each)));
    expect(world.service.tasks.map(({ request }) => request.prompt)).toEqual(
      ids.map((each) => `kite ${each}`),
    );
  });

  it('is refused before anything happens where the region does not offer the kind', async () => {
    const world = await VideoWorld.open({ region: 'frankfurt' });
    await expect(world.accept({ model: 'gen2.7-t2v' })).rejects.toMatchObject({
      facts: { code: 'region-lacks-kind', region: 'frankfurt', servedBy: ['beijing', 'singapore'] },
    });
    expect(world.service.calls.create).toBe(0);
    expect(world.spent.isUntouched).toBe(true);
  });

  it("is refused when the day's seconds are spent", async () => {
    const world = await VideoWorld.open({ secondsPerPersonPerDay: 10 });
    await world.accept();
    const second = world.accept({ duration: 6 }, { id: '1000000000000000002' });
    await expect(second).rejects.toMatchObject({ facts: { code: 'quota-spent', left: 5, asked: 6 } });
    expect(world.jobs.records.size).toBe(1);
  });
});

describe('following a task', () => {
  it('goes on through throttling, failures and nonsense, ever more slowly', async ({ world }) => {
    const faults = ['throttled', 'server', 'timeout', 'unreachable', 'malformed', 'credentials'] as const;
    for (const fault of faults) world.service.refuse('query', { fault, code: 'x' });
    await world.make();
    expect(world.job(id).state).toBe('delivered');
  });

  it('counts a status that nobody documented as running', async ({ world }) => {
    world.service.ending = () => ({ status: 'unrecognised', wireStatus: 'DREAMING' });
    await world.accept();
    await world.clock.advance(10 * 60_000);
    expect(world.job(id).state).toBe('running');
    world.service.ending = () => ({ status: 'succeeded' });
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id).state).toBe('delivered');
  });

  it('gives up on a task that is unknown three times in a row, and not before', async ({ world }) => {
    let unknowns = 2;
    world.service.ending = () => {
      unknowns -= 1;
      return { status: unknowns >= 0 ? 'unknown' : 'running' };
    };
    await world.accept();
    await world.clock.advance(10 * 60_000);
    expect(world.job(id).state).toBe('running');
    unknowns = 3;
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'vanished' } });
  });

  it('counts only in a row how often a task was unknown', async ({ world }) => {
    let looks = 0;
    world.service.ending = () => {
      looks += 1;
      return { status: looks % 3 === 0 ? 'running' : 'unknown' };
    };
    await world.accept();
    await world.clock.advance(10 * 60_000);
    expect(looks).toBeGreaterThan(6);
    expect(world.job(id).state).toBe('running');
  });

  it('lets a task expire after 24 hours, tells its requester and gives the seconds back', async () => {
    const world = await VideoWorld.open();
    world.service.runningMs = 100 * 3_600_000;
    await world.make();
    expect(world.job(id).state).toBe('expired');
    const lastedMs = world.clock.now() - world.job(id).acceptedAt;
    expect(lastedMs).toBeGreaterThan(24 * 3_600_000);
    expect(lastedMs).toBeLessThan(24 * 3_600_000 + 60_000);
    expect(FakeMessenger.textOf(world.messenger.directs[0]?.body)).toContain('within 24 hours');
  });

  it.each([
    ['DataInspectionFailed', 'content rules'],
    ['InvalidParameter', 'options'],
    ['InvalidFile.Duration', "couldn't use one of your files"],
    ['InternalError.Algo', 'having problems'],
    [undefined, "didn't say why"],
  ])('explains a task that failed with code %s to its requester', async (code, words) => {
    const world = await VideoWorld.open();
    world.service.ending = () => ({ status: 'failed', ...(code ? { code } : {}) });
    await world.make();
    expect(world.job(id).state).toBe('failed');
    expect(whispered(world)).toContain(words);
    expect(whispered(world)).toContain('task-1');
    expect(await world.leftOf()).toBe(60);
  });

  it('says it when a task was cancelled at the service', async ({ world }) => {
    world.service.ending = () => ({ status: 'canceled' });
    await world.make();
    expect(world.job(id).state).toBe('canceled');
    expect(whispered(world)).toContain('The video service cancelled your video');
  });
});

describe('cancelling', () => {
  async function videoThatIs(state: JobState): Promise<VideoWorld> {
    const world = await VideoWorld.open();
    await world.accept();
    await world.clock.until(() => world.job(id).state === state);
    return world;
  }

  it('works while the task is pending, and gives the seconds back', async () => {
    const world = await videoThatIs('pending');
    await world.studio.decisions.cancel(world.job(id), requester);
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id).state).toBe('canceled');
    expect(world.messenger.whispers).toHaveLength(0);
    expect(await world.leftOf()).toBe(60);
  });

  it('may be pressed twice, and by two at once: it is cancelled, and charged to nobody', async () => {
    const world = await videoThatIs('pending');
    const shown = world.job(id);
    const presses = ['2000000000000000009', requester, requester].map(
      async (userId) => await world.studio.decisions.cancel(shown, userId),
    );
    for (const job of await Promise.all(presses))
      expect(job).toMatchObject({ state: 'canceled', by: '2000000000000000009' });
    expect(world.service.calls.cancel).toBe(1);
    await world.clock.until(() => world.isSettled(id));
    expect(world.messenger.lastPanel).toContain('Cancelled by <@2000000000000000009>');
    expect(world.messenger.lastPanel).toContain(`video:edit:${id}`);
    expect(world.messenger.lastPanel).not.toContain('video:again');
    expect(detailsOf(world)).toContain('Not charged');
    expect(detailsOf(world)).not.toContain('Cost');
  });

  it('by its requester names nobody', async () => {
    const world = await videoThatIs('pending');
    await world.studio.decisions.cancel(world.job(id), requester);
    await world.clock.until(() => world.isSettled(id));
    expect(world.messenger.lastPanel).toContain('Cancelled**');
  });

  it('is too late once the task runs', async () => {
    const world = await videoThatIs('running');
    expect(await refusalCode(world.studio.decisions.cancel(world.job(id), requester))).toBe('too-late');
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id).state).toBe('delivered');
  });

  it('takes a job out of the line before anything was spent', async () => {
    const world = await VideoWorld.open({
      limits: oneAtATime,
    });
    const second = '1000000000000000002';
    await world.accept();
    await world.accept({ prompt: 'a boat' }, { id: second });
    await world.studio.decisions.cancel(world.job(second), requester);
    await world.clock.until(() => world.isSettled(id) && world.isSettled(second));
    expect(world.service.tasks).toHaveLength(1);
  });
});

describe('delivery', () => {
  /** A video whose file arrives like this, one try after the other. */
  async function arrived(...tries: VideoWorld['downloads']): Promise<VideoWorld> {
    const world = await VideoWorld.open();
    world.downloads.push(...tries);
    await world.make();
    return world;
  }

  it('hands over the link when the file is larger than the place takes', async () => {
    const world = await arrived({ bytes: 11 * 1024 * 1024 });
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(allText(world)).toContain('http://127.0.0.1/task-1.mp4');
    expect(allText(world)).toContain('too large for this server');
  });

  it('hands over the link when Discord refuses the file after all', async ({ world }) => {
    world.messenger.fail('post', 'too-large');
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(world.messenger.posted).toHaveLength(1);
  });

  it('posts once although the answer to the post was lost, even when Discord has forgotten the nonce', async () => {
    const world = await VideoWorld.open();
    world.messenger.nonceMemoryMs = 0;
    const error = new MessageError('temporary', undefined);
    world.messenger.failures.push({ call: 'post', when: 'after', error });
    await world.make();
    expect(world.job(id).state).toBe('delivered');
    expect(world.messenger.posted).toHaveLength(1);
  });

  it('goes to the requester by direct message when the channel is closed meanwhile', async ({ world }) => {
    world.messenger.fail('post', 'closed');
    await world.make();
    expect(world.job(id).state).toBe('undeliverable');
    expect(world.messenger.directs).toHaveLength(1);
    expect(world.messenger.directs[0]?.userId).toBe('2000000000000000001');
    expect(world.messenger.directs[0]?.body.files).toHaveLength(1);
    expect(FakeMessenger.textOf(world.messenger.directs[0]?.body)).not.toContain('custom_id');
  });

  it('whispers the link when direct messages are closed, too', async ({ world }) => {
    world.messenger.fail('post', 'closed');
    world.messenger.fail('direct', 'closed', 2);
    await world.make();
    expect(whispered(world)).toContain('http://127.0.0.1/task-1.mp4');
  });

  it('ends in words when the result is gone', async () => {
    const world = await arrived({ error: new DownloadError({ reason: 'gone' }) });
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'result-gone' } });
    expect(whispered(world)).toContain('already deleted');
    expect(await world.leftOf()).toBe(55);
  });

  it('ends in words when the result is a page and not a video, however often it is fetched', async () => {
    const world = await arrived(...Array.from({ length: 5 }, () => ({ holds: 'rubbish' }) as const));
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'result-unreadable' } });
    expect(whispered(world)).toContain("isn't a video");
  });

  it('delivers a result that arrived whole at the fifth time only', async () => {
    const world = await arrived(...Array.from({ length: 4 }, () => ({ holds: 'rubbish' }) as const));
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'file' });
  });

  it('hands over the link when nobody can tell what the result is, after five looks', async () => {
    const world = await arrived({ holds: 'what cannot be inspected' });
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(allText(world)).toContain("couldn't check the file");
    expect(world.inspections).toBe(5);
  });

  it('delivers a result that could be inspected at the second look', async ({ world }) => {
    world.uninspectedLooks = 1;
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'file' });
  });

  it('hands over the link when the result is larger than the bot fetches', async () => {
    const world = await arrived({ error: new DownloadError({ reason: 'too-large' }) });
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
  });

  it('tries a slow result five times, then hands over the link', async ({ world }) => {
    for (let time = 0; time < 9; time += 1)
      world.downloads.push({ error: new DownloadError({ reason: 'timeout' }) });
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(allText(world)).toContain('download took too long');
    expect(world.downloads).toHaveLength(4);
  });

  it('can be taken back', async ({ world }) => {
    await world.make();
    await world.studio.decisions.remove(world.job(id), '2000000000000000009');
    await world.clock.until(() => world.isSettled(id));
    expect(world.job(id)).toMatchObject({ state: 'removed', removedBy: '2000000000000000009' });
    expect(world.messenger.removed).toEqual([world.messenger.posted[0]?.id]);
    // Once when it was delivered, and once more in case it was still there.
    expect(world.messenger.panelsRemoved).toHaveLength(2);
  });
});

describe('telling', () => {
  it('of a failure says that it was not charged, unless something was made', async () => {
    for (const made of [false, true]) {
      const world = await VideoWorld.open();
      if (made) world.downloads.push({ error: new DownloadError({ reason: 'gone' }) });
      else world.service.ending = () => ({ status: 'failed', code: 'DataInspectionFailed' });
      await world.make();
      expect(world.job(id).state).toBe('failed');
      expect(whispered(world).includes('Not charged')).toBe(!made);
    }
  });

  it('falls back to a direct message, and to a nudge in the channel that holds no reason', async () => {
    const world = await VideoWorld.open();
    world.service.ending = () => ({ status: 'failed', code: 'DataInspectionFailed' });
    world.messenger.fail('whisper', 'token-dead');
    world.messenger.fail('direct', 'closed');
    await world.make();
    expect(allText(world)).toContain('<@2000000000000000001>');
    expect(allText(world)).toContain('TEST-0001');
    expect(allText(world)).not.toContain('content rules');
  });

  it('is tried again while Discord is unwell', async ({ world }) => {
    world.service.ending = () => ({ status: 'failed' });
    for (const call of ['whisper', 'direct', 'post'] as const) world.messenger.fail(call, 'temporary', 3);
    await world.make();
    expect(whispered(world)).toContain('Your video failed');
  });

  it('never loses the video over a panel that is gone', async ({ world }) => {
    world.messenger.fail('editPanel', 'closed', 99);
    await world.make();
    expect(world.job(id).state).toBe('delivered');
  });
});

describe('refusals of the audio', () => {
  it('come before anything is reserved', async ({ world }) => {
    world.audioSeconds = async () => {
      throw new Refusal({ code: 'audio-wrong-kind' });
    };
    const audio = { url: 'https://example.org/a.ogg', attachment: false };
    await expect(world.accept({}, {}, { audio, references: [] })).rejects.toThrow('audio-wrong-kind');
    expect(world.spent.isUntouched).toBe(true);
    expect(world.jobs.records.size).toBe(0);
  });

  it('are not needed when the audio fits, and its length is mentioned', async ({ world }) => {
    world.audioSeconds = async () => 12;
    const audio = { url: 'https://example.org/a.mp3', attachment: false };
    await world.make({}, {}, { audio, references: [] });
    expect(world.service.tasks[0]?.request).toMatchObject({ audioUrl: audio.url });
    expect(world.messenger.lastPanel).toContain('only the first 5 s are used');
  });
});
