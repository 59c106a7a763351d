import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import type { StudioSettings } from '../../../src/video/ground.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import { collected } from '../../support/collected.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { guildId, videoId as id, requester, VideoWorld } from '../../support/video-world.ts';

const it = test.extend('world', () => VideoWorld.open()).extend('kept', () => delivered());

const asker = fakeActor({ guildId, userId: requester });
const dayMs = 24 * 3_600_000;

async function delivered(settings: Partial<StudioSettings> = {}): Promise<VideoWorld> {
  const world = await VideoWorld.open(settings);
  await world.make();
  return world;
}

function ledgerOf({ jobs: shelf, clock }: VideoWorld): JobLedger {
  const log = pino({ level: 'silent' });
  return new JobLedger({ shelf, clock, log, writes: new RepeatedWrites({ clock, log }) });
}

const list = async (world: VideoWorld) =>
  await collected(world.studio.list(asker, { whose: 'mine', filter: 'all' }));

describe('a video that ended', () => {
  it('is kept for as long as the operator says, and then gone: record, list entry, file', async () => {
    const world = await delivered();
    const file = join(world.dataDir, 'videos', `${id}.mp4`);
    await world.clock.advance(30 * dayMs - 2 * 3_600_000);
    await writeFile(file, 'kept');
    expect(await list(world)).toHaveLength(1);
    expect(await world.studio.find(asker, id)).toMatchObject({ state: 'delivered' });
    await world.clock.advance(4 * 3_600_000);
    expect(world.jobs.records.size).toBe(0);
    expect(await list(world)).toEqual([]);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('answers its old buttons in words once it is gone, also after a restart', async ({ kept: world }) => {
    await world.clock.advance(31 * dayMs);
    const gone = { facts: { code: 'job-gone' } };
    await expect(world.studio.find(asker, id)).rejects.toMatchObject(gone);
    await world.restart();
    await expect(world.studio.find(asker, id)).rejects.toMatchObject(gone);
  });

  it('is cleared by the process after the one that made it', async ({ kept: world }) => {
    await world.studio.close();
    await world.clock.advance(31 * dayMs);
    expect(world.jobs.records.size).toBe(1);
    await world.restart();
    await world.clock.advance(1_000);
    expect(world.jobs.records.size).toBe(0);
    expect(await list(world)).toEqual([]);
  });

  it('is kept while it has not been announced', async () => {
    const world = await delivered({ keepJobsMs: dayMs });
    const { settled: _, ...job } = world.job(id) as Extract<
      ReturnType<VideoWorld['job']>,
      { settled: boolean }
    >;
    world.jobs.records.set(id, JSON.stringify({ ...job, settled: false }));
    await world.studio.close();
    const ledger = ledgerOf(world);
    expect(await ledger.remove(id)).toBe(false);
    expect(world.jobs.records.size).toBe(1);
  });

  it('on which nobody decided goes, too', async ({ world }) => {
    world.service.loseAnswer('before');
    await world.accept();
    await world.clock.until(() => world.job(id).state === 'undecided' && world.isSettled(id));
    await world.clock.advance(29 * dayMs);
    expect(world.jobs.records.size).toBe(1);
    await world.clock.advance(2 * dayMs);
    expect(world.jobs.records.size).toBe(0);
  });
});

it('a video that was set aside after two deaths, and never tried again, goes like one that ended', async () => {
  const world = await delivered();
  await world.studio.close();
  const { state: _, ...job } = world.job(id);
  const aside = { ...job, state: 'set-aside', asideAt: world.clock.now(), resume: { state: 'pending' } };
  world.jobs.records.set(id, JSON.stringify(aside));
  await world.restart();
  await world.clock.advance(29 * dayMs);
  expect(world.jobs.records.size).toBe(1);
  await world.clock.advance(2 * dayMs);
  expect(world.jobs.records.size).toBe(0);
});

describe('the token of an interaction', () => {
  const token = 'token-of-the-interaction';

  it('is not kept once it is dead, and the panel goes on as a message', async ({ world }) => {
    world.service.runningMs = 60 * 60_000;
    await world.accept();
    await world.clock.advance(14 * 60_000);
    expect(world.jobs.records.get(id)).toContain(token);
    await world.clock.advance(60_000);
    expect(world.jobs.records.get(id)).not.toContain(token);
    const before = world.messenger.panels.length;
    await world.clock.until(() => world.isSettled(id));
    expect(world.messenger.panels.length).toBeGreaterThan(before);
    expect(world.job(id).state).toBe('delivered');
  });

  it('that died while no process ran goes at the next start', async ({ kept: world }) => {
    await world.studio.close();
    expect(world.jobs.records.get(id)).toContain(token);
    await world.clock.advance(dayMs);
    expect(world.jobs.records.get(id)).toContain(token);
    await world.restart();
    await world.clock.advance(1_000);
    expect(world.jobs.records.get(id)).not.toContain(token);
  });
});

it('a start reads what is under way, and of what ended only the newest, to estimate by', async () => {
  const world = await delivered();
  await world.clock.advance(16 * 60_000);
  const job = world.job(id);
  for (let each = 2; each < 3_000; each += 1) {
    const another = { ...job, id: String(BigInt(id) + BigInt(each)), acceptedAt: world.clock.now() };
    world.jobs.records.set(another.id, JSON.stringify(another));
  }
  await world.studio.close();
  world.jobs.reads = 0;
  await world.restart();
  await world.clock.advance(1_000);
  expect(world.jobs.reads).toBeLessThan(600);
});

describe('what else a video leaves behind', () => {
  it('is cleared while the process runs: forms that nobody sent', async ({ world }) => {
    await world.studio.drafts.keep('form', { ...asker, channelId: '1' }, { sources: [] });
    await world.clock.advance(26 * 3_600_000);
    expect(world.drafts.records.size).toBe(0);
  });

  it('is a task that no lost one is taken for, for as long as its video is kept', async ({ kept: world }) => {
    expect([await ledgerOf(world).owns('task-1'), await ledgerOf(world).owns('task-2')]).toEqual([
      true,
      false,
    ]);
    await world.clock.advance(31 * dayMs);
    expect(await ledgerOf(world).owns('task-1')).toBe(false);
  });
});

it('seconds that were reserved for a video that was never accepted are given back after a restart', async () => {
  for (let effect = 1; effect < 8; effect += 1) {
    const world = await VideoWorld.open({}, { line: new Lifeline(effect) });
    void world.accept();
    await world.clock.until(() => world.line.dead);
    await world.restart();
    const wasAccepted = world.jobs.records.has(id);
    expect(world.spent.spent({ unit: 'video-seconds' })).toBe(wasAccepted ? 5 : 0);
  }
});
