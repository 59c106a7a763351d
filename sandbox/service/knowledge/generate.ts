import { hash } from 'node:crypto';
import {
  type DocumentStatus,
  type DocumentType,
  documentTypes,
  type ImportFailure,
  type StoredDocument,
} from './document.ts';
import { hostileNames, plainName } from './names.ts';

const hourMs = 60 * 60 * 1_000;
/** One hostile name among so many documents, none of them on the first page of a list. */
const hostileEvery = 37;
const firstHostile = 20;

export const failures: readonly ImportFailure[] = [
  {
    code: 'FileParseFailed',
    message: 'The file cannot be parsed: it is damaged or protected by a password.',
  },
  { code: 'UnsupportedFileFormat', message: 'The content does not match the extension of the file.' },
  { code: 'FileTooLarge', message: 'The file exceeds the maximum size of 100 MB.' },
  { code: 'DataInspectionFailed', message: 'The content may be inappropriate.' },
  { code: 'EmptyContent', message: 'No text was found in the file.' },
  { code: 'InternalError', message: 'The import failed, please try again later.' },
];

/** Every stand-in of a process has the same ones, apart from when it was started. */
const generated = new Map<string, readonly StoredDocument[]>();

/**
 * Documents of every type and state, the last one the newest: about one in twelve failed, one in thirty deleted, a few
 * are being imported and a few are stuck for days.
 */
export function generateDocuments(seed: string, count: number, now: number): StoredDocument[] {
  const key = `${seed} ${count}`;
  const documents = generated.get(key) ?? documentsAtZero(seed, count);
  generated.set(key, documents);
  return documents.map((document) => {
    const { importedAt, end } = document;
    return { ...document, importedAt: now + importedAt, end: { ...end, at: now + end.at } };
  });
}

/** The documents of a stand-in that was started at the time 0. */
function documentsAtZero(seed: string, count: number): StoredDocument[] {
  let importedAt = -count * 0.7 * hourMs;
  return Array.from({ length: count }, (_, index) => {
    const dice = diceOf(`${seed} ${index}`);
    importedAt = Math.min(index - count, importedAt + dice() * 1.3 * hourMs);
    return documentOf(seed, index, Math.floor(importedAt), dice);
  });
}

function documentOf(seed: string, index: number, importedAt: number, dice: () => number): StoredDocument {
  const type = documentTypes[index % documentTypes.length] ?? 'txt';
  const status = statusFor(index, dice());
  const failure = failures[Math.floor(dice() * failures.length)];
  const isHostile = index % hostileEvery === firstHostile;
  const hostile = isHostile
    ? hostileNames[Math.floor(index / hostileEvery) % hostileNames.length]
    : undefined;
  const end = status === 'RUNNING' ? endOfRunning(index) : { at: importedAt, status };
  return {
    id: documentId(seed, index),
    name: hostile ?? plainName(dice, index, extensionOf(type)),
    type,
    sizeBytes: Math.floor(200 + dice() ** 4 * 40_000_000),
    sourceId: `cate_${Math.floor(dice() * 12)}`,
    importedAt,
    end: end.status === 'INSERT_ERROR' && failure ? { ...end, failure } : end,
    chunking: {
      mode: ['length', 'page', 'h1', 'regex'][Math.floor(dice() * 4)] ?? 'length',
      size: 100 * (1 + Math.floor(dice() * 20)),
      overlap: 10 * Math.floor(dice() * 20),
      separator: ['\\n', '。', ' ', '|'][Math.floor(dice() * 4)] ?? ' ',
      enableHeaders: type === 'EXCEL',
    },
  };
}

function statusFor(index: number, roll: number): DocumentStatus {
  if (index % 500 === 499) return 'RUNNING';
  if (roll < 1 / 12) return 'INSERT_ERROR';
  if (roll < 1 / 12 + 1 / 30) return 'DELETED';
  return 'FINISH';
}

/** Every second one is stuck; the others end within minutes. */
function endOfRunning(index: number) {
  const stuck = (index + 1) % 1_000 === 0;
  return {
    at: stuck ? Number.POSITIVE_INFINITY : 60_000 + (index % 7) * 30_000,
    status: 'FINISH',
  } as const;
}

export function documentId(seed: string, index: number): string {
  return `file_${hash('sha256', `${seed} ${index}`).slice(0, 24)}`;
}

function extensionOf(type: DocumentType): string {
  return type === 'EXCEL' ? 'xlsx' : type;
}

/** Cheap numbers from 0 to below 1, derived from a text: a 32-bit mix of its hash. */
function diceOf(text: string): () => number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
