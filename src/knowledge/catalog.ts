import type { Clock } from '../operations/clock.ts';
import { TokenBucket } from '../operations/token-bucket.ts';
import { Refusal } from '../refusal/refusal.ts';
import type {
  DocumentPage,
  KnowledgeClient,
  ListParameters,
  Passages,
  RetrieveParameters,
} from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';

export interface CatalogParts {
  readonly client: KnowledgeClient;
  readonly bases: readonly KnowledgeBase[];
  readonly listsPerSecond: number;
  readonly searchesPerSecond: number;
  /** Whether contents can be searched. */
  readonly searchable: boolean;
  readonly clock: Clock;
}

/** People who'd wait longer than this are told to come back later. */
const longestQueueSeconds = 15;

/**
 * The knowledge bases of all guilds, with one limit on calls for all of them. Background work takes at most half of it,
 * one call at a time, so people never wait behind it.
 */
export class Catalog {
  readonly searchable: boolean;
  readonly #parts: CatalogParts;
  readonly #lists: CallLimit;
  readonly #searches: CallLimit;
  readonly #background: TokenBucket;

  constructor(parts: CatalogParts) {
    this.#parts = parts;
    this.searchable = parts.searchable;
    this.#lists = new CallLimit(parts.clock, parts.listsPerSecond);
    this.#searches = new CallLimit(parts.clock, parts.searchesPerSecond);
    this.#background = new TokenBucket({ perSecond: parts.listsPerSecond / 2 }, parts.clock);
  }

  get bases(): readonly KnowledgeBase[] {
    return this.#parts.bases;
  }

  find(id: string): KnowledgeBase | undefined {
    return this.#parts.bases.find((base) => base.id === id);
  }

  /** @throws ServiceError, Refusal (`knowledge-busy`) */
  async list(
    { workspaceId, indexId }: KnowledgeBase,
    parameters: Omit<ListParameters, 'workspaceId' | 'indexId'>,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    await this.#lists.pass(signal);
    return await this.#parts.client.list({ ...parameters, workspaceId, indexId }, signal);
  }

  /** The same for background work. */
  async listQuietly(
    { workspaceId, indexId }: KnowledgeBase,
    parameters: Omit<ListParameters, 'workspaceId' | 'indexId'>,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    await this.#background.take(signal);
    await this.#lists.pass(signal, { patient: true });
    return await this.#parts.client.list({ ...parameters, workspaceId, indexId }, signal);
  }

  /** @throws ServiceError, Refusal (`knowledge-busy`) */
  async retrieve(
    { workspaceId, indexId }: KnowledgeBase,
    parameters: Omit<RetrieveParameters, 'workspaceId' | 'indexId'>,
    signal?: AbortSignal,
  ): Promise<Passages> {
    await this.#searches.pass(signal);
    return await this.#parts.client.retrieve({ ...parameters, workspaceId, indexId }, signal);
  }

  async close(): Promise<void> {
    await this.#parts.client.close();
  }
}

/** A limit on calls. People who'd wait too long are refused. */
class CallLimit {
  readonly #gate: TokenBucket;
  readonly #longestQueue: number;
  #waiting = 0;

  constructor(clock: Clock, perSecond: number) {
    this.#gate = new TokenBucket({ perSecond }, clock);
    this.#longestQueue = perSecond * longestQueueSeconds;
  }

  async pass(signal?: AbortSignal, { patient = false } = {}): Promise<void> {
    if (!patient && this.#waiting >= this.#longestQueue) throw new Refusal({ code: 'knowledge-busy' });
    this.#waiting += 1;
    try {
      await this.#gate.take(signal);
    } finally {
      this.#waiting -= 1;
    }
  }
}
