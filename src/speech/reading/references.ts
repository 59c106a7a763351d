import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ReadingPhrases } from '../words/reading.en.ts';
import { spokenName } from './names.ts';
import { type Piece, replaceRaw, saidWord } from './pieces.ts';

/** The names behind a message's ids; undefined for unknown ones. */
export interface ReferenceNames {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
}

const reference =
  /<(?:@!?(?<user>\d+)|@&(?<role>\d+)|#(?<channel>\d+)|a?:(?<emoji>\w+):\d+|t:(?<time>-?\d{1,13})(?::(?<style>[tTdDfFsSR]))?|\/(?<command>[^:<>\n]+):\d+|id:(?<place>\w+)|sound:\d+:\d+)>/gu;

interface ReferenceReading {
  readonly names: ReferenceNames;
  readonly phrases: ReadingPhrases;
  /** Whether emoji are said. */
  readonly emoji: boolean;
  /** Epoch milliseconds; "in 5 minutes" counts from here. */
  readonly now: number;
}

/** Mentions, custom emoji, times and commands, as a reader of the message sees them. */
export function readReferences(pieces: readonly Piece[], reading: ReferenceReading): readonly Piece[] {
  return replaceRaw(pieces, reference, ({ groups = {} }) => saidWord(wordsFor(groups, reading)));
}

/** `@everyone` and `@here`. */
export function readMassMentions(pieces: readonly Piece[], phrases: ReadingPhrases): readonly Piece[] {
  return replaceRaw(pieces, /@(everyone|here)\b/gu, ([, whom]) =>
    saidWord(whom === 'here' ? phrases.here : phrases.everyone),
  );
}

type Groups = Readonly<Record<string, string | undefined>>;

function wordsFor(groups: Groups, { names, phrases, emoji, now }: ReferenceReading): string {
  const { user, role, channel, time, style, command } = groups;
  if (user !== undefined) return nameOr(names.user(user), phrases.somebody);
  if (role !== undefined) return nameOr(names.role(role), phrases.someRole);
  if (channel !== undefined) return nameOr(names.channel(channel), phrases.someChannel);
  if (time !== undefined) return dateWords(Number(time) * 1000, style, now, phrases);
  if (command !== undefined) return phrases.command(command);
  if (groups.emoji !== undefined) return emoji ? phrases.emoji(wordsOf(groups.emoji)) : '';
  return groups.place === undefined ? '' : phrases.someChannel;
}

function nameOr(name: string | undefined, otherwise: string): string {
  return (name === undefined ? undefined : spokenName(name)) ?? otherwise;
}

/** `partyParrot_2` as words. */
function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{L})(?=\p{N})/gu, ' ')
    .trim();
}

const latestMs = 8.64e15;
const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `<t:…>` as words. A voice can't know each listener's time zone, so a time of day is in UTC and says so. */
function dateWords(epochMs: number, style: string | undefined, now: number, phrases: ReadingPhrases): string {
  if (Math.abs(epochMs) > latestMs) return '';
  if (style === 'R') return relative(epochMs - now, phrases);
  const day = style === 'd' ? ({ dateStyle: 'long' } as const) : ({ dateStyle: 'full' } as const);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(phrases.locale, { ...options, timeZone: 'UTC' }).format(epochMs);
  if (style === 'd' || style === 'D') return format(day);
  const clock = `${format({ timeStyle: 'short' })} UTC`;
  if (style === 't' || style === 'T') return clock;
  return `${format({ dateStyle: 'long' })}, ${clock}`;
}

function relative(differenceMs: number, phrases: ReadingPhrases): string {
  for (const [unit, unitMs] of units) {
    const count = Math.round(differenceMs / unitMs);
    if (count !== 0) return phrases.unit(count, unit);
  }
  return phrases.unit(Math.round(differenceMs / 1000), 'second');
}

/**
 * Names by emoji without variation selectors, made from emojibase-data 17.0.0 (MIT), whose other 49 MB nobody needs.
 */
const dataset = z.record(z.string(), z.string());

/** Read when first needed. */
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/** One emoji, or the same one several times. */
const emojiRow = /(\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)(?:[ \t]*\1)*/gv;
const variation = /[\uFE0E\uFE0F]/gu;
const skinTone = /\p{Emoji_Modifier}/gu;

/** Says repeated emoji once; without `say` they're left out. */
export function readEmoji(
  pieces: readonly Piece[],
  locale: string,
  say: ((name: string) => string) | undefined,
): readonly Piece[] {
  return replaceRaw(pieces, emojiRow, ([, emoji = '']) => {
    const name = say && emojiName(emoji, locale);
    return saidWord(name ? say(name) : '');
  });
}

/** An emoji's name; undefined if the data doesn't have it. */
function emojiName(emoji: string, locale: string): string | undefined {
  const names = namesFor(locale.startsWith('zh') ? 'zh' : 'en');
  const plain = emoji.replace(variation, '');
  return names.get(plain) ?? names.get(plain.replace(skinTone, ''));
}

function namesFor(language: 'en' | 'zh'): ReadonlyMap<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const file = new URL(`./emoji-names/${language}.json`, import.meta.url);
  const names = new Map(Object.entries(dataset.parse(JSON.parse(readFileSync(file, 'utf8')))));
  namesByLanguage.set(language, names);
  return names;
}
