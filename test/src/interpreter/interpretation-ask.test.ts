import { describe, expect, it } from 'vitest';
import { suggestLanguage, suggestLanguages } from '../../../commands/interpret/suggest-languages.ts';
import {
  type InterpretationAsk,
  interpretationSettings,
  personLanguages,
} from '../../../src/interpreter/interpretation-ask.ts';
import { languageCalled, languagesLike, nameBothWays } from '../../../src/interpreter/language-names.ts';
import { languages } from '../../../src/language/languages.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { languageCodes } from '../../../src/service/realtime/translation/languages.ts';
import { wordsFor } from '../../../src/words/index.ts';

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.facts;
    throw error;
  }
  throw new Error('nothing was refused');
}

const settings = (ask: Partial<InterpretationAsk>) => interpretationSettings({ languages: 'en, de', ...ask });
const english = wordsFor('en-US');

describe('a language', () => {
  it.each(languageCodes)('%s is found by its code, and by its name in every language and its own', (code) => {
    const names = [code, ...languages.map((language) => nameBothWays(code, language))];
    for (const name of names) expect(languageCalled(` ${name.toUpperCase()} `)).toBe(code);
  });

  it('that there is none of is refused with the names that come nearest, shown as they are', () => {
    expect(refusal(() => languageCalled('Spansh'))).toMatchObject({
      nearest: expect.arrayContaining(['es']),
    });
    expect(refusal(() => languageCalled('**Elvish**'))).toMatchObject({ name: '\\*\\*Elvish\\*\\*' });
    expect(refusal(() => languageCalled(''))).toMatchObject({ code: 'interpreter-language-unknown' });
    expect(refusal(() => languageCalled('x'.repeat(5_000)))).toMatchObject({
      name: expect.stringMatching(/^.{1,60}$/),
    });
  });

  it('is suggested by how its name begins, then by what is in it', () => {
    expect(languagesLike('ger')[0]).toBe('de');
    expect(languagesLike('語')).toContain('ja');
    expect(languagesLike('').length).toBe(languageCodes.length);
    expect(suggestLanguage('deu', english)).toEqual([{ value: 'de', label: 'German (Deutsch)' }]);
  });

  it('completes a list, and is not offered twice', () => {
    const [first] = suggestLanguages('English, ger', english);
    expect(first).toEqual({ value: 'English, German', label: 'English, German (Deutsch)' });
    expect(suggestLanguages('english, ', english).map(({ value }) => value)).not.toContain(
      'english, English',
    );
    expect(suggestLanguages('英语、', wordsFor('zh-CN'))[0]?.value).toMatch(/^英语, /);
  });
});

describe('what somebody asks of an interpreter', () => {
  it('is as usual where they left it out', () => {
    expect(settings({})).toEqual({
      languages: ['en', 'de'],
      spoken: 'in-pauses',
      captions: 'one-thread',
      original: true,
      sameLanguage: false,
      transcript: false,
    });
  });

  it.each(['English; Deutsch', '英语、德语', 'en，de', 'EN / German, english'])(
    'takes a list as people write it: %s',
    (list) => {
      expect(settings({ languages: list }).languages).toEqual(['en', 'de']);
    },
  );

  it('has languages of its own for what is said aloud', () => {
    expect(settings({ spokenIn: 'German' }).spokenIn).toEqual(['de']);
  });

  it('needs two languages, or one to caption in; and no more than six', () => {
    expect(refusal(() => settings({ languages: 'en' }))).toEqual({ code: 'interpreter-too-few-languages' });
    expect(refusal(() => settings({ languages: 'en, English' }))).toEqual({
      code: 'interpreter-too-few-languages',
    });
    expect(settings({ languages: 'en', sameLanguage: true }).languages).toEqual(['en']);
    expect(refusal(() => settings({ languages: 'en,de,fr,es,it,pt,ja' }))).toEqual({
      code: 'interpreter-too-many-languages',
      limit: 6,
    });
  });

  it('is nothing without a voice and without captions', () => {
    expect(refusal(() => settings({ spoken: 'off', captions: 'off' }))).toEqual({
      code: 'interpreter-nothing-to-do',
    });
  });
});

it('what somebody speaks stays while they change what they read', () => {
  const before = { speaks: 'de', ownCaptions: true } as const;
  expect(personLanguages({ reads: 'French' }, before, false)).toEqual({ ...before, reads: 'fr' });
  expect(personLanguages({ speaks: 'AUTO' }, before, true)).toEqual({ ...before, speaks: 'auto' });
});
