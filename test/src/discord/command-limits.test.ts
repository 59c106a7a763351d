import { describe, expect, it } from 'vitest';
import { type CommandJson, commandsJson } from '../../../src/discord/command-json.ts';
import { limitProblems } from '../../../src/discord/command-limits.ts';
import { demoCommand, demoLanguages, demoOptions } from '../../support/demo-commands.ts';

const base = { type: 1, name: 'demo', description: 'A demonstration' } as const;
const option = <Over extends object>(over: Over) =>
  ({ type: 3, name: 'text', description: 'Text', ...over }) as const;
const many = <Item>(count: number, item: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));
const problems = (over: object) => limitProblems([{ ...base, ...over } as CommandJson]);

const choice = (at: number) => ({ name: `${at}`, value: `${at}` });

describe("Discord's limits on commands", () => {
  it('are kept by a command with every kind of option', () => {
    expect(limitProblems(commandsJson([demoCommand({ options: demoOptions })], demoLanguages))).toEqual([]);
  });

  it.each([
    ['upper case', { name: 'Demo' }, 'lower-case'],
    ['a space', { name: 'de mo' }, 'lower-case'],
    ['33 characters', { name: 'd'.repeat(33) }, 'lower-case'],
    ['a localised name with a space', { name_localizations: { 'zh-CN': '演 示' } }, 'lower-case'],
    ['an empty description', { description: '' }, 'description'],
    ['101 characters of description', { description: 'd'.repeat(101) }, 'description'],
    ['too long a localised one', { description_localizations: { 'zh-CN': '长'.repeat(101) } }, 'description'],
    ['26 options', { options: many(26, (at) => option({ name: `o${at}` })) }, '25 options'],
    ['an option twice', { options: [option({}), option({})] }, '"text" stands twice'],
    [
      'a required option after an optional one',
      { options: [option({}), option({ name: 'b', required: true })] },
      'required options must come first',
    ],
    ['26 choices', { options: [option({ choices: many(26, choice) })] }, '25 choices'],
    ['an empty choice', { options: [option({ choices: [{ name: '', value: 'a' }] })] }, 'choice'],
    [
      'a bad option inside a subcommand',
      { options: [{ type: 1, name: 'sub', description: 'Sub', options: [option({ name: 'A' })] }] },
      'demo sub A',
    ],
  ])('are broken by %s', (_, over, problem) => {
    expect(problems(over)).toEqual([expect.stringContaining(problem)]);
  });

  it('count 8,000 characters in all, of each text the longest language', () => {
    const options = (characters: number) =>
      many(25, (at) =>
        option({
          name: `o${at}`,
          description: 'd',
          description_localizations: { 'zh-CN': '长'.repeat(100) },
          choices: [{ name: 'n'.repeat(characters), value: 'v'.repeat(100) }],
        }),
      );
    expect(problems({ options: options(90) })).toEqual([]);
    const more = options(100).map((each, at) => ({
      ...each,
      choices: [...each.choices, { name: `${at}x`.padEnd(90, 'x'), value: '' }],
    }));
    expect(problems({ options: more })).toEqual([expect.stringContaining('of 8000')]);
  });

  it('take a message command with capitals and spaces, and one with the name of a slash command', () => {
    const menu = { type: 3, name: 'Make this' } as const;
    expect(limitProblems([base, menu, { type: 3, name: 'demo' }])).toEqual([]);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['33 characters', { name: 'm'.repeat(33) }],
    ['33 characters in one language', { name: 'menu', name_localizations: { 'zh-CN': '长'.repeat(33) } }],
  ])('are broken by a message command with %s', (_, over) => {
    expect(limitProblems([{ type: 3, ...over }])).toEqual([expect.stringContaining('no menu name')]);
  });

  it('refuse a message command twice and more than 15', () => {
    const menu = { type: 3, name: 'Menu' } as const;
    expect(limitProblems([menu, menu])).toEqual([expect.stringContaining('"Menu" stands twice')]);
    const menus = many(16, (at) => ({ type: 3, name: `Menu ${at}` }) as const);
    expect(limitProblems(menus.slice(1))).toEqual([]);
    expect(limitProblems(menus)).toEqual(['more than 15 message commands']);
  });

  it('refuse a command twice and more than 100', () => {
    expect(limitProblems([base, base])).toEqual([expect.stringContaining('"demo" stands twice')]);
    const commands = many(101, (at) => ({ ...base, name: `c${at}` }));
    expect(limitProblems(commands)).toEqual(['more than 100 commands']);
  });
});
