import type { Clock } from '../operations/clock.ts';
import type { Paces } from '../operations/paces.ts';
import { TokenBucket } from '../operations/rate-limits.ts';
import { Refusal } from '../refusal/refusal.ts';
import type {
  CallGate,
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
  /** If other processes call it, too. */
  readonly paces?: Paces | undefined;
  readonly clock: Clock;
}

/** People who'd wait longer than this are told to come back later. */
const longestQueueSeconds = 15;

/**
 * The knowledge bases of all guilds, with one limit on calls for all of them. Background work takes at most half of it,
 * one call at a time, so people never wait behind it.
 */
export class Catalog {
  /** Whether contents can be searched. */
  readonly searchable: boolean;
  readonly #parts: CatalogParts;
  readonly #lists: CallLimit;
  readonly #searches: CallLimit;
  readonly #background: TokenBucket;

  constructor(parts: CatalogParts) {
    this.#parts = parts;
    this.searchable = parts.client.canRetrieve;
    const { clock, listsPerSecond, searchesPerSecond, paces } = parts;
    const gateOf = (name: string, perSecond: number) =>
      new TokenBucket({ perSecond, shared: paces && { name, paces } }, clock);
    this.#lists = new CallLimit(gateOf('knowledge lists', listsPerSecond), listsPerSecond);
    this.#searches = new CallLimit(gateOf('knowledge searches', searchesPerSecond), searchesPerSecond);
    this.#background = gateOf('knowledge lists in the background', listsPerSecond / 2);
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
    return await this.#parts.client.list({ ...parameters, workspaceId, indexId }, signal, this.#lists);
  }

  /** The same for background work. */
  async listQuietly(
    { workspaceId, indexId }: KnowledgeBase,
    parameters: Omit<ListParameters, 'workspaceId' | 'indexId'>,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    await this.#background.take(signal);
    await this.#lists.take(signal);
    return await this.#parts.client.list({ ...parameters, workspaceId, indexId }, signal, this.#lists);
  }

  /** @throws ServiceError, Refusal (`knowledge-busy`) */
  async retrieve(
    { workspaceId, indexId }: KnowledgeBase,
    parameters: Omit<RetrieveParameters, 'workspaceId' | 'indexId'>,
    signal?: AbortSignal,
  ): Promise<Passages> {
    await this.#searches.pass(signal);
    return await this.#parts.client.retrieve({ ...parameters, workspaceId, indexId }, signal, this.#searches);
  }

  async close(): Promise<void> {
    await this.#parts.client.close();
  }
}

/** A limit on calls. People who'd wait too long are refused. */
class CallLimit implements CallGate {
  readonly #gate: TokenBucket;
  readonly #longestQueue: number;
  #waiting = 0;

  constructor(gate: TokenBucket, perSecond: number) {
    this.#gate = gate;
    this.#longestQueue = perSecond * longestQueueSeconds;
  }

  async pass(signal?: AbortSignal): Promise<void> {
    if (this.#waiting >= this.#longestQueue) throw new Refusal({ code: 'knowledge-busy' });
    await this.take(signal);
  }

  /** For what nobody is refused for: a repeat, and background work. */
  async take(signal?: AbortSignal): Promise<void> {
    this.#waiting += 1;
    try {
      await this.#gate.take(signal);
    } finally {
      this.#waiting -= 1;
    }
  }
}
