import { stripDeceptive } from '../discord/escape.ts';
import { BoundedMap } from '../operations/bounded-map.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Passage } from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';

/** A passage that is good enough to be shown. */
export interface FoundPassage {
  /** The document's own words: untrusted text. */
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  readonly base: KnowledgeBase;
  /** The source, as far as the service said. */
  readonly documentId: string | undefined;
  readonly documentName: string | undefined;
}

export interface Findings {
  /** The best first; empty if nothing was good enough. */
  readonly passages: readonly FoundPassage[];
  readonly searched: readonly KnowledgeBase[];
  /** Bases that couldn't be searched, while others could. */
  readonly failed: readonly KnowledgeBase[];
}

const mostPassages = 3;
export const longestQuestion = 500;
/** More than a question can have, because invisible characters are only removed after this. */
const longestRead = 2_000;
/** How many bases are searched for one question, since each costs a call. */
const mostBases = 3;
const rememberedForMs = 60_000;
const mostRemembered = 200;

/** Searches the contents of documents (field notes 6). Repeating a question within a minute costs no second call. */
export class PassageFinder {
  readonly #parts;
  readonly #recent = new BoundedMap<string, { readonly at: number; readonly passages: readonly Passage[] }>(
    mostRemembered,
  );

  constructor(parts: {
    readonly catalog: Catalog;
    readonly clock: Clock;
    readonly leastScore: number;
  }) {
    this.#parts = parts;
  }

  /**
   * At most three passages, from the first few bases.
   * @throws Refusal (`knowledge-no-contents`, `knowledge-question-empty`, `knowledge-busy`)
   * @throws ServiceError if no base could be searched
   */
  async find(bases: readonly KnowledgeBase[], question: string, signal?: AbortSignal): Promise<Findings> {
    if (!this.#parts.catalog.searchable) throw new Refusal({ code: 'knowledge-no-contents' });
    const asked = stripDeceptive(question.slice(0, longestRead))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestQuestion)
      .toWellFormed();
    if (asked === '') throw new Refusal({ code: 'knowledge-question-empty' });
    const searched = bases.slice(0, mostBases);
    const outcomes = await Promise.allSettled(
      searched.map(async (base) =>
        (await this.#search(base, asked, signal)).map((passage) => foundIn(base, passage)),
      ),
    );
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused && outcomes.every(({ status }) => status === 'rejected')) throw refused.reason;
    return {
      passages: outcomes
        .flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
        .filter(({ score }) => score >= this.#parts.leastScore)
        .toSorted((one, other) => other.score - one.score)
        .filter(isFirst)
        .slice(0, mostPassages),
      searched,
      failed: searched.filter((_, index) => outcomes[index]?.status === 'rejected'),
    };
  }

  async #search(base: KnowledgeBase, query: string, signal?: AbortSignal): Promise<readonly Passage[]> {
    const { catalog, clock, leastScore } = this.#parts;
    const key = `${base.id} ${query.toLowerCase()}`;
    const recent = this.#recent.get(key);
    if (recent && clock.now() - recent.at < rememberedForMs) return recent.passages;
    const { passages } = await catalog.retrieve(base, { query, count: mostPassages, leastScore }, signal);
    this.#recent.set(key, { at: clock.now(), passages });
    return passages;
  }
}

/** Several documents may have the same text; the best match is enough. */
function isFirst({ text }: FoundPassage, at: number, all: readonly FoundPassage[]): boolean {
  return all.findIndex((other) => other.text.trim() === text.trim()) === at;
}

/** The language of a question, Chinese or English; undefined if its letters don't tell. */
export function languageOf(question: string): 'zh-CN' | 'en-US' | undefined {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(question)) return undefined;
  if (/\p{sc=Han}/u.test(question)) return 'zh-CN';
  return /\p{sc=Latin}/u.test(question) ? 'en-US' : undefined;
}

/** Deployments use different names for these. */
const idFields = ['doc_id', 'file_id', 'document_id'] as const;
const nameFields = ['doc_name', 'file_name', 'document_name', 'title'] as const;

function foundIn(base: KnowledgeBase, { text, score, metadata }: Passage): FoundPassage {
  return {
    text,
    score,
    base,
    documentId: textIn(metadata, idFields),
    documentName: textIn(metadata, nameFields),
  };
}

function textIn(metadata: Readonly<Record<string, unknown>>, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = metadata[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
