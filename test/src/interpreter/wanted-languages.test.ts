import { describe, expect, it } from 'vitest';
import type { PersonLanguages } from '../../../src/interpreter/types.ts';
import { carrierOf, wantedOf } from '../../../src/interpreter/wanted-languages.ts';
import type { LanguageCode } from '../../../src/service/realtime/translation/languages.ts';
import { interpretationRequest } from '../../support/interpreter-scene.ts';

function wanted(
  people: Readonly<Record<string, PersonLanguages>>,
  {
    languages = ['en', 'es', 'ja'],
    detected,
    ...settings
  }: Partial<ReturnType<typeof interpretationRequest>['settings']> & { detected?: LanguageCode } = {},
) {
  return wantedOf({
    speaker: 'ann',
    people: Object.keys(people),
    chosen: new Map(Object.entries(people)),
    settings: interpretationRequest({ languages, ...settings }).settings,
    detected,
  });
}

describe('what is wanted of a speaker', () => {
  it('is every other language that somebody present reads, each once', () => {
    const people = {
      ann: { speaks: 'en' },
      bea: { reads: 'es' },
      cho: { speaks: 'ja' },
      dan: { reads: 'es' },
    };
    expect(wanted(people as never).targets).toEqual(['es', 'ja']);
  });

  it('is nothing when all share one language', () => {
    expect(wanted({ ann: { speaks: 'es' }, bea: { speaks: 'es' } }).targets).toEqual([]);
  });

  it('is nothing for a speaker who is alone, whatever they read', () => {
    expect(wanted({ ann: { speaks: 'en', reads: 'es' } }).targets).toEqual([]);
  });

  it("is what people read, where it isn't what they speak", () => {
    expect(wanted({ ann: { speaks: 'en' }, bea: { speaks: 'en', reads: 'fr' } }).targets).toEqual(['fr']);
  });

  it('is every language of the call for somebody who chose nothing', () => {
    expect(wanted({ ann: {}, bea: {} })).toEqual({ from: 'en', targets: ['es', 'ja'], own: false });
  });

  it('leaves out the language that the service hears a speaker speak', () => {
    const people = { ann: { speaks: 'auto' }, bea: { speaks: 'es' }, cho: { speaks: 'ja' } } as const;
    expect(wanted(people)).toMatchObject({ from: 'auto', targets: ['es', 'ja'] });
    expect(wanted(people, { detected: 'ja' }).targets).toEqual(['es']);
  });

  it('is a caption in their own language when the call has those, or somebody who reads it chose it', () => {
    const chosen = { ann: { speaks: 'en' }, bea: { speaks: 'en', ownCaptions: true } } as const;
    expect(wanted(chosen).own).toBe(true);
    expect(wanted({ ...chosen, bea: { speaks: 'es', ownCaptions: true } }).own).toBe(false);
    expect(wanted({ ann: {}, bea: {} }, { sameLanguage: true }).own).toBe(true);
    expect(wanted({ ann: {}, bea: {} }, { sameLanguage: true, captions: 'off' }).own).toBe(false);
  });

  it('is carried by some other language where only that caption is', () => {
    expect(carrierOf('en', ['en', 'es'])).toBe('es');
    expect(carrierOf('en', ['en'])).toBe('zh');
    expect(carrierOf('ja', ['ja'])).toBe('en');
  });
});
