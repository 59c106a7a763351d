import { type DocumentType, type ImportFailure, type StoredDocument, statusOf } from './document.ts';
import { documentId, failures, generateDocuments } from './generate.ts';

export interface KnowledgeBase {
  readonly id: string;
  readonly workspaceId: string;
  /** Oldest first. */
  readonly documents: StoredDocument[];
}

/** A document that is added now. */
export interface Arrival {
  readonly name?: string;
  readonly type?: DocumentType;
  /** How long its import takes; that of the settings when absent, infinite for one that is stuck. */
  readonly importMs?: number;
  /** Absent: it succeeds. */
  readonly failure?: ImportFailure;
}

/** Workspaces and knowledge bases of the sandbox's account. */
export const workspaces = { main: 'ws-main', other: 'ws-other' } as const;
export const knowledgeBases = {
  /** The large one. */
  library: 'idx-library',
  rules: 'idx-rules',
  empty: 'idx-empty',
  /** In the other workspace. */
  other: 'idx-other',
} as const;

/** Everything that is stored, as it changes with time. */
export class Library {
  readonly #bases: readonly KnowledgeBase[];
  readonly #now: () => number;
  readonly #importMs: () => number;
  #arrived = 0;
  #lastArrivalAt: number;

  constructor(count: number, seed: number, now: () => number, importMs: () => number) {
    this.#now = now;
    this.#importMs = importMs;
    this.#lastArrivalAt = now();
    const startedAt = now();
    const base = (id: string, workspaceId: string, documents: number): KnowledgeBase => {
      let generated: StoredDocument[] | undefined;
      return {
        id,
        workspaceId,
        /** Made on the first look, because most stand-ins are never asked. */
        get documents() {
          generated ??= generateDocuments(`${seed} ${id}`, documents, startedAt);
          return generated;
        },
      };
    };
    this.#bases = [
      base(knowledgeBases.library, workspaces.main, count),
      base(knowledgeBases.rules, workspaces.main, 40),
      base(knowledgeBases.empty, workspaces.main, 0),
      base(knowledgeBases.other, workspaces.other, 25),
    ];
  }

  get bases(): readonly KnowledgeBase[] {
    return this.#bases;
  }

  hasWorkspace(workspaceId: string): boolean {
    return this.#bases.some((base) => base.workspaceId === workspaceId);
  }

  /** Without an id the first of the workspace (document 3: `IndexId` is not required). */
  find(workspaceId: string, indexId: string | undefined): KnowledgeBase | undefined {
    return this.#bases.find(
      (base) => base.workspaceId === workspaceId && (indexId === undefined || base.id === indexId),
    );
  }

  /** Returns the id of the new document. */
  arrive(indexId: string, { name, type = 'md', importMs, failure }: Arrival = {}): string {
    const base = this.#bases.find(({ id }) => id === indexId);
    if (!base) throw new Error(`there is no knowledge base ${indexId}`);
    this.#arrived += 1;
    const now = this.#now();
    const at = now + (importMs ?? this.#importMs());
    const id = documentId(`${indexId} arrival`, this.#arrived);
    base.documents.push({
      id,
      name: name ?? `Arrival ${String(this.#arrived).padStart(5, '0')}.${type === 'EXCEL' ? 'xlsx' : type}`,
      type,
      sizeBytes: 1_000 + this.#arrived,
      sourceId: 'cate_0',
      importedAt: now,
      end: failure ? { at, status: 'INSERT_ERROR', failure } : { at, status: 'FINISH' },
      chunking: { mode: 'length', size: 500, overlap: 50, separator: '\\n', enableHeaders: false },
    });
    return id;
  }

  /** Adds the documents that were due in between; every fifth one fails. */
  catchUp(indexId: string, everyMs: number): void {
    const now = this.#now();
    if (everyMs <= 0) {
      this.#lastArrivalAt = now;
      return;
    }
    for (; this.#lastArrivalAt + everyMs <= now; this.#lastArrivalAt += everyMs) this.arriveAny(indexId);
  }

  arriveAny(indexId: string): string {
    const failure = this.#arrived % 5 === 4 ? failures[this.#arrived % failures.length] : undefined;
    return this.arrive(indexId, failure ? { failure } : {});
  }

  /** Makes the document DELETED. False if there isn't one. */
  remove(indexId: string, documentId: string): boolean {
    const documents = this.#bases.find(({ id }) => id === indexId)?.documents ?? [];
    const at = documents.findIndex(({ id }) => id === documentId);
    const document = documents[at];
    if (!document) return false;
    documents[at] = { ...document, end: { at: this.#now(), status: 'DELETED' } };
    return true;
  }

  /** Newest first; of the same moment, the later arrival first. */
  newestFirst(base: KnowledgeBase): readonly StoredDocument[] {
    return base.documents.toReversed();
  }

  countOf(base: KnowledgeBase, status: ReturnType<typeof statusOf>): number {
    return base.documents.filter((document) => statusOf(document, this.#now()) === status).length;
  }
}
