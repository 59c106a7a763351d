export const documentStatuses = ['INSERT_ERROR', 'RUNNING', 'DELETED', 'FINISH'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Document 3, "Document": `DocumentType`. */
export const documentTypes = [
  'pdf',
  'docx',
  'doc',
  'txt',
  'md',
  'pptx',
  'ppt',
  'png',
  'jpg',
  'jpeg',
  'bmp',
  'gif',
  'EXCEL',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export interface ImportFailure {
  readonly code: string;
  readonly message: string;
}

/** How an import ends, and when; until then it's RUNNING. */
export interface ImportEnd {
  /** Epoch milliseconds; infinite if it's stuck. */
  readonly at: number;
  readonly status: Exclude<DocumentStatus, 'RUNNING'>;
  /** Of INSERT_ERROR. */
  readonly failure?: ImportFailure;
}

export interface StoredDocument {
  readonly id: string;
  readonly name: string;
  readonly type: DocumentType;
  readonly sizeBytes: number;
  readonly sourceId: string;
  /** Epoch milliseconds. */
  readonly importedAt: number;
  readonly end: ImportEnd;
  readonly chunking: {
    readonly mode: string;
    readonly size: number;
    readonly overlap: number;
    readonly separator: string;
    readonly enableHeaders: boolean;
  };
}

export function statusOf({ end }: StoredDocument, now: number): DocumentStatus {
  return now < end.at ? 'RUNNING' : end.status;
}

export function failureOf(document: StoredDocument, now: number): ImportFailure | undefined {
  return statusOf(document, now) === 'INSERT_ERROR' ? document.end.failure : undefined;
}
