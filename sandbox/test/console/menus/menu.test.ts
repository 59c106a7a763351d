import { describe, expect, test } from 'vitest';
import type { MenuEntry } from '../../../console/page/menus/menu.ts';
import { messageMenu, userMenu } from '../../../console/page/menus/menu.ts';
import { menuCommandsOf, targetPayload } from '../../../console/page/menus/menu-commands.ts';
import type { ApplicationCommand } from '../../../console/page/wire/command.ts';
import type { Message } from '../../../console/page/wire/message.ts';

const user = { id: '7', username: 'member' };
const message: Message = {
  id: '9',
  channel_id: '1',
  type: 0,
  author: user,
  content: 'some words',
  timestamp: '2026-11-01T00:00:00Z',
};
const command = (name: string, over: Partial<ApplicationCommand> = {}): ApplicationCommand => ({
  id: name,
  application_id: 'app',
  version: '3',
  name,
  description: '',
  type: 3,
  ...over,
});
const index = {
  applications: [{ id: 'app', name: 'Emcee' }],
  application_commands: [
    command('Zoom', { name_localizations: { 'zh-CN': '放大' } }),
    command('Ask'),
    command('Greet', { type: 2 }),
    command('video', { type: 1 }),
  ],
};
const keys = (entries: readonly MenuEntry[]) => entries.map(({ key }) => key);

describe('the menu of a message', () => {
  const commands = menuCommandsOf(index, 3, 'en-US');

  test('offers to answer it, the commands of applications, its text, and to delete it where that is allowed', () => {
    const entries = messageMenu(message, { mayDelete: true, commands });
    expect(keys(entries)).toEqual(['reply', 'apps', 'copy-text', 'delete']);
    expect(keys(messageMenu(message, { mayDelete: false, commands }))).not.toContain('delete');
  });

  test('has no text to copy when there is none', () => {
    const entries = messageMenu({ ...message, content: '' }, { mayDelete: false, commands });
    expect(keys(entries)).toEqual(['reply', 'apps']);
  });

  test('of a private message neither answers nor deletes it, nor gives it to an application', () => {
    const entries = messageMenu({ ...message, flags: 64 }, { mayDelete: true, commands });
    expect(keys(entries)).toEqual(['copy-text', 'dismiss']);
  });

  test('lists the commands by name, each with its application', () => {
    const apps = messageMenu(message, { mayDelete: false, commands }).find(({ key }) => key === 'apps');
    if (apps?.kind !== 'group') throw new Error('no group');
    expect(apps.items.map(({ label, detail }) => [label, detail])).toEqual([
      ['Ask', 'Emcee'],
      ['Zoom', 'Emcee'],
    ]);
  });
});

test('the menu of a user offers to write to them, unless it is oneself', () => {
  const commands = menuCommandsOf(index, 2, 'en-US');
  expect(keys(userMenu(user, { isMe: false, commands }))).toEqual(['write-to', 'apps', 'copy-id']);
  expect(keys(userMenu(user, { isMe: true, commands }))).toEqual(['apps', 'copy-id']);
});

test('commands are those of the menu, worded in the language of the person', () => {
  expect(menuCommandsOf(index, 3, 'zh-CN').map(({ label }) => label)).toContain('放大');
  expect(menuCommandsOf(index, 2, 'zh-CN').map(({ label }) => label)).toEqual(['Greet']);
});

test('using one sends its own name and kind, and what it was used on', () => {
  const [, zoom] = menuCommandsOf(index, 3, 'zh-CN');
  if (!zoom) throw new Error('no command');
  expect(targetPayload(zoom, { kind: 'message', message }).data).toMatchObject({
    type: 3,
    version: '3',
    target_id: '9',
    options: [],
  });
  const local = { ...zoom, command: { ...zoom.command, guild_id: '5' } };
  expect(targetPayload(local, { kind: 'user', user }).data.target_id).toBe('7');
  expect(targetPayload(local, { kind: 'user', user }).data.guild_id).toBe('5');
});
