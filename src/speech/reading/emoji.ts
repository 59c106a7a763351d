import { createRequire } from 'node:module';
import { z } from 'zod';
import { type Piece, replaceRaw, saidWord } from './pieces.ts';

const dataset = z.array(z.object({ unicode: z.string(), label: z.string() }));
const load = createRequire(import.meta.url);

/** Label by emoji without its variation selectors; read from the package when first needed. */
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
  const entries = dataset.parse(load(`emojibase-data/${language}/compact.json`));
  const names = new Map(entries.map(({ unicode, label }) => [unicode.replace(variation, ''), label]));
  namesByLanguage.set(language, names);
  return names;
}
