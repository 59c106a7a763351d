import { expect, it } from 'vitest';
import type { VoiceChoice } from '../../../src/community/settings-pages.ts';
import { renderSetup } from '../../../src/speech/channel-setup-page.ts';
import { usualReadAloud } from '../../../src/speech/read-aloud.ts';
import { wordsFor } from '../../../src/words/index.ts';

/** The values that each menu shows as chosen, by what it changes. */
function chosen(changes: object, guildVoice: VoiceChoice = {}): Record<string, readonly string[]> {
  const reading = { ...usualReadAloud, ...changes };
  const view = { channelId: '3', reading, seesInto: true, guildVoice, voices: [] };
  const menus = JSON.stringify(renderSetup(view, wordsFor('en-US'))).matchAll(
    /"custom_id":"speak:(read-\w+):3","options":(\[.*?\])/g,
  );
  const valuesOf = (options: string) =>
    (JSON.parse(options) as { value: string; default: boolean }[]).filter((each) => each.default);
  return Object.fromEntries(
    [...menus].map(([, action = '', options = '[]']) => [
      action,
      valuesOf(options).map(({ value }) => value),
    ]),
  );
}

it('the menus of a channel that is read show what is chosen, and nothing else', () => {
  expect(
    chosen(
      { naming: 'never', maxSeconds: 17, inVoiceOnly: true, emoji: true, captions: false },
      { language: 'de' },
    ),
  ).toMatchObject({
    'read-names': ['never'],
    'read-seconds': ['17'],
    'read-more': ['inVoiceOnly', 'emoji'],
    'read-language': ['de'],
  });
  expect(chosen({ inVoiceOnly: false, emoji: false })).toMatchObject({
    'read-more': [],
    'read-language': ['any'],
  });
});
