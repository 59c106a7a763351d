/** Document 3, "Document import states". */
export const documentStatuses = ['INSERT_ERROR', 'RUNNING', 'DELETED', 'FINISH'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Document 3, `DocumentType`. */
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

/** Document 3, "Limits". */
export const maxPageSize = 10;

export interface ListParameters {
  /** Default: the configured workspace. */
  readonly workspaceId?: string;
  /** Default: the configured knowledge base. */
  readonly indexId?: string;
  readonly status?: DocumentStatus;
  readonly name?: string;
  /** With `name`, also matches parts of names. */
  readonly nameLike?: boolean;
  /** From 1. */
  readonly page?: number;
  /** At most 10. */
  readonly pageSize?: number;
}

/** A document in a knowledge base. Only its id is guaranteed; the texts are the service's own. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly name: string;
  /** One of `documentStatuses`, or one that the service has added since. */
  readonly status: string;
  /** One of `documentTypes`, or one that the service has added since. */
  readonly type: string | undefined;
  readonly sizeBytes: number | undefined;
  /** Epoch milliseconds. */
  readonly importedAt: number | undefined;
  readonly categoryId: string | undefined;
  /** Why the import failed. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly chunkMode: string | undefined;
  readonly chunkSize: string | undefined;
  readonly overlapSize: string | undefined;
  readonly separator: string | undefined;
  readonly enableHeaders: string | undefined;
}

/** A page of documents, newest first. */
export interface DocumentPage {
  readonly indexId: string | undefined;
  readonly documents: readonly KnowledgeDocument[];
  /** Across all pages; undefined if the service didn't say. */
  readonly totalCount: number | undefined;
  readonly page: number;
  readonly pageSize: number;
  readonly requestId: string | undefined;
}

export interface RetrieveParameters {
  readonly workspaceId?: string;
  readonly indexId?: string;
  readonly query: string;
  /** 1 to 20, default 5. */
  readonly count?: number;
  /** 0.01 to 1. */
  readonly leastScore?: number;
}

export interface Passage {
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  /** From the service, whether it came as an object or as JSON text. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Passages {
  readonly passages: readonly Passage[];
  readonly requestId: string | undefined;
}

/** What each repeat of a call waits for: the service counts it like the call itself. */
export interface CallGate {
  take(signal?: AbortSignal): Promise<void>;
}

export interface KnowledgeClient {
  /** Whether `retrieve` can be used. */
  readonly canRetrieve: boolean;
  /** @throws ServiceError (`invalid-request`) before calling, if document 3 doesn't allow it */
  list(parameters: ListParameters, signal?: AbortSignal, repeats?: CallGate): Promise<DocumentPage>;
  /** Searches the contents. @throws ServiceError (`not-found`) if that isn't configured */
  retrieve(parameters: RetrieveParameters, signal?: AbortSignal, repeats?: CallGate): Promise<Passages>;
  close(): Promise<void>;
}
