import { type LanguageCode, languageCodes } from '../service/realtime/translation/languages.ts';
import type { InterpretationSettings, PersonLanguages } from './types.ts';

/** What people in the channel need from one speaker. */
export interface Wanted {
  readonly from: LanguageCode | 'auto';
  /** Languages to translate into, in the call's order. */
  readonly targets: readonly LanguageCode[];
  /** Captions of what they say, in their own language. */
  readonly own: boolean;
}

export interface Present {
  readonly speaker: string;
  /** Everyone in the voice channel, including the speaker. */
  readonly people: readonly string[];
  readonly chosen: ReadonlyMap<string, PersonLanguages>;
  readonly settings: InterpretationSettings;
  /** For a speaker who lets the service detect their language, once it's known. */
  readonly detected: LanguageCode | undefined;
}

/** From a speaker's language into every other one that people here read. Nothing if everyone shares one. */
export function wantedOf({ speaker, people, chosen, settings, detected }: Present): Wanted {
  const { languages, sameLanguage, captions, transcript } = settings;
  const from = chosen.get(speaker)?.speaks ?? languages[0] ?? 'en';
  const spoken = from === 'auto' ? detected : from;
  const others = people.filter((userId) => userId !== speaker);
  const read = new Set(others.flatMap((userId) => readBy(chosen.get(userId), languages)));
  read.delete(spoken as LanguageCode);
  const isFor = (userId: string) => {
    const theirs = chosen.get(userId);
    return theirs?.ownCaptions && (!spoken || readBy(theirs, languages).includes(spoken));
  };
  const own = (captions !== 'off' || transcript) && (sameLanguage || people.some(isFor));
  const inOrder = [...languages, ...languageCodes.filter((code) => !languages.includes(code))];
  return { from, targets: inOrder.filter((code) => read.has(code)), own };
}

/** The language to translate into for a speaker who only needs captions in their own. Nobody sees that translation. */
export function carrierOf(from: LanguageCode | 'auto', languages: readonly LanguageCode[]): LanguageCode {
  return languages.find((code) => code !== from) ?? (from === 'en' ? 'zh' : 'en');
}

function readBy(
  theirs: PersonLanguages | undefined,
  languages: readonly LanguageCode[],
): readonly LanguageCode[] {
  if (theirs?.reads) return [theirs.reads];
  return theirs?.speaks && theirs.speaks !== 'auto' ? [theirs.speaks] : languages;
}
