import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { malformed } from '../answer.ts';
import { ServiceError, unfitting } from '../errors.ts';
import {
  type CallGate,
  type DocumentPage,
  documentStatuses,
  type KnowledgeClient,
  type KnowledgeDocument,
  type ListParameters,
  maxPageSize,
  type Passage,
  type Passages,
  type RetrieveParameters,
} from './client.ts';
import { KnowledgeHttp } from './http.ts';
import type { KnowledgeSettings } from './settings.ts';
import { openSigner } from './signer.ts';
import { wireDocument, wireDocumentPage, wirePassage, wirePassages } from './wire.ts';

export interface KnowledgeOptions {
  readonly settings: KnowledgeSettings;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1; spreads the retries. */
  readonly random?: () => number;
}

const usualVersion = '2023-12-29';
const listTimeoutMs = 20_000;
const retrieveTimeoutMs = 60_000;

/** The knowledge base of document 3 (contents: field notes 6). It makes no call on its own. */
export function openKnowledge(options: KnowledgeOptions): KnowledgeClient {
  return new HttpKnowledgeClient(options);
}

class HttpKnowledgeClient implements KnowledgeClient {
  readonly canRetrieve: boolean;
  readonly #settings: KnowledgeSettings;
  readonly #http: KnowledgeHttp;

  constructor({ settings, clock, log, random }: KnowledgeOptions) {
    this.#settings = settings;
    this.canRetrieve = settings.retrieval ?? false;
    this.#http = new KnowledgeHttp({
      baseUrl: settings.baseUrl,
      signer: openSigner(settings.signing),
      clock,
      log,
      ...(random ? { random } : {}),
    });
  }

  async list(parameters: ListParameters, signal?: AbortSignal, repeats?: CallGate): Promise<DocumentPage> {
    const { page = 1, pageSize = maxPageSize } = parameters;
    assertInRange('PageNumber', Number.isInteger(page) && page >= 1);
    assertInRange('PageSize', Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= maxPageSize);
    const { status, name } = parameters;
    assertInRange('DocumentStatus', status === undefined || documentStatuses.includes(status));
    const indexId = parameters.indexId ?? this.#settings.indexId;
    const answer = await this.#http.call({
      path: [this.#workspaceOf(parameters), 'index', 'list_index_file_detail'],
      query: {
        ...(indexId ? { IndexId: indexId } : {}),
        ...(status ? { DocumentStatus: status } : {}),
        ...(name ? { DocumentName: name } : {}),
        ...(name && parameters.nameLike ? { EnableNameLike: 'true' } : {}),
        PageNumber: String(page),
        PageSize: String(pageSize),
      },
      action: this.#settings.listAction ?? 'ListIndexFileDetails',
      version: this.#settings.version ?? usualVersion,
      timeoutMs: listTimeoutMs,
      signal,
      repeats,
    });
    const data = wireDocumentPage.safeParse(answer.Data);
    if (!data.success) throw malformed('UnreadablePage', { requestId: answer.RequestId, cause: data.error });
    return {
      indexId: data.data.IndexId ?? indexId,
      documents: (data.data.Documents ?? []).flatMap(documentOf),
      totalCount: data.data.TotalCount,
      page: data.data.PageNumber ?? page,
      pageSize: data.data.PageSize ?? pageSize,
      requestId: answer.RequestId,
    };
  }

  async retrieve(
    parameters: RetrieveParameters,
    signal?: AbortSignal,
    repeats?: CallGate,
  ): Promise<Passages> {
    if (!this.canRetrieve) {
      throw new ServiceError({ fault: 'not-found', code: 'RetrievalNotConfigured', nothingHappened: true });
    }
    const { query, count, leastScore } = parameters;
    const indexId = parameters.indexId ?? this.#settings.indexId;
    assertInRange('Query', query.trim() !== '');
    assertInRange('IndexId', indexId !== undefined);
    assertInRange(
      'RerankTopN',
      count === undefined || (Number.isInteger(count) && count >= 1 && count <= 20),
    );
    assertInRange('RerankMinScore', leastScore === undefined || (leastScore >= 0.01 && leastScore <= 1));
    const answer = await this.#http.call({
      path: [this.#workspaceOf(parameters), 'index', 'retrieve'],
      query: {
        ...(indexId ? { IndexId: indexId } : {}),
        Query: query,
        ...(count === undefined ? {} : { RerankTopN: String(count) }),
        ...(leastScore === undefined ? {} : { RerankMinScore: String(leastScore) }),
      },
      action: this.#settings.retrieveAction ?? 'Retrieve',
      version: this.#settings.version ?? usualVersion,
      timeoutMs: retrieveTimeoutMs,
      signal,
      repeats,
    });
    const data = wirePassages.safeParse(answer.Data);
    if (!data.success)
      throw malformed('UnreadablePassages', { requestId: answer.RequestId, cause: data.error });
    return { passages: (data.data.Nodes ?? []).flatMap(passageOf), requestId: answer.RequestId };
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  #workspaceOf({
    workspaceId = this.#settings.workspaceId ?? '',
  }: {
    readonly workspaceId?: string;
  }): string {
    assertInRange('WorkspaceId', workspaceId !== '');
    return workspaceId;
  }
}

/** Refuses before any call. */
function assertInRange(field: string, fits: boolean): void {
  if (!fits) throw unfitting([{ field, rule: 'out-of-range' }]);
}

/** Skips an entry without an id and keeps the rest of its page. */
export function documentOf(entry: unknown): KnowledgeDocument[] {
  const parsed = wireDocument.safeParse(entry);
  if (!parsed.success) return [];
  const wire = parsed.data;
  return [
    {
      id: wire.Id,
      name: wire.Name ?? wire.Id,
      status: wire.Status ?? 'UNKNOWN',
      type: wire.DocumentType,
      sizeBytes: wire.Size,
      importedAt: wire.GmtModified,
      categoryId: wire.SourceId,
      code: wire.Code,
      message: wire.Message,
      chunkMode: wire.ChunkMode,
      chunkSize: wire.ChunkSize,
      overlapSize: wire.OverlapSize,
      separator: wire.separator,
      enableHeaders: wire.EnableHeaders,
    },
  ];
}

/** Skips a passage without text. Scores are clamped to 0 to 1. */
export function passageOf(entry: unknown): Passage[] {
  const parsed = wirePassage.safeParse(entry);
  if (!parsed.success || parsed.data.Text.trim() === '') return [];
  const { Text: text, Score: score = 0, Metadata: metadata = {} } = parsed.data;
  return [{ text, score: Math.min(1, score), metadata }];
}
