import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Piece, replaceRaw, saidWord } from './pieces.ts';

/** Label by emoji without its variation selectors: made from emojibase-data 17.0.0 (MIT), whose other 49 MB nobody needs. */
const dataset = z.record(z.string(), z.string());

/** Read when first needed. */
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/** One emoji or a row of the same one. */
const emojiRow = /(\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)(?:[ \t]*\1)*/gv;
const variation = /[\uFE0E\uFE0F]/gu;
const skinTone = /\p{Emoji_Modifier}/gu;

/** A row of the same emoji is said once; without `say` they are left out. */
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

/** What an emoji is called; undefined for one that the data does not know. */
export function emojiName(emoji: string, locale: string): string | undefined {
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
