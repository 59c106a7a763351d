import { beforeEach, describe, expect, test } from 'vitest';
import { catalogOf } from '../../../console/page/composer/command-catalog.ts';
import { tail, visibleProblems } from '../../../console/page/composer/command-draft.ts';
import {
  type ComposerContext,
  type ComposerEvent,
  type ComposerState,
  emptyComposer,
  popupOf,
  type Step,
  step,
} from '../../../console/page/composer/composer-state.ts';
import { autocompletePayload, commandPayload } from '../../../console/page/composer/payload.ts';
import { speakLanguage } from '../../../console/page/words/current.ts';
import { demoIndex } from '../../support/demo-index.ts';

const context: ComposerContext = {
  catalog: catalogOf(demoIndex, 'en-US'),
  locale: 'en-US',
  people: (text) =>
    ['@Emcee', '@Member']
      .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
      .map((name) => ({ key: name, label: name, value: name })),
  find: (_option, text) =>
    [{ key: '42', label: '@Owner', value: '42' }].filter((item) => item.label.toLowerCase().includes(text)),
};

let state: ComposerState;
let last: Step;

beforeEach(() => {
  state = emptyComposer;
});

function happen(...events: readonly ComposerEvent[]): void {
  for (const event of events) {
    last = step(state, event, context);
    state = last.state;
  }
}

type Key = Extract<ComposerEvent, { kind: 'pressed' }>['key'];
const press = (...keys: readonly Key[]) => happen(...keys.map((key) => ({ kind: 'pressed', key }) as const));
const type = (text: string) => happen({ kind: 'typed', text });
/** Types into the place that has the focus. */
const write = (text: string) => happen({ kind: 'typed-in', place: draft().focus, text });

/** Writes the prompt, and takes an optional option from the tail. */
function take(option: string): void {
  write('a boat');
  press('tab');
  write(option);
  press('tab');
}
const sentOptions = () => last.send && commandPayload(last.send).data.options[0]?.options;

function draft() {
  if (state.mode !== 'command') throw new Error('No command is being filled in.');
  return state.draft;
}

function rows(): readonly string[] | undefined {
  const popup = popupOf(state, context);
  if (!popup) return undefined;
  return popup.kind === 'commands'
    ? popup.entries.map((entry) => entry.label)
    : popup.items.map((item) => item.label);
}

describe('while writing', () => {
  test('a slash opens the list of commands, and typing narrows it down', () => {
    type('/');
    expect(rows()).toEqual(['video text', 'video queue clear', 'ping']);
    type('/que');
    expect(rows()).toEqual(['video queue clear']);
  });

  test('a message that only contains a slash opens nothing', () => {
    type('either/or');
    expect(rows()).toBeUndefined();
    type('/video\nsecond line');
    expect(rows()).toBeUndefined();
  });

  test('an @ opens the list of people, and a picked name stands in the text', () => {
    type('hey @');
    expect(rows()).toEqual(['@Emcee', '@Member']);
    type('hey @emc');
    expect(rows()).toEqual(['@Emcee']);
    press('enter');
    expect(state).toMatchObject({ mode: 'writing', text: 'hey @Emcee ' });
    expect(rows()).toBeUndefined();
    type('mail@em');
    expect(rows()).toBeUndefined();
    type('@nobody');
    expect(rows()).toBeUndefined();
    press('enter');
    expect(last.handled).toBe(false);
  });

  test('Enter without a list is left to the page, which sends the message', () => {
    type('hello');
    press('enter');
    expect(last.handled).toBe(false);
  });

  test('arrows go round the list and Enter picks', () => {
    type('/');
    press('up');
    press('enter');
    expect(draft().entry.label).toBe('ping');
  });

  test('Escape closes the list, and Enter then sends the text as it is', () => {
    type('/video');
    press('escape');
    expect(rows()).toBeUndefined();
    press('enter');
    expect(last.handled).toBe(false);
  });

  test('a command spelled out with a space is picked', () => {
    type('/video text ');
    expect(draft().entry.path).toEqual(['video', 'text']);
  });
});

describe('filling a command in', () => {
  beforeEach(() => {
    type('/video text ');
  });

  test('starts with the required options and the focus in the first', () => {
    expect(draft().shown).toEqual(['prompt']);
    expect(draft().focus).toBe('prompt');
  });

  test('is not sent while a required option is missing, and says so', () => {
    press('enter');
    expect(last.send).toBeUndefined();
    expect(visibleProblems(draft()).get('prompt')).toContain('required');
  });

  test('shows no problem in an option that is still being entered for the first time', () => {
    write('hi');
    expect([...visibleProblems(draft()).keys()]).toEqual([]);
    press('tab');
    expect([...visibleProblems(draft()).keys()]).toEqual(['prompt']);
  });

  test('is sent by Enter when everything fits', () => {
    write('a boat');
    press('enter');
    expect(last.send && commandPayload(last.send).data).toEqual({
      version: '7',
      id: '100',
      name: 'video',
      type: 1,
      options: [{ type: 1, name: 'text', options: [{ type: 3, name: 'prompt', value: 'a boat' }] }],
      attachments: [],
    });
  });

  test('Tab goes to the tail, where the options still free are listed and none is chosen', () => {
    write('a boat');
    press('tab');
    expect(draft().focus).toBe(tail);
    expect(rows()).toEqual(['seconds', 'ratio', 'mark', 'sound', 'voice', 'friend', 'volume']);
    press('enter');
    expect(last.send).toBeDefined();
  });

  test('an optional option is found by typing and taken with Tab', () => {
    take('sec');
    expect(draft().shown).toEqual(['prompt', 'seconds']);
    expect(draft().focus).toBe('seconds');
  });

  test('a number beyond the limit blocks sending and brings the focus back to it', () => {
    take('seconds');
    write('99');
    happen({ kind: 'focused', place: 'prompt' });
    press('enter');
    expect(last.send).toBeUndefined();
    expect(draft().focus).toBe('seconds');
    expect(visibleProblems(draft()).get('seconds')).toBe('Enter a number of at most 15.');
  });

  test('choices are picked with the arrows, show their name and send their value', () => {
    take('ratio');
    expect(rows()).toEqual(['16:9', 'Square']);
    press('down', 'enter');
    expect(draft().entries.ratio).toEqual({ text: 'Square', value: '1:1' });
    expect(draft().focus).toBe(tail);
    press('enter');
    expect(sentOptions()).toContainEqual({ type: 3, name: 'ratio', value: '1:1' });
  });

  test('after a pick, the next required option that is missing comes first', () => {
    happen({ kind: 'focused', place: tail });
    write('mark');
    press('tab', 'enter');
    expect(draft().focus).toBe('prompt');
  });

  test('a boolean is picked as the page calls it, in the language of its reader', () => {
    speakLanguage('zh-CN');
    try {
      take('mark');
      write('否');
      press('enter', 'enter');
    } finally {
      speakLanguage('en-US');
    }
    expect(sentOptions()).toContainEqual({ type: 5, name: 'mark', value: false });
  });

  test('a boolean is picked by its beginning', () => {
    take('mark');
    write('f');
    press('enter', 'enter');
    expect(sentOptions()).toContainEqual({ type: 5, name: 'mark', value: false });
  });

  test('people are found by name and sent by id', () => {
    take('friend');
    write('own');
    press('enter', 'enter');
    expect(sentOptions()).toContainEqual({ type: 6, name: 'friend', value: '42' });
  });

  test('a file goes along under its index', () => {
    write('a boat');
    const file = new File(['x'], 'waves.mp3');
    happen({ kind: 'file', option: 'sound', file });
    press('enter');
    const payload = last.send && commandPayload(last.send);
    expect(payload?.files).toEqual([file]);
    expect(payload?.data.attachments).toEqual([{ id: '0', filename: 'waves.mp3' }]);
    expect(payload?.data.options[0]?.options).toContainEqual({ type: 11, name: 'sound', value: '0' });
  });

  test('an option left empty is not sent', () => {
    write('a boat');
    happen({ kind: 'focused', place: tail });
    write('voice');
    press('tab');
    press('escape', 'enter');
    expect(sentOptions()).toEqual([{ type: 3, name: 'prompt', value: 'a boat' }]);
  });
});

describe('suggestions of the application', () => {
  beforeEach(() => {
    type('/video text ');
    take('voice');
  });

  test('are waited for, then shown', () => {
    expect(popupOf(state, context)).toMatchObject({ kind: 'values', loading: true, items: [] });
    const items = [{ key: 'c', label: 'Cherry', value: 'c' }];
    happen({ kind: 'suggested', suggestions: { option: 'voice', state: 'ready', items } });
    expect(popupOf(state, context)).toMatchObject({ loading: false, items });
    press('enter');
    expect(draft().entries.voice).toEqual({ text: 'Cherry', value: 'c' });
  });

  test('for an option that was left meanwhile are dropped', () => {
    happen({ kind: 'focused', place: 'prompt' });
    const before = state;
    happen({ kind: 'suggested', suggestions: { option: 'voice', state: 'ready', items: [] } });
    expect(state).toBe(before);
  });

  test('are asked for with everything entered so far, the option being written marked', () => {
    write('che');
    expect(autocompletePayload(draft(), 'voice').data.options[0]?.options).toEqual([
      { type: 3, name: 'prompt', value: 'a boat' },
      { type: 3, name: 'voice', value: 'che', focused: true },
    ]);
  });
});

describe('Backspace', () => {
  beforeEach(() => {
    type('/video text ');
  });

  test('in an empty optional option takes it away and goes to the one before', () => {
    take('seconds');
    press('backspace');
    expect(draft().shown).toEqual(['prompt']);
    expect(draft().focus).toBe('prompt');
  });

  test('in a picked value empties it first', () => {
    take('ratio');
    press('enter');
    happen({ kind: 'focused', place: 'ratio' });
    press('backspace');
    expect(draft().shown).toContain('ratio');
    expect(draft().entries.ratio).toEqual({ text: '' });
    expect(rows()).toEqual(['16:9', 'Square']);
  });

  test('in the empty tail goes to the last option', () => {
    write('a boat');
    press('tab', 'backspace');
    expect(draft().focus).toBe('prompt');
  });

  test('in the first, empty and required option leaves the command with its name as text', () => {
    press('backspace');
    expect(state).toMatchObject({ mode: 'writing', text: '/video text' });
  });
});

test('Escape closes the list first and leaves the command second', () => {
  type('/video text ');
  happen({ kind: 'focused', place: tail });
  expect(rows()).toBeDefined();
  press('escape');
  expect(rows()).toBeUndefined();
  expect(state.mode).toBe('command');
  press('escape');
  expect(state).toEqual(emptyComposer);
});

test('Shift+Tab goes back from the tail through the options', () => {
  type('/video text ');
  write('a boat');
  press('tab', 'shift-tab');
  expect(draft().focus).toBe('prompt');
  press('shift-tab');
  expect(last.handled).toBe(false);
});

test('the command of a guild names it', () => {
  type('/ping ');
  press('enter');
  expect(last.send && commandPayload(last.send).data).toMatchObject({
    id: '101',
    guild_id: '5',
    options: [],
  });
});

test('an offer fills the command in, and Enter sends it', () => {
  happen({ kind: 'offered', offer: { path: ['video', 'text'], options: { prompt: 'a boat', mark: true } } });
  expect(rows()).toBeUndefined();
  press('enter');
  expect(last.send && commandPayload(last.send).data.options).toMatchObject([
    {
      options: [
        { name: 'prompt', value: 'a boat' },
        { name: 'mark', value: true },
      ],
    },
  ]);
});

test('an offer of a command that is not there changes nothing', () => {
  type('hello');
  happen({ kind: 'offered', offer: { path: ['video', 'none'], options: {} } });
  expect(state).toMatchObject({ mode: 'writing', text: 'hello' });
});
