import { growingText } from '../../call/transcript/growing-text.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { Words } from '../../words/index.ts';
import { ownName } from '../language-names.ts';
import type { InterpretedLine } from '../types.ts';

/** Of the original and of its translation, so that both have room in a message, which takes 4,000 characters. */
const longestPart = 1_700;
const mostLines = 30;

/**
 * A caption as markdown: the speaker and the languages, the original above the translation if wanted, italics for what
 * may still change, and a mark where it was cut off. Undefined if there's nothing to show.
 */
export function captionText(line: InterpretedLine, withOriginal: boolean, words: Words): string | undefined {
  const { head, cut } = words.interpreter.captions;
  const { userId, from, to, original, translation } = line;
  const said = growingText(original, longestPart);
  const meant = to === undefined ? '' : growingText(translation, longestPart);
  if (said === '' && meant === '') return undefined;
  const isWanted = to === undefined || withOriginal || meant === '';
  const lines = [
    head(`<@${userId}>`, ownName(from), to === undefined ? undefined : ownName(to)),
    ...(isWanted && said !== '' ? [to === undefined ? said : quoted(said)] : []),
    ...(meant === '' ? [] : [meant]),
  ];
  return `${lines.join('\n')}${line.final && line.cut ? ` ${cut}` : ''}`;
}

/** The language that a line is read in. */
export function readIn({ from, to }: InterpretedLine): LanguageCode {
  return to ?? from;
}

/** Line by line; what has very many lines becomes one, because each would take room for its mark. */
function quoted(text: string): string {
  const lines = text.split('\n');
  return lines.length > mostLines ? `> ${lines.join(' ')}` : lines.map((line) => `> ${line}`).join('\n');
}
