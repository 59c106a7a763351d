import { distance } from 'fastest-levenshtein';
import { showAsIs } from '../discord/escape.ts';
import { type Language, languages } from '../language/languages.ts';
import { marksOf } from '../language/marks.ts';
import { Refusal } from '../refusal/refusal.ts';
import { type LanguageCode, languageCodes } from '../service/realtime/translation/languages.ts';

/** Detected by the service, if the bot's owner allows it. */
export const detected = 'auto';

const namers = new Map<string, Intl.DisplayNames>();

/** What a language is called in another one: `de` in `en-US` is “German”. */
export function languageName(code: string, locale: string): string {
  const namer = namers.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' });
  namers.set(locale, namer);
  return namer.of(code) ?? code;
}

/** A language as its speakers call it, the way a name stands alone. */
export function ownName(code: LanguageCode): string {
  const name = languageName(code, code);
  return `${name.slice(0, 1).toLocaleUpperCase(code)}${name.slice(1)}`;
}

/** For people who read one language and look for another: `German (Deutsch)`. */
export function nameBothWays(code: LanguageCode, locale: Language): string {
  const name = languageName(code, locale);
  const own = ownName(code);
  return name.toLowerCase() === own.toLowerCase() ? name : `${name}${marksOf(locale).bracketed(own)}`;
}

/** Everything a language can be called here: its code, its own name, and its name in each of the bot's languages. */
function callings(code: LanguageCode): readonly string[] {
  const known = callingsOf.get(code);
  if (known) return known;
  const names = [code, ownName(code), ...languages.map((locale) => languageName(code, locale))];
  const both = languages.map((locale) => nameBothWays(code, locale));
  const all = [...new Set([...names, ...both].map(folded))];
  callingsOf.set(code, all);
  return all;
}

const callingsOf = new Map<LanguageCode, readonly string[]>();

/** Languages whose names start with the typed text, then those that contain it. All of them if nothing was typed. */
export function languagesLike(typed: string): readonly LanguageCode[] {
  const wanted = folded(typed);
  const begins = languageCodes.filter((code) => callings(code).some((name) => name.startsWith(wanted)));
  const has = languageCodes.filter(
    (code) => !begins.includes(code) && callings(code).some((name) => name.includes(wanted)),
  );
  return [...begins, ...has];
}

const longestName = 60;
const mostNearest = 3;

/** @throws {Refusal} `interpreter-language-unknown`, with the closest names */
export function languageCalled(typed: string): LanguageCode {
  const wanted = folded(typed);
  const found = languageCodes.find((code) => callings(code).includes(wanted));
  if (found) return found;
  throw new Refusal({
    code: 'interpreter-language-unknown',
    name: showAsIs(typed, longestName),
    nearest: nearestTo(wanted),
  });
}

/** The language of a person's Discord, if it's one of `among`. */
export function languageOfLocale(locale: string, among: readonly LanguageCode[]): LanguageCode | undefined {
  const [spoken] = locale.split('-');
  return among.find((code) => code === spoken);
}

function nearestTo(wanted: string): readonly LanguageCode[] {
  const short = wanted.slice(0, longestName);
  const far = (code: LanguageCode) => Math.min(...callings(code).map((name) => distance(short, name)));
  return languageCodes.toSorted((one, other) => far(one) - far(other)).slice(0, mostNearest);
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
