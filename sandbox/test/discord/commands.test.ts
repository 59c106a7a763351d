import { beforeEach, describe, expect, test } from 'vitest';
import { type DiscordStage, enter, openDiscord } from '../support/discord-stage.ts';
import { problemsIn } from '../support/form-problems.ts';

let sandbox: DiscordStage['sandbox'];
let rest: DiscordStage['rest'];
let nowMs: number;
let global: string;
let inGuild: string;

beforeEach(async () => {
  nowMs = Date.now();
  ({ sandbox, rest } = await openDiscord({ now: () => nowMs }));
  global = `/applications/${sandbox.applicationId}/commands`;
  inGuild = `/applications/${sandbox.applicationId}/guilds/${sandbox.guildId}/commands`;
});

const command = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  description: `Does ${name}`,
  ...more,
});
const option = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 3,
  name,
  description: 'A text',
  ...more,
});

test('creating answers 201, creating the same name again replaces it with 200 and the same id', async () => {
  const first = await rest('POST', global, command('ping'));
  const second = await rest('POST', global, command('ping', { description: 'Changed' }));
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body.id).toBe(first.body.id);
  expect(second.body.version).not.toBe(first.body.version);
  expect(sandbox.state.commands()).toEqual([expect.objectContaining({ description: 'Changed' })]);
});

test('a bulk overwrite keeps ids and versions of what did not change and drops the rest, of all types', async () => {
  const first = await rest('PUT', global, [command('one'), command('two'), { name: 'Speak this', type: 3 }]);
  const list = first.body as unknown as { id: string; version: string; name: string }[];
  const second = await rest('PUT', global, [command('two'), command('three')]);
  const after = second.body as unknown as typeof list;
  expect(after.map(({ name }) => name)).toEqual(['two', 'three']);
  expect(after[0]).toMatchObject({ id: list[1]?.id, version: list[1]?.version });
});

test('commands are listed with their localizations only when asked', async () => {
  await rest('POST', global, command('ping', { name_localizations: { 'zh-CN': '乒' } }));
  const [bare] = (await rest('GET', global)).body as unknown as [object];
  const [full] = (await rest('GET', `${global}?with_localizations=true`)).body as unknown as [object];
  expect(bare).not.toHaveProperty('name_localizations');
  expect(full).toMatchObject({ name_localizations: { 'zh-CN': '乒' } });
});

test('a command is read, edited and deleted by id, guild and global ones apart', async () => {
  const { body } = await rest('POST', inGuild, command('ping'));
  expect((await rest('GET', `${global}/${body.id}`)).body.code).toBe(10063);
  const edited = await rest('PATCH', `${inGuild}/${body.id}`, {
    description: 'Other',
    default_member_permissions: '0',
  });
  expect(edited.body).toMatchObject({ name: 'ping', description: 'Other', default_member_permissions: '0' });
  expect((await rest('DELETE', `${inGuild}/${body.id}`)).status).toBe(204);
  expect((await rest('GET', `${inGuild}/${body.id}`)).status).toBe(404);
  expect((await rest('GET', `${inGuild}/permissions`)).body).toEqual([]);
});

describe('what Discord refuses with 50035', () => {
  const cases: readonly [string, object, Record<string, string>][] = [
    ['upper case in a name', command('Ping'), { name: 'APPLICATION_COMMAND_INVALID_NAME' }],
    [
      'a blank in a localized name',
      command('ping', { name_localizations: { de: 'a b' } }),
      { 'name_localizations.de': 'APPLICATION_COMMAND_INVALID_NAME' },
    ],
    [
      'an unknown locale',
      command('ping', { description_localizations: { xx: 'a' } }),
      { 'description_localizations.xx': 'DICT_TYPE_KEY_INVALID' },
    ],
    ['a missing description', { name: 'ping' }, { description: 'BASE_TYPE_REQUIRED' }],
    [
      'a description over 100 characters',
      command('ping', { description: 'x'.repeat(101) }),
      { description: 'BASE_TYPE_MAX_LENGTH' },
    ],
    [
      'more than 25 options',
      command('ping', { options: Array.from({ length: 26 }, (_, index) => option(`o${index}`)) }),
      { options: 'BASE_TYPE_MAX_LENGTH' },
    ],
    [
      'more than 25 choices',
      command('ping', {
        options: [
          option('o', {
            choices: Array.from({ length: 26 }, (_, index) => ({ name: `c${index}`, value: `v${index}` })),
          }),
        ],
      }),
      { 'options.0.choices': 'BASE_TYPE_MAX_LENGTH' },
    ],
    [
      'two options of one name',
      command('ping', { options: [option('a'), option('a')] }),
      { 'options.1.name': 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS' },
    ],
    [
      'a required option after an optional one',
      command('ping', { options: [option('a'), option('b', { required: true })] }),
      { 'options.1': 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID' },
    ],
    [
      'subcommands beside options',
      command('ping', { options: [option('a'), option('b', { type: 1 })] }),
      { options: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID' },
    ],
    [
      'choices of a user',
      command('ping', { options: [option('a', { type: 6, choices: [{ name: 'c', value: 'v' }] })] }),
      { 'options.0.choices': 'APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID' },
    ],
    [
      'suggestions for yes or no, inside a sub-command',
      command('ping', {
        options: [option('sub', { type: 1, options: [option('a', { type: 5, autocomplete: true })] })],
      }),
      { 'options.0.options.0.autocomplete': 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID' },
    ],
    [
      'choices with autocomplete',
      command('ping', {
        options: [option('a', { autocomplete: true, choices: [{ name: 'c', value: 'v' }] })],
      }),
      { 'options.0': 'APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID' },
    ],
    [
      'a minimum above the maximum',
      command('ping', { options: [{ ...option('a'), type: 4, min_value: 9, max_value: 1 }] }),
      { 'options.0.min_value': 'NUMBER_TYPE_MAX' },
    ],
    [
      'a file type that is neither a group nor an ending with its dot',
      command('ping', {
        options: [option('a', { type: 11, file_types: ['image', 'pdf', '.pdf', 'picture', '.tar.gz', '.'] })],
      }),
      {
        'options.0.file_types.1': 'BASE_TYPE_CHOICES',
        'options.0.file_types.3': 'BASE_TYPE_CHOICES',
        'options.0.file_types.5': 'BASE_TYPE_CHOICES',
      },
    ],
    [
      'more than ten file types',
      command('ping', {
        options: [option('a', { type: 11, file_types: Array.from({ length: 11 }, (_, at) => `.x${at}`) })],
      }),
      { 'options.0.file_types': 'BASE_TYPE_MAX_LENGTH' },
    ],
    [
      'a context-menu command with a description',
      { name: 'Speak', type: 3, description: 'No' },
      { description: 'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID' },
    ],
  ];
  test.each(cases)('%s', async (_what, body, expected) => {
    const answer = await rest('POST', global, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    expect(problemsIn(answer.body.errors)).toEqual(expected);
  });

  test('two commands of one name in a bulk overwrite, which then changes nothing', async () => {
    await rest('PUT', global, [command('kept')]);
    const answer = await rest('PUT', global, [command('ping'), command('ping')]);
    expect(problemsIn(answer.body.errors)).toEqual({ '1.name': 'APPLICATION_COMMANDS_DUPLICATE_NAME' });
    expect(sandbox.state.commands()).toHaveLength(1);
  });

  test('more than 8,000 characters, the longest localisation counting', async () => {
    const options = Array.from({ length: 25 }, (_, index) =>
      option(`o${index}`, {
        choices: Array.from({ length: 4 }, (_unused, choice) => ({
          name: `c${choice}`,
          value: `${choice}${'x'.repeat(79)}`,
        })),
      }),
    );
    const fits = await rest('POST', global, command('big', { options: options.slice(0, 22) }));
    const answer = await rest('POST', global, command('bigger', { options }));
    expect(fits.status).toBe(201);
    expect(problemsIn(answer.body.errors)).toEqual({ '': 'APPLICATION_COMMAND_TOO_LARGE' });
  });
});

test('a hundred chat commands and fifteen of each menu kind are the most', async () => {
  const chats = Array.from({ length: 101 }, (_, index) => command(`c${index}`));
  const menus = Array.from({ length: 16 }, (_, index) => ({ name: `Menu ${index}`, type: 2 }));
  expect((await rest('PUT', global, chats)).body.code).toBe(30032);
  expect((await rest('PUT', global, menus)).body.code).toBe(30032);
  expect((await rest('PUT', global, [...chats.slice(1), ...menus.slice(1)])).status).toBe(200);
});

test('two hundred creates a day and place are the most, updates not counting', async () => {
  const names = (from: number): object[] =>
    Array.from({ length: 100 }, (_, index) => command(`c${from + index}`));
  await rest('PUT', global, names(0));
  await rest('PUT', global, names(0));
  await rest('PUT', global, names(100));
  expect((await rest('PUT', global, [command('one-more')])).body.code).toBe(30034);
  expect((await rest('PUT', inGuild, [command('elsewhere')])).status).toBe(200);
  nowMs += 86_400_001;
  expect((await rest('PUT', global, [command('one-more')])).status).toBe(200);
});

test('people are offered what they may use, in their language, guild and global together', async () => {
  await rest('PUT', global, [
    command('open', {
      description_localizations: { 'zh-CN': '打开' },
      options: [
        option('size', { choices: [{ name: 'big', name_localizations: { 'zh-CN': '大' }, value: 'b' }] }),
      ],
    }),
    command('manage', { default_member_permissions: String(1 << 5) }),
    command('owners', { default_member_permissions: '0' }),
    command('direct', { contexts: [1] }),
  ]);
  await rest('PUT', inGuild, [command('local')]);
  const names: Record<string, string[]> = {};
  for (const name of ['owner', 'moderator', 'member'] as const) {
    const person = await enter(sandbox, name);
    const index = await person.fetched<{ application_commands: { name: string }[] }>(
      'GET',
      `/guilds/${sandbox.guildId}/application-command-index`,
    );
    names[name] = index.application_commands.map((item) => item.name);
  }
  expect(names).toEqual({
    owner: ['open', 'manage', 'owners', 'local'],
    moderator: ['open', 'manage', 'local'],
    member: ['open', 'local'],
  });
  const member = await enter(sandbox, 'member');
  member.locale = 'zh-CN';
  expect(await member.command(sandbox.channels.general, 'open')).toMatchObject({
    description: 'Does open',
    description_localized: '打开',
    options: [{ choices: [{ name: 'big', name_localized: '大' }] }],
  });
});
