import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { shownName } from './describe.ts';
import { addressOf } from './document-address.ts';
import { longestQuestion as mostAsked } from './find.ts';
import type { AnswerRecord } from './shown-page.ts';

const longestQuestion = 200;
const longestPassage = 800;
const longestName = 90;
const longestContext = 60;
/** A row has five places. Without a button, it's reported from the menu of the message. */
const mostDetailsWithReport = 4;

const mark = '> ';

interface ShownAnswer {
  readonly id: string;
  readonly record: AnswerRecord;
  /** The guild's bases, by id. */
  readonly bases: ReadonlyMap<string, KnowledgeBase>;
  /** Names of bases that couldn't be searched. */
  readonly failed?: readonly string[];
  /** What the person who asked has left of their searches. */
  readonly left?: AllowanceLeft | undefined;
  /** Who shared it, if everyone sees it. */
  readonly sharedBy?: string;
  /** Everyone can ask more by replying to it. */
  readonly canAskOn?: boolean;
  /** It's a public reply to the message with the question. */
  readonly inReply?: { readonly isCut: boolean };
}

/** The passages that were found, word for word. */
export function renderAnswer(shown: ShownAnswer, words: Words): MessageBody {
  const { id, record, sharedBy, inReply } = shown;
  const { answer, buttons } = words.knowledge;
  const title = inReply ? [] : [text(`**${answer.title(showAsIs(record.question, longestQuestion))}**`)];
  const small = smallPrint(shown, words);
  const passages = passagesOf(
    shown,
    words,
    small.length + title.map(({ content }) => content).join('').length,
  );
  const details = record.documents.flatMap((_, document) => {
    const numbers = passageNumbers(record, document);
    return numbers.length === 0
      ? []
      : [button('secondary', buttons.detailsOf(numbers), 'knowledge', 'detail', `${id}.${document}`)];
  });
  const isPublic = sharedBy !== undefined || inReply !== undefined;
  const controls = [
    ...details,
    button('secondary', buttons.unhelpful, 'knowledge', 'unhelpful', id),
    ...(passages.length > 0 && sharedBy === undefined && !inReply
      ? [button('secondary', buttons.share, 'knowledge', 'share', id)]
      : []),
    ...(isPublic && details.length < mostDetailsWithReport
      ? [button('secondary', buttons.report, 'report', 'message', '-')]
      : []),
  ];
  return {
    components: [
      container([
        ...title,
        ...(passages.length > 0 ? passages.map((passage) => text(passage)) : [text(answer.none)]),
        ...(small === '' ? [] : [text(small)]),
        ...buttonRow(controls),
      ]),
    ],
  };
}

/** The numbers of the passages, from 1, that come from the document at that place. */
export function passageNumbers({ passages }: AnswerRecord, document: number): readonly number[] {
  return passages.flatMap((passage, index) => (passage.document === document ? [index + 1] : []));
}

/** Each passage with its document and a way there: a link if there is one, otherwise the button for its details. */
function passagesOf({ record, bases }: ShownAnswer, words: Words, taken: number): readonly string[] {
  const { answer, buttons } = words.knowledge;
  const heads = record.passages.map(({ baseId, name, score }, index) => {
    const base = shownName(bases.get(baseId)?.name ?? baseId, longestName);
    const document = name === undefined ? answer.someDocument : shownName(name, longestName);
    return `${index + 1}. ${answer.from(document, base, Math.round(score * 100))}`;
  });
  const ways = record.passages.map(({ document }) =>
    document === undefined ? '' : ` · ${buttons.detailsOf(passageNumbers(record, document))}`,
  );
  const quotes = record.passages.map((passage) => quoted(passage.text, longestPassage));
  const links = openLinks(
    record.passages.map(({ baseId, documentId, name, document }) => {
      const base = bases.get(baseId);
      const { id, type, category } = record.documents[document ?? -1] ?? {};
      const facts = { id: documentId ?? id, name, type, category };
      return base?.documentUrl && addressOf(base.documentUrl, base.id, facts);
    }),
    buttons.open,
    [...heads, ...ways, ...quotes].join('\n').length + taken,
  );
  return heads.map((head, index) => `${head}${links[index] ?? ways[index] ?? ''}\n${quotes[index] ?? ''}`);
}

function smallPrint(
  { record, failed = [], left, sharedBy, canAskOn, inReply }: ShownAnswer,
  words: Words,
): string {
  const { answer, search, mention } = words.knowledge;
  const small = [
    ...(sharedBy === undefined ? [] : [search.sharedBy(sharedBy)]),
    ...(record.after === undefined ? [] : [mention.after(showAsIs(record.after, longestContext))]),
    ...(inReply?.isCut ? [mention.cut(mostAsked)] : []),
    ...(record.passages.length > 0 ? [answer.passages] : []),
    ...(failed.length > 0
      ? [answer.failed(failed.map((name) => shownName(name, longestName)).join(marksOf(words.locale).listed))]
      : []),
    ...(inReply || canAskOn ? [mention.askOn] : []),
    ...(left ? [`${words.spending.amount('searches', 1)} · ${words.spending.left(left)}`] : []),
  ];
  return small.length > 0 ? `-# ${small.join(' · ')}` : '';
}

/** Discord takes 4,000 characters of text in a message. */
const mostCharacters = 3_900;

/**
 * A link for the end of each line, as far as the message has room, so the first ones get theirs. The label is ours, so
 * no document's name can break the markdown.
 * @param taken characters of everything else in the message
 */
export function openLinks(
  addresses: readonly (string | undefined)[],
  label: string,
  taken: number,
): readonly (string | undefined)[] {
  let left = mostCharacters - taken;
  return addresses.map((address) => {
    const link = address && ` · [${label}](${address})`;
    if (!link || link.length > left) return undefined;
    left -= link.length;
    return link;
  });
}

/** How much the marks on each line may add. */
const mostForMarks = 0.1;
const emptyLines = /\n(?:[^\S\n]*\n)*/;

/**
 * Someone else's text as a quote, without empty lines and cut to that many characters. Many short lines are cut sooner.
 */
export function quoted(text: string, maxCharacters: number): string {
  let left = Math.floor(maxCharacters * (1 + mostForMarks));
  const lines: string[] = [];
  for (const line of showAsIs(text, maxCharacters).split(emptyLines)) {
    left -= mark.length + line.length + 1;
    lines.push(left < 0 ? '…' : line);
    if (left < 0) break;
  }
  return lines.map((line) => `${mark}${line}`).join('\n');
}
