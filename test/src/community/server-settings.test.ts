import { expect, it } from 'vitest';
import { ServerSettings, type StoredServerSettings } from '../../../src/community/server-settings.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { Lifeline, MemoryShelf } from '../../support/video-world.ts';

it('has something for every page of a server that decided nothing', async () => {
  const settings = memorySettings();
  expect(await settings.page('speech').of('1')).toEqual({ voice: {}, channels: {}, pronunciations: [] });
  expect(await settings.page('conversation').of('1')).toEqual({ tools: {} });
  expect(await settings.page('interpreter').of('1')).toEqual({ terms: [] });
  expect(await settings.page('knowledge').of('1')).toEqual({ grants: {}, mentions: true });
});

it('keeps the changes of two pages at the same moment, also for the next process', async () => {
  const shelf = new MemoryShelf<StoredServerSettings>(() => new Lifeline());
  const settings = memorySettings(shelf);
  await Promise.all([
    settings.page('knowledge').change('1', (before) => ({ ...before, mentions: false })),
    settings.page('interpreter').change('1', () => ({ terms: [{ term: 'Emcee', heard: [] }] })),
    settings.page('conversation').change('2', () => ({ tools: { picture: false } })),
  ]);
  for (const each of [settings, memorySettings(shelf)]) {
    expect(await each.page('knowledge').of('1')).toMatchObject({ mentions: false });
    expect(await each.page('interpreter').of('1')).toMatchObject({ terms: [{ term: 'Emcee' }] });
    expect(await each.page('conversation').of('1')).toEqual({ tools: {} });
    expect(await each.page('conversation').of('2')).toEqual({ tools: { picture: false } });
  }
});

it('changes nothing if a change is refused', async () => {
  const page = memorySettings().page('interpreter');
  const refused = page.change('1', () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await page.of('1')).toEqual({ terms: [] });
});

it('reads a server once, and again after a read that failed', async () => {
  const shelf = new MemoryShelf<StoredServerSettings>(() => new Lifeline());
  const get = shelf.get.bind(shelf);
  shelf.get = async () => {
    throw new Error('the disk is gone');
  };
  const page = new ServerSettings(shelf).page('knowledge');
  await expect(page.of('1')).rejects.toThrow('the disk is gone');
  shelf.get = get;
  await page.of('1');
  const before = shelf.reads;
  await page.of('1');
  expect(shelf.reads).toBe(before);
});
