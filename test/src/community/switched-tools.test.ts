import { expect, it } from 'vitest';
import { SwitchedTools } from '../../../src/community/switched-tools.ts';
import { memorySettings } from '../../support/fake-settings.ts';

it('every tool is on until a moderator switches it off, in that server alone', async () => {
  const settings = new SwitchedTools(memorySettings().page('conversation'));
  expect(await settings.withoutTools('1')).toEqual(new Set());
  await settings.switchTool({ guildId: '1', userId: '2' }, 'start_video', false);
  expect(await settings.withoutTools('1')).toEqual(new Set(['start_video']));
  expect(await settings.withoutTools('2')).toEqual(new Set());
  await settings.switchTool({ guildId: '1', userId: '2' }, 'start_video', true);
  expect(await settings.withoutTools('1')).toEqual(new Set());
});

it('two switches at the same moment both hold', async () => {
  const settings = new SwitchedTools(memorySettings().page('conversation'));
  await Promise.all([
    settings.switchTool({ guildId: '1', userId: '2' }, 'start_video', false),
    settings.switchTool({ guildId: '1', userId: '2' }, 'set_timer', false),
  ]);
  expect(await settings.withoutTools('1')).toEqual(new Set(['start_video', 'set_timer']));
});
