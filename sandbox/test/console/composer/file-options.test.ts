import { describe, expect, test } from 'vitest';
import { catalogOf } from '../../../console/page/composer/command-catalog.ts';
import { type CommandDraft, startDraft, tail } from '../../../console/page/composer/command-draft.ts';
import {
  type ComposerEvent,
  type ComposerState,
  emptyComposer,
  step,
} from '../../../console/page/composer/composer-state.ts';
import { placeFiles } from '../../../console/page/composer/file-options.ts';
import { suggestionNeed } from '../../../console/page/composer/suggestion-need.ts';
import type { CommandOption } from '../../../console/page/wire/command.ts';
import { optionTypes } from '../../../console/page/wire/command.ts';

const { attachment, string, integer } = optionTypes;
const option = (name: string, type: number, more: Partial<CommandOption> = {}): CommandOption => ({
  name,
  type,
  description: name,
  ...more,
});
const index = {
  applications: [{ id: '1', name: 'Emcee' }],
  application_commands: [
    {
      id: '2',
      application_id: '1',
      version: '1',
      name: 'make',
      description: '',
      options: [
        option('first', attachment, { required: true }),
        option('second', attachment),
        option('third', attachment),
        option('model', string, { choices: [{ name: 'New', value: 'new' }] }),
        option('size', string, { autocomplete: true }),
        option('seconds', integer, { autocomplete: true }),
      ],
    },
  ],
};
const context = { catalog: catalogOf(index, 'en-US'), locale: 'en-US', find: () => [], people: () => [] };
const [entry] = context.catalog;
const file = (name: string) => new File(['x'], name);
const names = (draft: CommandDraft) =>
  Object.fromEntries(Object.entries(draft.entries).map(([key, value]) => [key, value.file?.name]));

function fresh(): CommandDraft {
  if (!entry) throw new Error('no command');
  return startDraft(entry);
}

describe('files dropped on a command', () => {
  test('go into the free attachment options in their order, which become chips', () => {
    const { draft, unplaced } = placeFiles(fresh(), [file('a'), file('b')]);
    expect(names(draft)).toEqual({ first: 'a', second: 'b' });
    expect(draft.shown).toEqual(['first', 'second']);
    expect([draft.focus, unplaced]).toEqual([tail, 0]);
  });

  test('begin with the option they were dropped on, whatever is in it', () => {
    const before = placeFiles(fresh(), [file('a'), file('b')]).draft;
    const { draft } = placeFiles(before, [file('c'), file('d')], 'second');
    expect(names(draft)).toEqual({ first: 'a', second: 'c', third: 'd' });
  });

  test('dropped on an option of another kind go where files go', () => {
    expect(names(placeFiles(fresh(), [file('a')], 'model').draft)).toEqual({ first: 'a' });
  });

  test('that are too many are counted', () => {
    const { draft, unplaced } = placeFiles(fresh(), ['a', 'b', 'c', 'd', 'e'].map(file));
    expect(names(draft)).toEqual({ first: 'a', second: 'b', third: 'c' });
    expect(unplaced).toBe(2);
  });
});

describe('the application is asked for suggestions', () => {
  let state: ComposerState = emptyComposer;
  const asked = (...events: readonly ComposerEvent[]): (string | undefined)[] =>
    events.map((event) => {
      const before = state;
      state = step(state, event, context).state;
      return suggestionNeed(before, state);
    });

  test('when an option that has some is reached or written, and again after other options changed', () => {
    state = emptyComposer;
    const tailed = asked({ kind: 'typed', text: '/make ' }, { kind: 'focused', place: tail });
    expect(tailed).toEqual([undefined, undefined]);
    asked({ kind: 'typed-in', place: tail, text: 'size' });
    expect(asked({ kind: 'pressed', key: 'tab' })).toEqual(['size']);
    expect(asked({ kind: 'typed-in', place: 'size', text: '1' })).toEqual(['size']);
    expect(asked({ kind: 'pressed', key: 'down' })).toEqual([undefined]);
    asked({ kind: 'focused', place: tail }, { kind: 'typed-in', place: tail, text: 'model' });
    expect(asked({ kind: 'pressed', key: 'tab' }, { kind: 'picked', index: 0 })).toEqual([
      undefined,
      undefined,
    ]);
    expect(asked({ kind: 'focused', place: 'size' })).toEqual(['size']);
  });

  test('not while a picked value stands, but again once it was taken back', () => {
    state = emptyComposer;
    asked({ kind: 'typed', text: '/make ' }, { kind: 'typed-in', place: tail, text: 'seconds' });
    expect(asked({ kind: 'pressed', key: 'tab' })).toEqual(['seconds']);
    const items = [{ key: '5', label: '5 seconds', value: 5 }];
    asked({ kind: 'suggested', suggestions: { option: 'seconds', state: 'ready', items } });
    asked({ kind: 'picked', index: 0 });
    expect(asked({ kind: 'focused', place: 'seconds' })).toEqual([undefined]);
    expect(asked({ kind: 'pressed', key: 'backspace' })).toEqual(['seconds']);
  });
});
