import { expect, test } from 'vitest';
import {
  type ServerSettings,
  type SettingsChange,
  type SettingsRecord,
  untouchedOff,
} from '../../../src/community/server-settings.ts';
import { gatedFeatures, type InterpreterPage } from '../../../src/community/settings-pages.ts';
import { memoryChanges, memorySettings } from '../../support/fake-settings.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const it = test.extend('settings', () => memorySettings()).extend('shelf', () => stored());

const dayMs = 24 * 60 * 60_000;
const ann = { guildId: '1', userId: '100' };
const bob = { guildId: '1', userId: '200' };

function stored() {
  return new MemoryShelf<SettingsRecord>();
}

it('has something for every page of a server that decided nothing', async ({ settings }) => {
  expect(await settings.page('speech').of('1')).toEqual({ voice: {}, channels: {}, pronunciations: [] });
  expect(await settings.page('conversation').of('1')).toEqual({ tools: {}, transcripts: true });
  expect(await settings.page('interpreter').of('1')).toMatchObject({ terms: [], transcripts: true });
  expect(await settings.page('knowledge').of('1')).toEqual({ grants: {}, mentions: true });
});

it('has everything off in a server that is new, and turns on only what a moderator turns on', async () => {
  const shelf = stored();
  const settings = memorySettings(shelf, { untouched: untouchedOff });
  const isOn = async (each: ServerSettings) => {
    const { access } = await each.read('1');
    return gatedFeatures.filter((feature) => access[feature].on);
  };
  expect(await isOn(settings)).toEqual([]);
  await settings.page('knowledge').change(ann, (before) => ({ ...before, mentions: false }));
  expect(await isOn(settings)).toEqual([]);
  await settings
    .page('access')
    .change(ann, (before) => ({ ...before, speech: { ...before.speech, on: true } }));
  // Whatever new servers begin with later, this one has decided.
  for (const each of [settings, memorySettings(shelf)]) expect(await isOn(each)).toEqual(['speech']);
  await settings.undo(ann, 2);
  expect(await isOn(settings)).toEqual([]);
});

it('keeps the changes of two pages at the same moment, also for the next process', async ({ shelf }) => {
  const settings = memorySettings(shelf);
  await Promise.all([
    settings.page('knowledge').change(ann, (before) => ({ ...before, mentions: false })),
    settings
      .page('interpreter')
      .change(bob, (before) => ({ ...before, terms: [{ term: 'Emcee', heard: [] }] })),
    settings
      .page('conversation')
      .change({ ...ann, guildId: '2' }, (before) => ({ ...before, tools: { picture: false } })),
  ]);
  for (const each of [settings, memorySettings(shelf)]) {
    expect(await each.page('knowledge').of('1')).toMatchObject({ mentions: false });
    expect(await each.page('interpreter').of('1')).toMatchObject({ terms: [{ term: 'Emcee' }] });
    expect(await each.page('conversation').of('1')).toMatchObject({ tools: {} });
    expect(await each.page('conversation').of('2')).toMatchObject({ tools: { picture: false } });
  }
});

it('changes nothing if a change is refused', async ({ settings }) => {
  const page = settings.page('interpreter');
  const refused = page.change(ann, () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await page.of('1')).toMatchObject({ terms: [] });
  expect(await settings.history('1')).toEqual([]);
});

it('reads a server once, and again after a read that failed', async ({ shelf }) => {
  const get = shelf.get.bind(shelf);
  shelf.get = async () => {
    throw new Error('the disk is gone');
  };
  const page = memorySettings(shelf).page('knowledge');
  await expect(page.of('1')).rejects.toThrow('the disk is gone');
  shelf.get = get;
  await page.of('1');
  const before = shelf.reads;
  await page.of('1');
  expect(shelf.reads).toBe(before);
});

it('writes down what each change did, by whom and when, and nothing for what changed nothing', async () => {
  let at = 1_000;
  const settings = memorySettings(stored(), { now: () => at });
  const told: SettingsChange[] = [];
  settings.onChange((change) => void told.push(change));
  const terms =
    (...names: string[]) =>
    (before: InterpreterPage) => ({
      ...before,
      terms: names.map((term) => ({ term, heard: [] })),
    });
  await settings.page('interpreter').change(ann, terms('Emcee'));
  at = 2_000;
  await settings.page('interpreter').change(bob, terms('Emcee', 'Kite'));
  await settings.page('interpreter').change(bob, terms('Kite', 'Emcee'));
  await settings.page('news').change(bob, (before) => ({ ...before, channelId: '9' }));
  const history = await settings.history('1');
  expect(history.map(({ revision, userId, at: when }) => [revision, userId, when])).toEqual([
    [3, '200', 2_000],
    [2, '200', 2_000],
    [1, '100', 1_000],
  ]);
  expect(history[0]?.differences).toEqual([{ path: ['news', 'channelId'], before: undefined, after: '9' }]);
  expect(history[1]?.differences).toEqual([
    { path: ['interpreter', 'terms'], before: [], after: [{ term: 'Kite', heard: [] }], list: true },
  ]);
  expect(told.map(({ revision }) => revision)).toEqual([1, 2, 3]);
});

it('takes one change back and leaves what others changed since', async ({ settings }) => {
  const page = settings.page('speech');
  const word = (name: string) => ({ word: name, as: 'x' });
  const add = async (name: string) =>
    await page.change(ann, (before) => ({
      ...before,
      pronunciations: [...before.pronunciations, word(name)],
    }));
  await add('one');
  await page.change(bob, (before) => ({ ...before, voice: { rate: 2 } }));
  await add('two');
  await settings.undo(bob, 1);
  expect(await page.of('1')).toMatchObject({ voice: { rate: 2 }, pronunciations: [word('two')] });
  await settings.undo(bob, 2);
  expect((await page.of('1')).voice).toEqual({});
  const [last] = await settings.history('1');
  expect(last).toMatchObject({ userId: '200', undoes: 2, revision: 5 });
  await settings.undo(ann, 5);
  expect((await page.of('1')).voice).toEqual({ rate: 2 });
});

it('refuses to take back what was changed again, and what is more than 30 days old', async () => {
  let at = 0;
  const settings = memorySettings(stored(), { now: () => at });
  const page = settings.page('speech');
  await page.change(ann, (before) => ({ ...before, voice: { rate: 1.5 } }));
  await page.change(bob, (before) => ({ ...before, voice: { rate: 2 } }));
  await expect(settings.undo(ann, 1)).rejects.toMatchObject({ facts: { code: 'settings-undo-overlaps' } });
  expect((await page.of('1')).voice).toEqual({ rate: 2 });
  await expect(settings.undo(ann, 7)).rejects.toMatchObject({ facts: { code: 'settings-undo-late' } });
  at = 30 * dayMs;
  await expect(settings.undo(ann, 2)).rejects.toMatchObject({ facts: { code: 'settings-undo-late' } });
  expect(await settings.history('1')).toEqual([]);
});

it("doesn't let a panel that's open overwrite what somebody else changed since", async () => {
  const settings = memorySettings(stored(), { now: () => 5_000 });
  const page = settings.page('speech');
  const { revision: seen } = await settings.read('1');
  await page.change(bob, (before) => ({ ...before, voice: { ...before.voice, rate: 2 } }));
  const late = page.change({ ...ann, seen }, (before) => ({
    ...before,
    voice: { ...before.voice, rate: 0.5 },
  }));
  await expect(late).rejects.toMatchObject({
    facts: { code: 'settings-changed-since', userId: '200', at: 5_000 },
  });
  const elsewhere = { ...ann, seen };
  await page.change(elsewhere, (before) => ({ ...before, voice: { ...before.voice, volume: 70 } }));
  expect((await page.of('1')).voice).toEqual({ rate: 2, volume: 70 });
});

it("lets a panel that's open change again what it changed itself, whatever somebody else changed since", async () => {
  const settings = memorySettings(stored());
  const page = settings.page('speech');
  await page.change(ann, (before) => ({ ...before, voice: { ...before.voice, rate: 2 } }));
  const { revision: seen } = await settings.read('1');
  await page.change(bob, (before) => ({ ...before, voice: { ...before.voice, volume: 70 } }));
  await page.change({ ...ann, seen }, (before) => ({ ...before, voice: { ...before.voice, rate: 0.5 } }));
  expect((await page.of('1')).voice).toEqual({ rate: 0.5, volume: 70 });
});

it('has both changes of two processes at the same moment, each written down', async ({ shelf }) => {
  const changes = memoryChanges();
  const [one, other] = [memorySettings(shelf, { changes }), memorySettings(shelf, { changes })];
  await Promise.all([one.read('1'), other.read('1')]);
  await Promise.all([
    one.page('news').change(ann, (before) => ({ ...before, channelId: '9' })),
    other.page('knowledge').change(bob, (before) => ({ ...before, mentions: false })),
  ]);
  const next = memorySettings(shelf, { changes });
  expect(await next.page('news').of('1')).toMatchObject({ channelId: '9' });
  expect((await next.page('knowledge').of('1')).mentions).toBe(false);
  expect((await next.history('1')).map(({ revision }) => revision)).toEqual([2, 1]);
});

it("loses no change if the process ends, or the store fails, before it's among the others", async () => {
  const shelf = stored();
  const changes = memoryChanges();
  const set = changes.set.bind(changes);
  changes.set = async () => {
    throw new Error('the disk is full');
  };
  const page = memorySettings(shelf, { changes }).page('news');
  await page.change(ann, (before) => ({ ...before, channelId: '9' }));
  await expect(page.change(ann, (before) => ({ ...before, channelId: '8' }))).rejects.toThrow('disk is full');
  changes.set = set;
  const next = memorySettings(shelf, { changes });
  expect((await next.history('1')).map(({ revision }) => revision)).toEqual([1]);
  await next.page('news').change(bob, (before) => ({ ...before, channelId: '8' }));
  expect((await next.history('1')).map(({ revision }) => revision)).toEqual([2, 1]);
});

it('has nobody in memory who is forgotten: what is written down without them is read again', async () => {
  const shelf = stored();
  const settings = memorySettings(shelf);
  await settings.page('knowledge').change(ann, (before) => ({ ...before, mentions: false }));
  await settings.forget(ann.userId);
  const text = shelf.records.get('1') ?? '';
  expect(text).toContain('"100"');
  shelf.records.set('1', text.replaceAll('"100"', '"0"'));
  expect((await settings.history('1')).map(({ userId }) => userId)).toEqual(['0']);
});
