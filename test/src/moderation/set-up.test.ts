import { expect, it } from 'vitest';
import { untouchedOff } from '../../../src/community/server-settings.ts';
import type { ServerPages } from '../../../src/community/settings-pages.ts';
import { renderPanel } from '../../../src/moderation/panel-page.ts';
import { setUpControls } from '../../../src/moderation/start-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { offered } from '../../support/settings-desk.ts';

const words = wordsFor('en-US');

it('offers to turn everything on only while nothing is', async () => {
  expect(JSON.stringify(setUpControls(untouchedOff, words))).toContain('settings:turn-on:0.true');
  const { access } = untouchedOff;
  const some = { ...untouchedOff, access: { ...access, speech: { ...access.speech, on: true } } };
  expect(setUpControls(some, words)).toEqual([]);
});

it.each(['start', 'video'] as const)(
  'says on the page %s that videos wait where nobody looks',
  async (page) => {
    const settings = await memorySettings().read('1');
    const shown = (change: (before: ServerPages) => ServerPages) =>
      JSON.stringify(renderPanel({ page, settings: { ...change(settings), revision: 1 }, offered }, words));
    const reviewed = (before: ServerPages): ServerPages => ({
      ...before,
      video: { ...before.video, review: 'everybody' },
    });
    const sentence = "but there's no moderators' channel";
    expect(shown(reviewed)).toContain(sentence);
    expect(shown((before) => before)).not.toContain(sentence);
    expect(
      shown((before) => ({ ...reviewed(before), news: { ...before.news, channelId: '9' } })),
    ).not.toContain(sentence);
  },
);
