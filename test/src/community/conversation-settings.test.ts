import { expect, it } from 'vitest';
import {
  type GuildConversation,
  GuildConversationSettings,
} from '../../../src/community/conversation-settings.ts';
import { Lifeline, MemoryShelf } from '../../support/video-world.ts';

const line = new Lifeline();

it('every tool is on until a moderator switches it off, in that server alone', async () => {
  const settings = new GuildConversationSettings(new MemoryShelf<GuildConversation>(() => line));
  expect(await settings.withoutTools('1')).toEqual(new Set());
  await settings.switchTool('1', 'start_video', false);
  expect(await settings.withoutTools('1')).toEqual(new Set(['start_video']));
  expect(await settings.withoutTools('2')).toEqual(new Set());
  await settings.switchTool('1', 'start_video', true);
  expect(await settings.withoutTools('1')).toEqual(new Set());
});

it('two switches at the same moment both hold', async () => {
  const settings = new GuildConversationSettings(new MemoryShelf<GuildConversation>(() => line));
  await Promise.all([
    settings.switchTool('1', 'start_video', false),
    settings.switchTool('1', 'set_timer', false),
  ]);
  expect(await settings.withoutTools('1')).toEqual(new Set(['start_video', 'set_timer']));
});
