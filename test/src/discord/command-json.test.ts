import { describe, expect, it } from 'vitest';
import { commandsJson, messageCommandsJson } from '../../../src/discord/command-json.ts';
import { demoCommand, demoLanguages, demoMenuCommand, demoOptions } from '../../support/demo-commands.ts';

const json = (...commands: ReturnType<typeof demoCommand>[]) => commandsJson(commands, demoLanguages);

describe('what Discord is told about a command', () => {
  it('is named and described in both languages, the default one under its own key too', () => {
    expect(json(demoCommand())).toEqual([
      {
        type: 1,
        name: 'demo',
        name_localizations: { 'en-US': 'demo', 'zh-CN': '演示' },
        description: 'A demonstration',
        description_localizations: { 'en-US': 'A demonstration', 'zh-CN': '一个演示' },
        options: [],
      },
    ]);
  });

  it('has every option with its kind and limits', () => {
    expect(json(demoCommand({ options: demoOptions }))[0]?.options).toMatchObject([
      { type: 3, name: 'text', required: true, min_length: 1, max_length: 200 },
      { type: 4, name: 'count', min_value: 1, max_value: 10 },
      { type: 10, name: 'speed', min_value: 0.5, max_value: 2 },
      { type: 3, name: 'size' },
      { type: 3, name: 'voice', autocomplete: true },
      { type: 5, name: 'loud' },
      { type: 11, name: 'file' },
    ]);
  });

  it('can have options that are roles, and channels of the kinds that fit', () => {
    const options = [
      { kind: 'role', name: 'text' },
      { kind: 'channel', name: 'count', types: [2, 13] },
    ] as const;
    expect(json(demoCommand({ options }))[0]?.options).toMatchObject([
      { type: 8, name: 'text' },
      { type: 7, name: 'count', channel_types: [2, 13] },
    ]);
  });

  it('can ask for files of some kinds only', () => {
    const options = [{ kind: 'attachment', name: 'file', fileTypes: ['image', '.mp4'] }] as const;
    expect(json(demoCommand({ options }))[0]?.options).toMatchObject([
      { type: 11, name: 'file', file_types: ['image', '.mp4'] },
    ]);
    const [file] = json(demoCommand({ options: demoOptions.slice(-1) }))[0]?.options ?? [];
    expect(file).not.toHaveProperty('file_types');
  });

  it('localises a choice only where a language has a word for it', () => {
    const size = json(demoCommand({ options: demoOptions }))[0]?.options?.[3];
    expect(size).toMatchObject({
      choices: [
        { name: 'Small', name_localizations: { 'en-US': 'Small', 'zh-CN': '小' }, value: 's' },
        { name: '1:1', value: '1:1' },
      ],
    });
    expect(size && 'choices' in size && size.choices?.[1]).not.toHaveProperty('name_localizations');
  });

  it('gathers commands of one name as subcommands', () => {
    const [group, ...others] = json(
      demoCommand({ path: ['group', 'one'], options: demoOptions }),
      demoCommand({ path: ['group', 'two'] }),
    );
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      name: 'group',
      description: 'Several',
      options: [
        { type: 1, name: 'one', name_localizations: { 'zh-CN': '一' }, options: { length: 7 } },
        { type: 1, name: 'two', options: [] },
      ],
    });
  });

  it('is refused when a command with subcommands could be run bare', () => {
    expect(() => json(demoCommand({ path: ['group'] }), demoCommand({ path: ['group', 'one'] }))).toThrow(
      'bare',
    );
  });

  it('is refused when words are missing, and says which', () => {
    expect(() => json(demoCommand({ path: ['other'] }))).toThrow('no words in en-US for "other"');
    expect(() => json(demoCommand({ options: [{ kind: 'boolean', name: 'new' }] }))).toThrow('"demo new"');
  });
});

describe('what Discord is told about a message command', () => {
  const menuJson = (name: string, languages = demoLanguages) =>
    messageCommandsJson([demoMenuCommand({ name })], languages);

  it('is its type and its name in both languages, without a description or options', () => {
    expect(menuJson('Show this message')).toEqual([
      {
        type: 3,
        name: 'Show this message',
        name_localizations: { 'en-US': 'Show this message', 'zh-CN': '展示这条消息' },
      },
    ]);
  });

  it('is refused when words are missing, or call it otherwise in English', () => {
    expect(() => menuJson('Other')).toThrow('no words in en-US for "Other"');
    const commands = { ...demoLanguages[0].commands, 'Show this message': { name: 'Show it' } };
    expect(() =>
      menuJson('Show this message', [{ ...demoLanguages[0], commands }, demoLanguages[1]]),
    ).toThrow('is called "Show it"');
  });

  it('of a slash command is refused without a description', () => {
    expect(() => json(demoCommand({ path: ['Show this message'] }))).toThrow('description');
  });
});
