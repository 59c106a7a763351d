import { Refusal } from '../refusal/refusal.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import { detected, languageCalled } from './language-names.ts';
import type { InterpretationSettings, PersonLanguages } from './types.ts';

export const spokenModes = ['in-pauses', 'over-people', 'off'] as const;
export const captionModes = ['one-thread', 'thread-per-language', 'off'] as const;

const mostLanguages = 6;

/** What a person chose for an interpreter. Everything else has a default. */
export interface InterpretationAsk {
  /** Names of languages, separated by commas. */
  readonly languages: string;
  readonly spoken?: InterpretationSettings['spoken'] | undefined;
  /** The ones that are said out loud, separated by commas. */
  readonly spokenIn?: string | undefined;
  readonly voice?: string | undefined;
  readonly captions?: InterpretationSettings['captions'] | undefined;
  readonly original?: boolean | undefined;
  readonly sameLanguage?: boolean | undefined;
  readonly transcript?: boolean | undefined;
}

/** What separates names in a list, in any language. */
export const betweenNames = /[,;、，；/\n]/;

/**
 * The settings of a call.
 * @throws {Refusal} `interpreter-language-unknown`, `…-too-few-languages`, `…-too-many-languages`, `…-nothing-to-do`
 */
export function interpretationSettings(ask: InterpretationAsk): InterpretationSettings {
  const languages = languagesIn(ask.languages);
  const sameLanguage = ask.sameLanguage ?? false;
  const spoken = ask.spoken ?? 'in-pauses';
  const captions = ask.captions ?? 'one-thread';
  const voice = ask.voice?.trim();
  // One language is enough if people want to read what they hear.
  if (languages.length < (sameLanguage ? 1 : 2)) throw new Refusal({ code: 'interpreter-too-few-languages' });
  if (spoken === 'off' && captions === 'off') throw new Refusal({ code: 'interpreter-nothing-to-do' });
  return {
    languages,
    spoken,
    ...(ask.spokenIn ? { spokenIn: languagesIn(ask.spokenIn) } : {}),
    ...(voice ? { voice } : {}),
    captions,
    original: ask.original ?? true,
    sameLanguage,
    transcript: ask.transcript ?? false,
  };
}

/** What a person chose for themselves, on top of earlier choices. */
export interface PersonAsk {
  readonly speaks?: string | undefined;
  readonly reads?: string | undefined;
  readonly ownCaptions?: boolean | undefined;
}

/**
 * @param detects whether the service may detect what a person speaks
 * @throws {Refusal} `interpreter-language-unknown`
 */
export function personLanguages(ask: PersonAsk, before: PersonLanguages, detects: boolean): PersonLanguages {
  const { speaks, reads, ownCaptions } = ask;
  const isDetected = detects && speaks?.trim().toLowerCase() === detected;
  return {
    ...before,
    ...(speaks === undefined ? {} : { speaks: isDetected ? detected : languageCalled(speaks) }),
    ...(reads === undefined ? {} : { reads: languageCalled(reads) }),
    ...(ownCaptions === undefined ? {} : { ownCaptions }),
  };
}

function languagesIn(list: string): readonly LanguageCode[] {
  const names = list.split(betweenNames).filter((name) => name.trim() !== '');
  if (names.length > mostLanguages)
    throw new Refusal({ code: 'interpreter-too-many-languages', limit: mostLanguages });
  return [...new Set(names.map(languageCalled))];
}
