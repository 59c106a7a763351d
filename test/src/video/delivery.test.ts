import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DownloadError } from '../../../src/media/download-error.ts';
import type { StudioSettings } from '../../../src/video/ground.ts';
import type { JobIn, VideoJob } from '../../../src/video/job.ts';
import type { PackedVideo } from '../../../src/video/packing.ts';
import { renderPanel } from '../../../src/video/panel-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { refusalCode } from '../../support/rejection.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

const it = test
  .extend('world', () => open())
  .extend('made', () => made())
  .extend('linked', () => linked())
  .extend('kept', () => makeLinked(100));

const megabyte = 1024 * 1024;

const open = async (settings: Partial<StudioSettings> = {}, hasFfmpeg = true) =>
  await VideoWorld.open(settings, { hasFfmpeg });

async function made(settings: Partial<StudioSettings> = {}): Promise<VideoWorld> {
  const world = await open(settings);
  await world.make();
  return world;
}

/** A video whose file is too large for its message, and cannot be made smaller. */
async function linked(settings: Partial<StudioSettings> = {}): Promise<VideoWorld> {
  const world = await open(settings, false);
  world.downloads.push({ bytes: 30 * megabyte });
  await world.make();
  expect(world.job(id)).toMatchObject({ as: 'link' });
  return world;
}

const lastMessage = (world: VideoWorld) => FakeMessenger.textOf(world.messenger.posted.at(-1)?.body);
const kept = async (world: VideoWorld) => (await readdir(join(world.dataDir, 'videos'))).sort();

describe('the delivery chain', () => {
  it('attaches a file that fits, and keeps nothing', async ({ made: world }) => {
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'file', seconds: 5 });
    expect(await kept(world)).toEqual([]);
  });

  it('makes a file that is too large smaller, says so, shows the progress, and keeps the original', async () => {
    const world = await open();
    world.downloads.push({ bytes: 30 * megabyte });
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'shrunk' });
    expect(world.messenger.posted.at(-1)?.body.files).toMatchObject([
      { path: expect.stringContaining('.small.mp4') },
    ]);
    expect(lastMessage(world)).toContain("Re-encoded to fit this server's 10 MB");
    const panels = FakeMessenger.textOf(...world.messenger.panels);
    expect(panels).toMatch(/to fit this server: \d+%/);
    expect(await kept(world)).toEqual([`${id}.mp4`]);
  });

  it('hands over the link when that would spoil it', async ({ world }) => {
    world.smallestBytes = 11 * megabyte;
    world.downloads.push({ bytes: 30 * megabyte });
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(lastMessage(world)).toContain(`video:send-file:${id}`);
    expect(await kept(world)).toEqual([`${id}.mp4`]);
  });

  it('moves one way down after a refusal, never with the same file', async ({ world }) => {
    world.downloads.push({ bytes: 9 * megabyte });
    world.messenger.fail('post', 'too-large');
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'shrunk' });
    expect(world.messenger.posted).toHaveLength(1);
  });

  it('ends with the link when every file is refused', async ({ world }) => {
    world.messenger.fail('post', 'too-large', 2);
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(world.messenger.posted).toHaveLength(1);
  });

  it('hands over the link on a machine without ffmpeg', async ({ linked: world }) => {
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
  });

  it('says it when the service made another length than asked', async ({ world }) => {
    world.filmSeconds = 8.04;
    await world.make();
    expect(lastMessage(world)).toContain('The video service made 8 s, not 5 s');
    expect(world.job(id)).toMatchObject({ as: 'file', seconds: 8.04 });
  });

  it('says nothing of a length that is off by less than a second', async ({ world }) => {
    world.filmSeconds = 5.9;
    await world.make();
    expect(lastMessage(world)).not.toContain('The video service made');
  });

  it('gives every file its alt text', async ({ world }) => {
    world.messenger.fail('post', 'closed');
    await world.make();
    expect(world.messenger.directs[0]?.body.files?.[0]?.description).toBe(
      'Video made by AI from the prompt: a kite',
    );
  });

  it.each([
    ['too-large', 'too large for this server'],
    ['closed', "couldn't send you the file"],
  ] as const)('says why its requester gets a link when a direct message is %s', async (reason, words) => {
    const world = await open();
    world.messenger.fail('post', 'closed');
    world.messenger.fail('direct', reason);
    await world.make();
    expect(FakeMessenger.textOf(world.messenger.directs.at(-1)?.body)).toContain(words);
  });

  it('keeps the file of a video that only its requester got', async ({ world }) => {
    world.messenger.fail('post', 'closed');
    await world.make();
    expect(world.job(id).state).toBe('undeliverable');
    expect(await kept(world)).toEqual([`${id}.mp4`]);
  });
});

/** An address as storage signs them: so many characters. */
const signed = (length: number) => 'https://files.test/video.mp4?Signature='.padEnd(length, 'a');

/** A video too large for any file, with an address of that length. */
async function makeLinked(length: number): Promise<VideoWorld> {
  const world = await open({}, false);
  world.service.ending = () => ({ status: 'succeeded', videoUrl: signed(length) });
  world.downloads.push({ bytes: 30 * megabyte });
  return world;
}

/** What the panel of a job says that was set aside once its video was made. */
function asidePanel(made: VideoJob, resume: JobIn<'set-aside'>['resume'], mayShowLink: boolean): string {
  const { state: _, ...job } = made;
  const aside = { ...job, state: 'set-aside', settled: true, asideAt: 1, resume } as VideoJob;
  return FakeMessenger.textOf(renderPanel(aside, { ahead: 0, mayShowLink }, wordsFor('en-US')));
}

describe('a link that no button of Discord takes', () => {
  const linkFile = (world: VideoWorld) => world.messenger.posted.at(-1)?.body.files?.[0];

  it('is on a button up to 512 characters, and in the text beyond', async () => {
    const short = await makeLinked(512);
    await short.make();
    expect(lastMessage(short)).toContain(`"url":"${signed(512)}"`);
    const long = await makeLinked(513);
    await long.make();
    expect(long.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(lastMessage(long)).toContain(`[Open video](<${signed(513)}>)`);
    expect(lastMessage(long)).not.toContain('"url"');
  });

  it('is in a text file where no message has room for it', async () => {
    const world = await makeLinked(3_900);
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(Buffer.from(linkFile(world)?.bytes ?? []).toString()).toBe(`${signed(3_900)}\n`);
    expect(lastMessage(world)).toContain(`"url":"attachment://${linkFile(world)?.name}"`);
  });

  it('closes no markdown, whatever stands in it', async () => {
    const world = await makeLinked(0);
    const videoUrl = `${signed(600)}&a=)>\\ @everyone`;
    world.service.ending = () => ({ status: 'succeeded', videoUrl });
    await world.make();
    expect(lastMessage(world)).toContain(`[Open video](<${signed(600)}&a=)%3E%5C%20@everyone>)`);
  });

  it('reaches its requester in private, where the channel takes nothing', async () => {
    const world = await makeLinked(600);
    world.messenger.fail('post', 'closed');
    world.messenger.fail('direct', 'too-large');
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'undeliverable' });
    expect(FakeMessenger.textOf(world.messenger.directs.at(-1)?.body)).toContain(signed(600));
  });

  it('is in the text of a panel that was set aside', async () => {
    const world = await makeLinked(600);
    await world.make();
    const resume = {
      state: 'delivering',
      videoUrl: signed(600),
      urlExpiresAt: 1,
      deliveringSince: 1,
    } as const;
    expect(asidePanel(world.job(id), resume, true)).toContain(`[Open video](<${signed(600)}>)`);
  });
});

describe('a message that Discord refuses as it is', () => {
  it('goes out with less in it, the file first of all', async ({ world }) => {
    world.messenger.fail('post', 'invalid');
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'file' });
    expect(world.messenger.posted.at(-1)?.body.files).toHaveLength(1);
    expect(lastMessage(world)).toContain(`video:delete:${id}`);
    expect(lastMessage(world)).not.toContain('a kite');
  });

  it('goes out as the link and nothing else, where even that is refused', async ({ world }) => {
    world.messenger.fail('post', 'invalid', 2);
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'link' });
    expect(lastMessage(world)).toContain(`[Open video](<`);
    expect(lastMessage(world)).not.toContain('custom_id');
  });

  it('goes to its requester where the channel takes none of them', async ({ world }) => {
    world.messenger.fail('post', 'invalid', 3);
    world.messenger.fail('direct', 'invalid');
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'undeliverable' });
    expect(world.messenger.directs).toHaveLength(1);
    expect(world.messenger.lastPanel).toContain('Sent by DM');
  });

  it('ends with a panel that says so, where nobody takes any of them', async () => {
    const world = await makeLinked(600);
    for (const call of ['post', 'direct', 'whisper'] as const) world.messenger.fail(call, 'invalid', 99);
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'undeliverable', settled: true });
    expect(world.messenger.lastPanel).toContain("couldn't post here or send a DM");
  });

  it('ends soon, where the file of its direct message was never at hand', async () => {
    const world = await open({}, false);
    world.downloads.push({ error: new DownloadError({ reason: 'too-large' }) });
    world.messenger.fail('post', 'invalid', 99);
    await world.make();
    expect(world.messenger.tried.filter((call) => call === 'direct')).toHaveLength(1);
    expect(FakeMessenger.textOf(world.messenger.directs.at(-1)?.body)).toContain(
      "couldn't send you the file",
    );
  });

  it('puts a file under its link with less in the message', async ({ kept: world }) => {
    await world.make();
    world.messenger.fail('editPanel', 'invalid');
    await world.studio.bringBack.attach(world.job(id), 50 * megabyte);
    expect(world.job(id)).toMatchObject({ as: 'file' });
  });
});

describe('an address that may not be followed', () => {
  it('is neither fetched nor shown: the video ends in words', async ({ kept: world }) => {
    world.mayFollow = () => false;
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'result-address' } });
    const told = FakeMessenger.textOf(...world.messenger.whispers, ...world.messenger.panels);
    expect(told).toContain("isn't safe to open");
    expect(told).not.toContain('files.test');
    expect(world.downloads).toHaveLength(1);
    expect(world.messenger.posted).toEqual([]);
  });

  it('ends in words where only a redirect leads there', async ({ world }) => {
    world.downloads.push({ error: new DownloadError({ reason: 'forbidden' }) });
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'failed', failure: { fault: 'result-address' } });
    expect(world.messenger.posted).toEqual([]);
  });

  it('is not shown on a panel that was set aside', async ({ kept: world }) => {
    await world.make();
    const resume = { state: 'succeeded', videoUrl: signed(100), urlExpiresAt: 1 } as const;
    expect(asidePanel(world.job(id), resume, false)).not.toContain('files.test');
    expect(asidePanel(world.job(id), resume, true)).toContain('files.test');
  });

  it('is not sent in private either, once it may no longer be followed', async ({ kept: world }) => {
    world.messenger.fail('post', 'closed', 9);
    world.messenger.fail('direct', 'too-large', 9);
    const looks: boolean[] = [];
    world.mayFollow = () => looks.push(true) === 1;
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'undeliverable' });
    expect(world.messenger.whispers).toEqual([]);
    const brought = broughtBack(world, world.job(id), 10 * megabyte);
    await expect(brought).rejects.toMatchObject({ facts: { code: 'file-still-too-large' } });
  });
});

describe('kept files', () => {
  it('are removed when they were kept long enough, and not before', async () => {
    const world = await open({ keepMs: 3 * 3_600_000 });
    world.smallestBytes = 11 * megabyte;
    world.downloads.push({ bytes: 30 * megabyte });
    await world.make();
    await world.fileTouched(`${id}.mp4`);
    await world.clock.advance(2 * 3_600_000);
    expect(await kept(world)).toEqual([`${id}.mp4`]);
    await world.clock.advance(2 * 3_600_000);
    expect(await kept(world)).toEqual([]);
  });

  it('do not exist where the operator keeps none', async () => {
    const world = await open({ keepMs: 0 });
    world.smallestBytes = 11 * megabyte;
    world.downloads.push({ bytes: 30 * megabyte });
    await world.make();
    expect(await kept(world)).toEqual([]);
  });
});

async function broughtBack(
  world: VideoWorld,
  job: VideoJob,
  limitBytes: number,
): Promise<PackedVideo | undefined> {
  let handed: PackedVideo | undefined;
  await world.studio.bringBack.bring(job, limitBytes, async (_, packed) => {
    handed = packed;
  });
  return handed;
}

describe('Send file, under a link', () => {
  it('puts the file into the same message, once, however many press at the same time', async () => {
    const world = await linked();
    const job = world.job(id);
    const [card] = world.messenger.posted;
    const before = world.messenger.edits.length;
    await Promise.all([1, 2, 3].map(async () => await world.studio.bringBack.attach(job, 50 * megabyte)));
    expect(world.messenger.posted).toHaveLength(1);
    const [edit, ...more] = world.messenger.edits.slice(before);
    expect(more).toEqual([]);
    expect(edit?.panel).toMatchObject({ channelId: card?.channelId, messageId: card?.id });
    expect(edit?.panel.token).toBeUndefined();
    expect(edit?.body.files).toEqual([
      expect.objectContaining({ path: expect.stringContaining(`${id}.mp4`) }),
    ]);
    expect(FakeMessenger.textOf(edit?.body)).not.toContain('send-file');
    expect(world.job(id)).toMatchObject({ state: 'delivered', as: 'file', messageId: card?.id });
  });

  it('leaves the link where the file still does not fit, or Discord does not take it', async () => {
    const world = await linked();
    const job = world.job(id);
    const refused = { facts: { code: 'file-still-too-large' } };
    await expect(world.studio.bringBack.attach(job, 10 * megabyte)).rejects.toMatchObject(refused);
    world.messenger.fail('editPanel', 'too-large');
    await expect(world.studio.bringBack.attach(job, 50 * megabyte)).rejects.toMatchObject(refused);
    expect(world.job(id)).toMatchObject({ as: 'link' });
  });

  it('brings nothing back of a video that was deleted while the file was fetched', async () => {
    const world = await linked();
    const job = world.job(id);
    await world.studio.decisions.remove(job, '2000000000000000001');
    expect(await refusalCode(world.studio.bringBack.attach(job, 50 * megabyte))).toBe('file-gone');
  });
});

describe('a file that is wanted again', () => {
  it('is the kept one, where it fits by now', async ({ linked: world }) => {
    const packed = await broughtBack(world, world.job(id), 50 * megabyte);
    expect(packed).toMatchObject({ as: 'file', path: expect.stringContaining(`${id}.mp4`) });
  });

  it('is fetched from the service while its link works', async ({ made: world }) => {
    expect(await broughtBack(world, world.job(id), 10 * megabyte)).toMatchObject({ as: 'file' });
  });

  it('is fetched out of its message when the service has purged it', async ({ made: world }) => {
    const job = world.job(id);
    if (job.state !== 'delivered') throw new Error('not delivered');
    world.messenger.attachments.set(`${job.channelId}/${job.messageId}/`, 'http://127.0.0.1/attachment.mp4');
    await world.clock.advance(30 * 3_600_000);
    expect(await broughtBack(world, job, 10 * megabyte)).toMatchObject({ as: 'file' });
  });

  it('is refused in words when nobody has it any more', async ({ made: world }) => {
    await world.clock.advance(30 * 3_600_000);
    expect(await refusalCode(broughtBack(world, world.job(id), megabyte))).toBe('file-gone');
  });

  it('is refused in words when nobody can tell what the file is', async ({ made: world }) => {
    world.downloads.push({ holds: 'what cannot be inspected' });
    expect(await refusalCode(broughtBack(world, world.job(id), 10 * megabyte))).toBe('file-uninspected');
    expect(await kept(world)).toEqual([]);
  });

  it('is the link, where no file fits and nobody got as much as that', async () => {
    const world = await makeLinked(600);
    for (const call of ['post', 'direct', 'whisper'] as const) world.messenger.fail(call, 'closed', 99);
    await world.make();
    expect(world.job(id)).toMatchObject({ state: 'undeliverable' });
    expect(await broughtBack(world, world.job(id), 10 * megabyte)).toMatchObject({ as: 'link' });
    await world.clock.advance(30 * 3_600_000);
    expect(await refusalCode(broughtBack(world, world.job(id), 10 * megabyte))).toBe('file-still-too-large');
  });

  it('is looked for in the next place when one does not have it', async ({ made: world }) => {
    const job = world.job(id);
    if (job.state !== 'delivered') throw new Error('not delivered');
    world.messenger.attachments.set(`${job.channelId}/${job.messageId}/`, 'http://127.0.0.1/attachment.mp4');
    world.downloads.push({ error: new DownloadError({ reason: 'gone' }) });
    expect(await broughtBack(world, job, 10 * megabyte)).toMatchObject({ as: 'file' });
  });

  it('is the kept one as long as it is kept, although its link has died', async () => {
    const world = await linked({ keepMs: 72 * 3_600_000 });
    await world.clock.advance(30 * 3_600_000);
    expect(await broughtBack(world, world.job(id), 50 * megabyte)).toMatchObject({ as: 'file' });
    expect(await kept(world)).toEqual([`${id}.mp4`]);
  });

  it('is not kept when it was not, and is fetched for one after the other', async ({ made: world }) => {
    const job = world.job(id);
    const handedOver: (readonly string[])[] = [];
    const press = async () =>
      await world.studio.bringBack.bring(job, 10 * megabyte, async () => {
        handedOver.push(await kept(world));
      });
    await Promise.all([press(), press(), press()]);
    expect(handedOver).toEqual([[`${id}.mp4`], [`${id}.mp4`], [`${id}.mp4`]]);
    expect(await kept(world)).toEqual([]);
  });

  it('is not brought back once it was deleted, by those who saw it before', async ({ made: world }) => {
    const seen = world.job(id);
    await world.studio.decisions.remove(seen, '2000000000000000001');
    expect(await refusalCode(broughtBack(world, seen, 10 * megabyte))).toBe('video-removed');
  });

  it('is refused in words when it still does not fit', async ({ linked: world }) => {
    await expect(broughtBack(world, world.job(id), 10 * megabyte)).rejects.toMatchObject({
      facts: { code: 'file-still-too-large', limitMegabytes: 10 },
    });
  });
});
