import { showAsIs } from '../discord/escape.ts';
import { buttonRow, container, linkButton, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import type { Words } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { shownName, sizeText, statusText, timeText } from './describe.ts';
import { addressOf } from './document-address.ts';
import { importReasonOf } from './import-reason.ts';

const longestName = 700;
const longestField = 100;
const longestMessage = 500;

/**
 * Everything that document 3 tells about a document.
 * @param passages the answer's passages from it, if it was opened from an answer
 */
export function renderDetails(
  base: KnowledgeBase,
  document: KnowledgeDocument,
  words: Words,
  passages: readonly number[] = [],
): MessageBody {
  const { details, reasons, advice, buttons } = words.knowledge;
  const reason = importReasonOf(document.code);
  const field = (value: string) => showAsIs(value, longestField);
  const line = (label: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [details.labelled(label, value)];
  const failure =
    document.status === 'INSERT_ERROR'
      ? [
          ...line(details.failure, `${reasons[reason]}${marksOf(words.locale).stop}${advice[reason]}`),
          ...line(
            details.serviceSays,
            [
              document.code && field(document.code),
              document.message && showAsIs(document.message, longestMessage),
            ]
              .filter(Boolean)
              .join(marksOf(words.locale).colon),
          ),
        ]
      : [];
  const lines = [
    ...line(details.status, statusText(document.status, words)),
    ...failure,
    ...line(details.type, document.type && field(document.type)),
    ...line(
      details.size,
      document.sizeBytes === undefined ? undefined : sizeText(document.sizeBytes, words.locale),
    ),
    ...line(details.imported, timeText(document.importedAt, 'f')),
    ...line(details.base, shownName(base.name, longestField)),
    ...line(details.category, document.categoryId && field(document.categoryId)),
    ...line(details.chunking, chunkingText(document, words)),
    ...line(details.headers, document.enableHeaders && switched(document.enableHeaders, words)),
  ];
  const facts = { ...document, category: document.categoryId };
  const address = base.documentUrl && addressOf(base.documentUrl, base.id, facts);
  const small = [
    ...(passages.length > 0 ? [details.passages(passages)] : []),
    `${details.id} ${field(document.id)}`,
  ];
  return {
    components: [
      container([
        text(`**${shownName(document.name, longestName)}**`),
        text(lines.join('\n')),
        text(`-# ${small.join(' · ')}`),
        ...buttonRow(address ? [linkButton(buttons.open, address)] : []),
      ]),
    ],
  };
}

/** The service writes `true` and `false`. */
function switched(value: string, { knowledge: { details } }: Words): string {
  return value === 'true' ? details.yes : value === 'false' ? details.no : showAsIs(value, longestField);
}

function chunkingText(document: KnowledgeDocument, words: Words): string | undefined {
  const { details } = words.knowledge;
  const { chunkMode, chunkSize, overlapSize, separator } = document;
  const shown = (value: string) => showAsIs(JSON.stringify(value).slice(1, -1), longestField);
  const parts = [
    ...(chunkMode === undefined ? [] : [`${details.chunkMode} ${shown(chunkMode)}`]),
    ...(chunkSize === undefined ? [] : [details.chunkSize(shown(chunkSize))]),
    ...(overlapSize === undefined ? [] : [details.overlap(shown(overlapSize))]),
    ...(separator === undefined
      ? []
      : [separator.trim() === '' ? details.space : details.separator(shown(separator))]),
  ];
  return parts.length === 0 ? details.usual : parts.join(marksOf(words.locale).comma);
}
