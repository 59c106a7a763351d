import type { Term } from '../community/settings-pages.ts';
import { showAsIs } from '../discord/escape.ts';
import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';

/** Leaves room in the message for the title and the small print. */
const longestList = 3_400;

/** As much of a guild's glossary as fits in one message. */
export function renderGlossary(terms: readonly Term[], words: Words): MessageBody {
  const { glossary } = words.interpreter;
  const rows: string[] = [];
  let length = 0;
  for (const { term, heard } of terms) {
    const shown = showAsIs(term, 120);
    const row =
      heard.length === 0
        ? glossary.termOnly(shown)
        : glossary.entry(shown, showAsIs(heard.join(marksOf(words.locale).listed), 300));
    length += row.length + 1;
    if (length > longestList) break;
    rows.push(row);
  }
  const more = terms.length - rows.length;
  const lines = [
    ...(terms.length === 0 ? [glossary.empty] : [glossary.title(terms.length), ...rows]),
    ...(more > 0 ? [glossary.more(more)] : []),
    glossary.alsoPronunciations,
  ];
  return { components: [container([text(lines.join('\n'))])] };
}
