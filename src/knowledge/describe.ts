import { showAsIs, stripDeceptive } from '../discord/escape.ts';
import { liveTime } from '../discord/layout.ts';
import { marksOf, spaced } from '../language/marks.ts';
import type { DocumentStatus } from '../service/knowledge/client.ts';
import type { Words } from '../words/index.ts';
import { importReasonOf } from './import-reason.ts';

/** What a document's line shows. */
export interface Described {
  readonly name: string;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly sizeBytes?: number | undefined;
  readonly importedAt?: number | undefined;
  readonly code?: string | undefined;
}

const icons: Readonly<Record<DocumentStatus | 'UNKNOWN', string>> = {
  FINISH: '✅',
  RUNNING: '🕓',
  INSERT_ERROR: '❌',
  DELETED: '🗑️',
  UNKNOWN: '❔',
};

const longestType = 12;
/** The largest time that Discord shows: the end of the year 9999. */
const latestTime = 253_402_300_799_000;

/** A status that's newer than this program counts as unknown. */
function knownStatus(status = 'UNKNOWN'): DocumentStatus | 'UNKNOWN' {
  return Object.hasOwn(icons, status) ? (status as DocumentStatus) : 'UNKNOWN';
}

function statusIcon(status?: string): string {
  return icons[knownStatus(status)];
}

export function statusText(status: string | undefined, words: Words): string {
  return `${statusIcon(status)} ${words.knowledge.statuses[knownStatus(status)]}`;
}

/** A name on one line, without markup, cut to that many characters and never empty. */
export function shownName(name: string, maxCharacters: number): string {
  return showAsIs(oneLine(name), maxCharacters) || '…';
}

/** The same for menus and suggestions, where Discord shows no markdown. */
export function plainName(name: string): string {
  return oneLine(stripDeceptive(name)).trim() || '…';
}

/** `✅ Rules.md`, a link to it if there is one, and in small print its kind, size, time and state. */
export function documentLine(document: Described, words: Words, longestName: number, link = ''): string {
  return `${statusIcon(document.status)} ${shownName(document.name, longestName)}${link}\n-# ${factsOf(document, words)}`;
}

export function factsOf(document: Described, words: Words): string {
  const { status, type, sizeBytes, importedAt } = document;
  const state =
    status === 'INSERT_ERROR'
      ? `${words.knowledge.statuses.INSERT_ERROR}${marksOf(words.locale).colon}${words.knowledge.reasons[importReasonOf(document.code)]}`
      : words.knowledge.statuses[knownStatus(status)];
  return [
    type === undefined ? undefined : showAsIs(oneLine(type), longestType),
    sizeBytes === undefined ? undefined : sizeText(sizeBytes, words.locale),
    timeText(importedAt),
    state,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ');
}

export function timeText(at: number | undefined, style: 'R' | 'f' = 'R'): string | undefined {
  return at === undefined || at > latestTime ? undefined : liveTime(at, style);
}

/** `1.2 MB`, in the reader's language. */
export function sizeText(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return spaced(format.format(bytes / 1_000 ** power));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
