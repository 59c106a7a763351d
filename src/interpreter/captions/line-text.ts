import { growingText } from '../../call/transcript/growing-text.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { Words } from '../../words/index.ts';
import { ownName } from '../language-names.ts';
import type { InterpretedLine } from '../types.ts';

/**
 * A caption as markdown: the speaker and the languages, the original above the translation if wanted, italics for what
 * may still change, and a mark where it was cut off. Undefined if there's nothing to show.
 */
export function captionText(line: InterpretedLine, withOriginal: boolean, words: Words): string | undefined {
  const { head, cut } = words.interpreter.captions;
  const { userId, from, to, original, translation } = line;
  const said = growingText(original);
  const meant = to === undefined ? '' : growingText(translation);
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

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
