import { describe, expect, test } from 'vitest';
import { Page } from '../../../../src/call/captions/page.ts';
import { Utterances, type UtterancesOptions } from '../../../../src/interpreter/captions/utterances.ts';
import type { InterpretedLine } from '../../../../src/interpreter/types.ts';
import { ada, ben } from '../../../support/conversation-world.ts';
import { interpretedLine } from '../../../support/interpreter-world.ts';

const it = test.extend('stage', () => stage());

function stage(changes: Partial<UtterancesOptions> = {}) {
  const utterances = new Utterances({
    languages: ['en', 'de', 'zh'],
    original: true,
    own: false,
    cut: '— *cut off*',
    ...changes,
  });
  const page = new Page();
  const hear = (line: Partial<InterpretedLine>) => {
    const sentence = utterances.read(interpretedLine(line));
    if (sentence) page.put(sentence);
  };
  return { page, hear, rows: () => page.markdown.split('\n') };
}

const said = (original: string, translation = '') => ({
  original: { sure: original, unsure: '' },
  translation: { sure: translation, unsure: '' },
});
const start = Date.UTC(2026, 0, 15, 12);

describe('a sentence in several languages', () => {
  it('is one: what was said, and its translations in the order of the call', ({ stage: { hear, rows } }) => {
    hear({ id: 'zh/1', to: 'zh', at: start + 300, ...said('Good morning', '早上好。') });
    hear({ id: 'de/1', to: 'de', at: start, ...said('Good morning.', 'Guten Morgen.') });
    expect(rows()).toEqual([`<@${ada}> Good morning.`, '-# Deutsch · Guten Morgen.', '-# 中文 · 早上好。']);
  });

  it('stays together when one session is seconds behind, though another sentence follows', () => {
    const { hear, rows } = stage();
    hear({ id: 'de/1', to: 'de', at: start, ...said('Where is it?', 'Wo ist es?') });
    hear({ id: 'de/2', to: 'de', at: start + 3_000, ...said('Over there.', 'Dort.') });
    hear({ id: 'zh/1', to: 'zh', at: start + 2_900, ...said('Where is it?', '在哪里？') });
    hear({ id: 'zh/2', to: 'zh', at: start + 4_000, ...said('Over there.', '那里。') });
    expect(rows()).toEqual([
      `<@${ada}> Where is it?`,
      '-# Deutsch · Wo ist es?',
      '-# 中文 · 在哪里？',
      'Over there.',
      '-# Deutsch · Dort.',
      '-# 中文 · 那里。',
    ]);
  });

  it('is found by its time as long as no words are known', ({ stage: { hear, rows } }) => {
    hear({ id: 'de/1', to: 'de', at: start, ...said('Good morning.', 'Guten Morgen.') });
    hear({ id: 'zh/1', to: 'zh', at: start + 1_900, ...said('', '早上') });
    hear({ id: 'zh/2', to: 'zh', at: start + 2_100, ...said('', '后来') });
    expect(rows()).toEqual([
      `<@${ada}> Good morning.`,
      '-# Deutsch · Guten Morgen.',
      '-# 中文 · 早上',
      '-# 中文 · 后来',
    ]);
  });

  it('never has what another person said, or said long after', ({ stage: { hear, page } }) => {
    hear({ id: 'de/1', to: 'de', at: start, ...said('Yes.', 'Ja.') });
    hear({ id: 'zh/1', to: 'zh', at: start, userId: ben, ...said('Yes.', '是。') });
    hear({ id: 'zh/2', to: 'zh', at: start + 9_000, ...said('Yes.', '是。') });
    expect(page.ids).toHaveLength(3);
  });

  it('has no names of languages when there are only two, and its end where it was cut off', () => {
    const { hear, rows } = stage({ languages: ['en', 'de'] });
    hear({ cut: true });
    expect(rows()).toEqual([`<@${ada}> Good morning.`, '-# Guten Morgen. — *cut off*']);
  });

  it('is its translation alone where the original is not wanted, unless there is nothing else yet', () => {
    const { hear, rows } = stage({ original: false });
    hear({ ...said('Good morning.'), final: false });
    expect(rows()).toEqual([`<@${ada}> Good morning.`]);
    hear({});
    hear({ id: 'zh/1', to: 'zh', ...said('Good morning.', '早上好。') });
    expect(rows()).toEqual([`<@${ada}> Deutsch · Guten Morgen.`, '-# 中文 · 早上好。']);
  });

  it("has what was said where captions in the speaker's own language are wanted", () => {
    const { hear, rows } = stage({ original: false });
    hear({ id: 'de/1/own', to: undefined, ...said('Good morning.') });
    hear({ id: 'de/1', ...said('Good morning.', 'Guten Morgen.') });
    expect(rows()).toEqual([`<@${ada}> Good morning.`, '-# Deutsch · Guten Morgen.']);
  });

  it('loses each text that is taken back, and is gone with the last', ({ stage: { hear, page } }) => {
    hear({ id: 'de/1', to: 'de', final: false });
    hear({ id: 'zh/1', to: 'zh', ...said('Good morning.', '早上好。'), final: false });
    hear({ id: 'de/1', to: 'de', ...said(''), cut: true });
    expect(page.markdown).toBe(`<@${ada}> Good morning.\n-# 中文 · 早上好。`);
    hear({ id: 'zh/1', to: 'zh', ...said(''), cut: true });
    expect(page.markdown).toBe('');
  });
});

describe('a page in one language', () => {
  it('has translations into it, and what is said in it if that is wanted', () => {
    const { hear, rows } = stage({ language: 'de', original: false, own: true });
    hear({});
    hear({ id: 'zh/1', to: 'zh', ...said('Good morning.', '早上好。') });
    hear({ id: 'ben', userId: ben, from: 'de', to: 'en', at: start, ...said('Hallo.', 'Hello.') });
    hear({ id: 'ben/zh', userId: ben, from: 'de', to: 'zh', at: start, ...said('Hallo.', '你好。') });
    expect(rows()).toEqual([`<@${ada}> Guten Morgen.`, `<@${ben}> Hallo.`]);
  });

  it('has the original in small print where it is wanted, which is all there is at first', () => {
    const { hear, rows } = stage({ language: 'de' });
    hear({ ...said('Good morning.'), final: false });
    expect(rows()).toEqual([`<@${ada}>`, '-# Good morning.']);
    hear({});
    expect(rows()).toEqual([`<@${ada}> Guten Morgen.`, '-# Good morning.']);
  });
});
