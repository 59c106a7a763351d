import { expect, it } from 'vitest';
import { untouchedOff } from '../../../src/community/server-settings.ts';
import { gatedFeatures, type ServerPages } from '../../../src/community/settings-pages.ts';
import { isNothingOn } from '../../../src/moderation/start-page.ts';
import { exportedFile } from '../../../src/moderation/transfer.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { refusalCode } from '../../support/rejection.ts';
import { settingsDeskOf } from '../../support/settings-desk.ts';

const ann = { guildId: '1', userId: '100' };

function opened(more: Parameters<typeof settingsDeskOf>[2] = {}, settings = memorySettings()) {
  const clock = new FakeClock();
  const desk = settingsDeskOf(settings, { post: async () => ({ messageId: '1' }) }, { clock, ...more });
  return { settings, clock, desk };
}

/** What another server exports that blocks spam. */
async function exported(): Promise<Uint8Array> {
  const other = memorySettings();
  await other.page('access').change(ann, (before) => ({ ...before, words: ['spam'] }));
  return exportedFile(await other.read('1'));
}

it('shows what an import would change, changes it when its moderator says so, once, and that can be undone', async () => {
  const { settings, desk } = opened();
  const { differences } = await desk.readImport('7', ann, await exported(), 'en-US');
  expect(differences).toEqual([{ path: ['access', 'words'], before: [], after: ['spam'], list: true }]);
  expect((await settings.page('access').of('1')).words).toEqual([]);
  await desk.applyImport('7', ann);
  expect((await settings.page('access').of('1')).words).toEqual(['spam']);
  await expect(desk.applyImport('7', ann)).rejects.toMatchObject({ facts: { code: 'control-expired' } });
  await settings.undo(ann, 1);
  expect((await settings.page('access').of('1')).words).toEqual([]);
});

it('applies an import for nobody else, not after 15 minutes, and not over a change that came between', async () => {
  const { settings, clock, desk } = opened();
  await desk.readImport('7', ann, await exported(), 'en-US');
  for (const stranger of [
    { ...ann, userId: '200' },
    { ...ann, guildId: '2' },
  ])
    expect(await refusalCode(desk.applyImport('7', stranger))).toBe('control-expired');
  await settings
    .page('access')
    .change({ guildId: '1', userId: '200' }, (before) => ({ ...before, words: ['eggs'] }));
  expect(await refusalCode(desk.applyImport('7', ann))).toBe('settings-changed-since');
  await clock.advance(15 * 60_000);
  await expect(desk.applyImport('7', ann)).rejects.toMatchObject({ facts: { code: 'control-expired' } });
  expect((await settings.page('access').of('1')).words).toEqual(['eggs']);
});

it('asks again before an undo if something was saved since it was agreed to, and asks nothing that was so before', async () => {
  const contradictionsIn = ({ everyone }: ServerPages['limits']) =>
    Object.values(everyone).flatMap(({ day }) => (day === 0 ? [] : [`day ${day}`]));
  const { settings, desk } = opened({ contradictionsIn });
  const day = async (seconds: number) =>
    await settings
      .page('limits')
      .change(ann, (before) => ({ ...before, everyone: { 'live-seconds': { day: seconds } } }));
  const words = wordsFor('en-US');
  await day(1);
  await day(0);
  expect(await desk.undo(ann, 2, words)).toEqual({ contradictions: ['day 1'], at: 2 });
  await settings.page('access').change(ann, (page) => ({ ...page, words: ['spam'] }));
  expect(await desk.undo(ann, 2, words, 2)).toEqual({ contradictions: ['day 1'], at: 3 });
  expect((await settings.read('1')).revision).toBe(3);
  expect(await desk.undo(ann, 2, words, 3)).toMatchObject({ contradictions: [] });
  expect((await settings.read('1')).limits.everyone).toEqual({ 'live-seconds': { day: 1 } });
  expect(await desk.undo(ann, 3, words)).toMatchObject({ contradictions: [] });
  expect((await settings.read('1')).access.words).toEqual([]);
});

it('turns everything on at once, and lets videos wait only where a moderator would see them', async () => {
  const { settings, desk } = opened({}, memorySettings(undefined, { untouched: untouchedOff }));
  await expect(desk.turnOn(ann, true)).rejects.toMatchObject({ facts: { code: 'settings-channel-first' } });
  expect(isNothingOn(await settings.read('1'))).toBe(true);
  await settings.page('news').change(ann, (before) => ({ ...before, channelId: '9' }));
  await settings.page('access').change(ann, (page) => ({ ...page, video: { ...page.video, roles: ['5'] } }));
  expect(await desk.turnOn(ann, true)).toBe('9');
  const { access, video } = await settings.read('1');
  expect(gatedFeatures.map((feature) => access[feature].on)).toEqual(gatedFeatures.map(() => true));
  expect([access.video.roles, video.review]).toEqual([['5'], 'everybody']);
  expect(await desk.turnOn({ ...ann, guildId: '2' }, false)).toBeUndefined();
  expect((await settings.read('2')).video.review).toBe('nobody');
});
