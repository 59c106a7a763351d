import { documentStatuses } from './document.ts';
import { type Arrival, knowledgeBases, type Library, workspaces } from './library.ts';
import { changedKnowledge, type KnowledgeSettingChanges, type KnowledgeSettings } from './settings.ts';

/** How tests and people control the knowledge bases of the stand-in. */
export class KnowledgeControl {
  readonly workspaces = workspaces;
  readonly knowledgeBases = knowledgeBases;
  readonly #library: Library;
  readonly #held: { settings: KnowledgeSettings };

  constructor(library: Library, held: { settings: KnowledgeSettings }) {
    this.#library = library;
    this.#held = held;
  }

  get settings(): KnowledgeSettings {
    return this.#held.settings;
  }

  set(changes: KnowledgeSettingChanges): void {
    this.#held.settings = changedKnowledge(this.#held.settings, changes);
  }

  /** Starts importing a document; returns its id. Throws when there is no such knowledge base. */
  arrive(indexId: string, arrival?: Arrival): string {
    return this.#library.arrive(indexId, arrival);
  }

  /** Makes the document DELETED. False if there isn't one. */
  remove(indexId: string, documentId: string): boolean {
    return this.#library.remove(indexId, documentId);
  }

  /** All bases, with the number of documents in each state. */
  get overview() {
    return this.#library.bases.map((base) => ({
      workspaceId: base.workspaceId,
      indexId: base.id,
      documents: base.documents.length,
      ...Object.fromEntries(documentStatuses.map((status) => [status, this.#library.countOf(base, status)])),
    }));
  }
}
