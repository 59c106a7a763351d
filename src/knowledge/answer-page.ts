import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { shownName } from './describe.ts';
import type { AnswerRecord } from './shown-page.ts';

const longestQuestion = 200;
const longestPassage = 800;
const longestName = 90;

export interface ShownAnswer {
  readonly id: string;
  readonly record: AnswerRecord;
  readonly baseNames: ReadonlyMap<string, string>;
  /** Names of bases that could not be searched. */
  readonly failed?: readonly string[];
  /** Who shared it, when everybody sees it. */
  readonly sharedBy?: string;
}

/** What was found, passage by passage, as it stands in the documents. */
export function renderAnswer(
  { id, record, baseNames, failed = [], sharedBy }: ShownAnswer,
  words: Words,
): MessageBody {
  const { answer, buttons, search } = words.knowledge;
  const passages = record.passages.map((passage, index) => {
    const base = shownName(baseNames.get(passage.baseId) ?? passage.baseId, longestName);
    const document = passage.name === undefined ? answer.someDocument : shownName(passage.name, longestName);
    const quoted = showAsIs(passage.text, longestPassage).replace(/^/gm, '> ');
    return `${index + 1}. ${answer.from(document, base, Math.round(passage.score * 100))}\n${quoted}`;
  });
  const small = [
    ...(sharedBy === undefined ? [] : [search.sharedBy(sharedBy)]),
    ...(passages.length > 0 ? [answer.passages] : []),
    ...(failed.length > 0
      ? [answer.failed(failed.map((name) => shownName(name, longestName)).join(', '))]
      : []),
  ];
  const details = record.passages.flatMap(({ document }, index) =>
    document === undefined
      ? []
      : [button('secondary', buttons.detailsOf(index + 1), 'knowledge', 'detail', `${id}.${document}`)],
  );
  const controls = [
    ...details,
    button('secondary', buttons.unhelpful, 'knowledge', 'unhelpful', id),
    ...(passages.length > 0 && sharedBy === undefined
      ? [button('secondary', buttons.share, 'knowledge', 'share', id)]
      : []),
  ];
  return {
    components: [
      container([
        text(`**${answer.title(showAsIs(record.question, longestQuestion))}**`),
        ...(passages.length > 0 ? passages.map((passage) => text(passage)) : [text(answer.none)]),
        ...(small.length > 0 ? [text(`-# ${small.join(' · ')}`)] : []),
        ...buttonRow(controls),
      ]),
    ],
  };
}
