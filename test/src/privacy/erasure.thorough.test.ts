import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { FeatureGate } from '../../../src/community/feature-access.ts';
import {
  ServerSettings,
  settingsChangeIndex,
  settingsChangeSchema,
  settingsIndex,
  settingsRecordSchema,
} from '../../../src/community/server-settings.ts';
import { holdMoney } from '../../../src/community/spending-lease.ts';
import { InHand, openJournal } from '../../../src/operations/in-hand.ts';
import { type Asker, Erasure, erasureSchema } from '../../../src/privacy/erasure.ts';
import {
  type CollectionName,
  collectionNames,
  type KeptStore,
  keptCollections,
} from '../../../src/storage/kept.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { openStore } from '../../../src/storage/store.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../../src/video/job.ts';
import { seededJob } from '../../support/authority-jobs.ts';
import { collected } from '../../support/collected.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';
import { channelId, guildId, samples } from '../../support/kept-samples.ts';

const ada = '2000000000000000001';
const ben = '2000000000000000002';
const adasWords = 'heliotrope-lantern';
const bensWords = 'umber-compass';
const dayMs = 24 * 3_600_000;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

/** Which files have these bytes, whatever they are. */
function filesWith(folder: string, text: string): string[] {
  return filesIn(folder).filter((path) => readFileSync(path).includes(text));
}

async function open(
  features: readonly ((userId: string) => Promise<void> | void)[] = [],
  copiesGoneAt: () => readonly number[] = () => [],
  busyMs?: () => number,
) {
  const dataDir = temporaryFolder();
  const clock = new FakeClock();
  const { log, text } = recordingLog();
  const store: KeptStore = openStore({ dataDir, log, now: () => clock.now() });
  const inHand = new InHand({ journal: openJournal(join(dataDir, 'in-hand.log')), log });
  onTestFinished(async () => {
    inHand.close();
    await store.close();
  });
  const erasures = store.collection('erasures', erasureSchema, nobodys);
  const erasure = new Erasure({
    ...{ store, erasures, inHand, clock, log, copiesGoneAt, features },
    ...(busyMs ? { busyMs } : {}),
  });
  const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
  const forget = async (userId = ada, asked: Asker = 'person') => await erasure.forget(userId, asked, 'R-1');
  const job = (number: number, userId: string, prompt: string) =>
    seededJob({ number, prompt, userId, guildId, channelId, acceptedAt: 1 }, 'delivered');
  return { dataDir, clock, store, erasures, inHand, jobs, forget, job, logged: text };
}

const names = Object.keys(samples) as (keyof typeof samples)[];

describe('after somebody is forgotten', () => {
  it('neither their id nor their words are in any byte of the data folder or the log, and everybody else stays', async () => {
    const { dataDir, store, forget, inHand, erasures, logged } = await open();
    for (const [index, name] of names.entries()) {
      await samples[name].put(store, ada, adasWords, 2 * index);
      await samples[name].put(store, ben, bensWords, 2 * index + 1);
    }
    // Enough that pages split, fill and are given back.
    for (let number = 100; number < 400; number += 1) {
      await samples['video-jobs'].put(store, ada, `${adasWords} `.repeat(number % 40), number);
      if (number % 3 === 0) await samples['video-jobs'].put(store, ben, bensWords, 1_000 + number);
    }
    const money = await holdMoney(store.atomic);
    const account = { unit: 'u', period: 'p', guildId, userId: ada };
    await money.money.reserve({
      ...{ unit: 'u', id: '1', guildId, userId: ada, amount: 5, lease: money.leaseOf(guildId) },
      ...{ keptUntil: dayMs, sumsKeptUntil: dayMs, charged: [account], limits: [] },
    });
    await store.atomic.records.insert(
      `set-aside:video-jobs/1`,
      JSON.stringify({ value: { setAsideAt: 1, stored: `{${ada} ${adasWords}` } }),
    );
    await inHand.hold('video', ada, async () => undefined);
    expect(filesWith(dataDir, ada)).not.toEqual([]);
    const bens = await collected(store.recordsOf({ userId: ben }));

    const proof = await forget();

    expect(proof).toMatchObject({
      complete: true,
      renamedSums: 2,
      logGoneBy: undefined,
      copiesGoneBy: undefined,
    });
    expect(filesWith(dataDir, ada)).toEqual([]);
    expect(filesWith(dataDir, adasWords)).toEqual([]);
    expect(logged()).not.toContain(ada);
    expect(logged()).not.toContain(adasWords);
    expect(await collected(store.recordsOf({ userId: ben }))).toEqual(bens);
    expect(bens.length).toBeGreaterThan(100);
    expect(await erasures.get('R-1')).toMatchObject({ asked: 'person', deleted: expect.any(Number) });
  });

  it.each(
    collectionNames.filter((name): name is Exclude<CollectionName, 'set-aside'> => name !== 'set-aside'),
  )('%s has done with them what the table of everything that is kept says', async (name) => {
    const { dataDir, store, forget } = await open();
    await samples[name].put(store, ada, adasWords, 7);
    const before = await collected(store.atomic.records.list({ collection: name }));
    const proof = await forget();
    const after = await collected(store.atomic.records.list({ collection: name }));
    const rule = keptCollections[name].forgets;
    expect(proof.deleted.get(name) ?? 0).toBe(rule === 'deleted' ? before.length : 0);
    expect(proof.unnamed.get(name) ?? 0).toBe(rule === 'unnamed' ? before.length : 0);
    if (rule === 'names-nobody') expect(after).toEqual(expect.arrayContaining(before));
    expect(filesWith(dataDir, ada)).toEqual([]);
  });

  it('what others made of them loses their name and stays theirs', async () => {
    const { jobs, forget, job, dataDir } = await open();
    const bensJob: VideoJob = {
      ...job(1, ben, `<@${ada}> in ${bensWords}, 1${ada}`),
      attachments: [
        { url: 'http://x/1', message: { channelId, messageId: '5', attachmentId: '6', authorId: ada } },
      ],
    };
    await jobs.set(bensJob.id, bensJob);
    const proof = await forget();
    expect(proof.unnamed).toEqual(new Map([['video-jobs', 1]]));
    const left = await jobs.get(bensJob.id);
    expect(left?.request.prompt).toBe(`<@0> in ${bensWords}, 1${ada}`);
    expect(left?.attachments[0]?.message?.authorId).toBe('0');
    expect(filesWith(dataDir, `"${ada}"`)).toEqual([]);
    expect(await collected(jobs.select({ about: ada }))).toEqual([]);
  });

  it("a block outlives it, while everything else in a server's settings loses their name", async () => {
    const { store, forget } = await open();
    const shelf = store.collection('server-settings', settingsRecordSchema, settingsIndex);
    const changes = store.collection('settings-changes', settingsChangeSchema, settingsChangeIndex);
    const settings = new ServerSettings({ records: shelf, changes, now: () => 1, log: silentLog });
    const editor = { guildId, userId: ben };
    await settings.page('limits').change(editor, (page) => ({
      ...page,
      people: {
        [ada]: { lifts: false, amounts: { searches: { day: 0 } } },
        [ben]: { lifts: true, amounts: {} },
      },
    }));
    await settings
      .page('access')
      .change(editor, (page) => ({ ...page, video: { ...page.video, blocked: [ada, ben] } }));
    await settings.forget(ada);
    expect((await forget()).complete).toBe(true);
    const { access, limits, latest } = await settings.read(guildId);
    expect(access.video.blocked).toEqual([ada, ben]);
    expect(Object.keys(limits.people)).toEqual(['0', ben]);
    expect(latest?.userId).toBe(ben);
    expect(JSON.stringify(await settings.history(guildId))).not.toContain(ada);
    // They come back, and are still blocked.
    const gate = new FeatureGate(settings.page('access'));
    const use = { feature: 'video', guildId, roleIds: [], isModerator: false, channelIds: [] } as const;
    expect(await gate.mayUse({ ...use, userId: ada })).toBe(false);
  });

  it('the proof says when the last copy or back-up that still has them is gone', async () => {
    const { forget } = await open([], () => [20, 70, 30]);
    expect((await forget()).copiesGoneBy).toBe(70);
  });

  it('what a feature writes meanwhile is forgotten as well', async () => {
    const late: (() => Promise<void>)[] = [];
    const { jobs, store, forget, job } = await open([() => void late.push(async () => {})]);
    for (let number = 0; number < 250; number += 1)
      await jobs.set(job(number, ada, 'x').id, job(number, ada, 'x'));
    const forgetting = forget();
    await new Promise((resolve) => setImmediate(resolve));
    await jobs.set(job(-1, ada, 'late').id, job(-1, ada, 'late'));
    expect(await forgetting).toMatchObject({ complete: true, deleted: new Map([['video-jobs', 251]]) });
    expect(await collected(store.recordsOf({ userId: ada }))).toEqual([]);
  });

  it('what is written again and again holds nobody up: the proof says that not everything is gone', async () => {
    const { jobs, store, forget, job } = await open();
    const { records } = store.atomic;
    const remove = records.remove.bind(records);
    let number = 0;
    records.remove = async (keys) => {
      const removed = await remove(keys);
      number += 1;
      await jobs.set(job(number, ada, 'again').id, job(number, ada, 'again'));
      return removed;
    };
    await jobs.set(job(0, ada, 'x').id, job(0, ada, 'x'));
    expect(await forget()).toMatchObject({ complete: false, deleted: new Map([['video-jobs', 3]]) });
  });

  it('goes in smaller steps where the store is slow, and in larger ones where it is fast', async () => {
    let passed = 0;
    let eachMs = 3;
    const { store, jobs, forget, job } = await open([], undefined, () => passed);
    for (let number = 0; number < 300; number += 1)
      await jobs.set(job(number, ada, 'x').id, job(number, ada, 'x'));
    const steps: number[] = [];
    const { records } = store.atomic;
    const remove = records.remove.bind(records);
    let together = 0;
    records.remove = async (keys) => {
      if (together === 0)
        setImmediate(() => {
          steps.push(together);
          together = 0;
        });
      together += keys.length;
      passed += eachMs;
      if (steps.length > 20) eachMs = 0.01;
      return await remove(keys);
    };
    expect((await forget()).complete).toBe(true);
    // Ten to begin with, then no more than fit into a few milliseconds.
    expect(steps.slice(0, 20).every((step, index) => index === 0 || step <= 2)).toBe(true);
    expect(Math.max(...steps)).toBeGreaterThan(40);
  });

  it('features let go first, while their records are still there', async () => {
    const seen: (readonly [string, number])[] = [];
    const world = await open([
      async (userId) => void seen.push([userId, (await collected(world.store.recordsOf({ userId }))).length]),
    ]);
    await samples['video-jobs'].put(world.store, ada, adasWords, 1);
    await world.forget();
    expect(seen).toEqual([[ada, 1]]);
  });

  it('it can be asked for again, also by the owner, and finds nothing', async () => {
    const { store, forget, erasures } = await open();
    await samples['video-jobs'].put(store, ada, adasWords, 1);
    await forget();
    const again = await forget(ada, 'owner');
    expect(again.deleted.size + again.unnamed.size + again.renamedSums).toBe(0);
    expect(await erasures.get('R-1')).toMatchObject({ asked: 'owner', deleted: 0 });
  });

  it("the store's log is moved in small steps until all of it is done", async () => {
    const { store, forget, jobs, job } = await open();
    await jobs.set('1', job(1, ada, adasWords));
    const { inSmallSteps, checkpoint } = store;
    let small = false;
    store.inSmallSteps = async (work) => {
      small = true;
      return await inSmallSteps(work).finally(() => {
        small = false;
      });
    };
    const wasSmall: boolean[] = [];
    store.checkpoint = () => {
      wasSmall.push(small);
      checkpoint();
    };
    await forget();
    expect(wasSmall).toEqual([true]);
    expect(small).toBe(false);
    Object.assign(store, { inSmallSteps, checkpoint });
  });

  it('while another program reads the store, the proof says that its log still has it, and until when', async () => {
    const { clock, store, forget } = await open();
    const checkpoint = store.checkpoint;
    store.checkpoint = () => {
      throw new Error('the store is being read by another program');
    };
    expect((await forget()).logGoneBy).toBe(clock.now() + 5 * 60_000);
    store.checkpoint = checkpoint;
  });
});
