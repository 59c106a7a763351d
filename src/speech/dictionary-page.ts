import type { Pronunciation } from '../community/settings-pages.ts';
import { showAsIs } from '../discord/escape.ts';
import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { longestWord, mostWords } from './dictionary.ts';

/** Discord shows at most 4,000 characters of text in a message. */
const longestList = 3_500;

/** As many of the guild's pronunciations as fit; `rest` says how many don't. */
export function renderDictionary(
  entries: readonly Pronunciation[],
  words: Words,
): { readonly body: MessageBody; readonly rest: number } {
  const { dictionary } = words.speech;
  const lines: string[] = [];
  let length = 0;
  for (const { word, as, pinyin } of entries) {
    const show = (each: string) => showAsIs(each, longestWord * 2);
    const line = dictionary.entry(show(word), show(as), pinyin === undefined ? undefined : show(pinyin));
    length += line.length + 1;
    if (length > longestList) break;
    lines.push(line);
  }
  const rest = entries.length - lines.length;
  const title = dictionary.title(entries.length, mostWords);
  const shown = [title, ...(lines.length > 0 ? lines : [dictionary.empty])];
  if (rest > 0) shown.push(dictionary.more(rest));
  return { body: { components: [container([text(shown.join('\n'))])] }, rest };
}

/** All pronunciations as a text file. */
export function dictionaryFile(entries: readonly Pronunciation[]): string {
  return entries.map(({ word, as, pinyin }) => [word, as, pinyin ?? ''].join('\t')).join('\n');
}
