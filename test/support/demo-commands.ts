import type { ChatCommand, CommandOption, MessageCommand } from '../../src/discord/command.ts';
import type { CommandWords, OptionWords } from '../../src/discord/words/command-words.ts';
import type { EdgeWords } from '../../src/discord/words/index.ts';
import { wordsFor } from '../../src/words/index.ts';

/** A command that does nothing, for tests of what is around commands. */
export function demoCommand(over: Partial<ChatCommand> = {}): ChatCommand {
  return { path: ['demo'], options: [], reply: 'public', run: async () => {}, ...over };
}

/** The same in the context menu of a message. */
export function demoMenuCommand(over: Partial<MessageCommand> = {}): MessageCommand {
  return { name: 'Show this message', reply: 'public', run: async () => {}, ...over };
}

export const demoOptions: readonly CommandOption[] = [
  { kind: 'string', name: 'text', required: true, minLength: 1, maxLength: 200 },
  { kind: 'integer', name: 'count', min: 1, max: 10 },
  { kind: 'number', name: 'speed', min: 0.5, max: 2 },
  {
    kind: 'string',
    name: 'size',
    choices: [
      { value: 's', label: 'Small' },
      { value: '1:1', label: '1:1' },
    ],
  },
  { kind: 'string', name: 'voice', autocomplete: true },
  { kind: 'boolean', name: 'loud' },
  { kind: 'attachment', name: 'file' },
];

const demoWords: Readonly<Record<'en-US' | 'zh-CN', Record<string, CommandWords>>> = {
  'en-US': {
    demo: { name: 'demo', description: 'A demonstration', options: optionWords('The') },
    group: { name: 'group', description: 'Several' },
    'group one': { name: 'one', description: 'The first', options: optionWords('The') },
    'group two': { name: 'two', description: 'The second' },
    'Show this message': { name: 'Show this message' },
  },
  'zh-CN': {
    demo: { name: '演示', description: '一个演示', options: optionWords('选项', { s: '小' }) },
    group: { name: '组', description: '若干' },
    'group one': { name: '一', description: '第一', options: optionWords('选项', { s: '小' }) },
    'group two': { name: '二', description: '第二' },
    'Show this message': { name: '展示这条消息' },
  },
};

function optionWords(prefix: string, choices?: Record<string, string>): Record<string, OptionWords> {
  return Object.fromEntries(
    demoOptions.map(({ name }) => [
      name,
      { name, description: `${prefix} ${name}`, ...(choices ? { choices } : {}) },
    ]),
  );
}

/** Both languages, with words for the demonstration commands. */
export const demoLanguages: readonly [EdgeWords, EdgeWords] = [
  { ...wordsFor('en-US'), commands: demoWords['en-US'] },
  { ...wordsFor('zh-CN'), commands: demoWords['zh-CN'] },
];
