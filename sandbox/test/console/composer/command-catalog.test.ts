import { describe, expect, test } from 'vitest';
import { catalogOf, worded } from '../../../console/page/composer/command-catalog.ts';
import { searchCommands, spelledOut } from '../../../console/page/composer/command-search.ts';
import { demoIndex } from '../../support/demo-index.ts';

const catalog = catalogOf(demoIndex, 'en-US');
const labels = (entries: readonly { readonly label: string }[]) => entries.map((entry) => entry.label);

describe('the catalog of commands', () => {
  test('lists each subcommand and command, and no context menu command', () => {
    expect(labels(catalog)).toEqual(['video text', 'video queue clear', 'ping']);
  });

  test('puts required options first', () => {
    expect(catalog[0]?.options.map((option) => option.name).slice(0, 2)).toEqual(['prompt', 'seconds']);
  });

  test('is in the language of the person where the command has it', () => {
    const chinese = catalogOf(demoIndex, 'zh-CN');
    expect(labels(chinese)).toEqual(['视频 文字', '视频 queue clear', 'ping']);
    expect(chinese[0]?.description).toBe('从文字到视频');
    expect(chinese[0]?.path).toEqual(['video', 'text']);
  });

  test('falls back to another region of the language, then to the default wording', () => {
    expect(worded('colour', { 'en-GB': 'colour (GB)' }, 'en-US')).toBe('colour (GB)');
    expect(worded('colour', { de: 'Farbe' }, 'en-US')).toBe('colour');
    expect(worded('colour', null, 'en-US')).toBe('colour');
  });
});

describe('searching', () => {
  test('finds a subcommand by its own name', () => {
    expect(labels(searchCommands(catalog, 'cle'))).toEqual(['video queue clear']);
  });

  test('shows what begins with the query before what only contains it', () => {
    const entries = catalogOf(
      {
        applications: [],
        application_commands: ['shopping', 'ping', 'go ping'].map((name, id) => ({
          id: String(id),
          application_id: '9',
          version: '1',
          name,
          description: '',
        })),
      },
      'en-US',
    );
    expect(labels(searchCommands(entries, 'ping'))).toEqual(['ping', 'go ping', 'shopping']);
  });

  test('takes a command that was spelled out and ended with a space', () => {
    expect(spelledOut(catalog, '/video text ')?.label).toBe('video text');
    expect(spelledOut(catalog, '/video text')).toBeUndefined();
    expect(spelledOut(catalogOf(demoIndex, 'zh-CN'), '/video text ')?.label).toBe('视频 文字');
  });
});
