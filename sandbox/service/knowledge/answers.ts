import { failureOf, type StoredDocument, statusOf } from './document.ts';
import type { KnowledgeRefusal } from './knowledge-refusal.ts';
import type { Passage } from './passages.ts';
import type { KnowledgeQuirks } from './settings.ts';

type Wire = Readonly<Record<string, unknown>>;

/** Document 3, "Response body". */
export function successAnswer(requestId: string, data: Wire, quirks: KnowledgeQuirks): Wire {
  return {
    RequestId: requestId,
    Success: true,
    Status: quirks.numericStatus ? 200 : '200',
    ...(quirks.codeOnSuccess && { Code: 'Success', Message: 'success' }),
    Data: data,
  };
}

export function failureAnswer(
  requestId: string,
  refusal: KnowledgeRefusal,
  host: string,
  quirks: KnowledgeQuirks,
): Wire {
  const { code, message, status } = refusal;
  if (refusal.origin === 'gateway')
    return { Code: code, Message: message, RequestId: requestId, HostId: host };
  return {
    RequestId: requestId,
    Success: false,
    Code: code,
    Message: message,
    Status: quirks.numericStatus ? status : String(status),
  };
}

/** Document 3, "Document". */
export function wireDocument(document: StoredDocument, now: number, { looseTypes }: KnowledgeQuirks): Wire {
  const { chunking } = document;
  const failure = failureOf(document, now);
  const text = (value: number | boolean) => (looseTypes ? value : String(value));
  const number = (value: number) => (looseTypes ? String(value) : value);
  return {
    Id: document.id,
    Name: document.name,
    Status: statusOf(document, now),
    ...(failure && { Code: failure.code, Message: failure.message }),
    Size: number(document.sizeBytes),
    SourceId: document.sourceId,
    GmtModified: number(document.importedAt),
    DocumentType: document.type,
    ChunkMode: chunking.mode,
    ChunkSize: text(chunking.size),
    OverlapSize: text(chunking.overlap),
    separator: chunking.separator,
    EnableHeaders: text(chunking.enableHeaders),
  };
}

/** Field notes 6: `Data.Nodes[]`. */
export function wireNode(
  { passage, document, score }: FoundPassage,
  { metadataAsText }: KnowledgeQuirks,
): Wire {
  const metadata = {
    doc_id: document.id,
    doc_name: document.name,
    title: passage.title,
    file_path: document.name,
  };
  return {
    Text: passage.text,
    Score: score,
    Metadata: metadataAsText ? JSON.stringify(metadata) : metadata,
  };
}

export interface FoundPassage {
  readonly passage: Passage;
  readonly document: StoredDocument;
  /** 0 to 1. */
  readonly score: number;
}
