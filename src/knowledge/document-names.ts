import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';

/** What's remembered of a document. */
export interface KnownDocument {
  readonly id: string;
  readonly name: string;
  readonly type: string | undefined;
  readonly importedAt: number;
}

interface Entry extends KnownDocument {
  readonly folded: string;
}

export const mostRemembered = 20_000;
/** How many characters of the typed text, and of a name, are compared. */
const longestTyped = 60;
const longestName = 200;
/** How many names are searched before other work gets a turn. */
const namesATurn = 500;

/** The names of a base's documents, for suggestions while people type. Limited: the oldest documents are left out. */
export class DocumentNames {
  readonly #entries = new Map<string, Entry>();
  #sorted: readonly Entry[] | undefined;

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  absorb(documents: readonly KnowledgeDocument[]): void {
    for (const { id, name, status, type, importedAt = 0 } of documents) {
      const before = this.#entries.get(id);
      if (status === 'DELETED') {
        if (this.#entries.delete(id)) this.#sorted = undefined;
      } else if (before?.name !== name || before.importedAt !== importedAt || before.type !== type) {
        this.#entries.set(id, { id, name, type, importedAt, folded: fold(name.slice(0, longestName)) });
        this.#sorted = undefined;
      }
    }
    if (this.#entries.size > mostRemembered * 1.1) this.#forgetOldest();
  }

  /**
   * Names that contain every typed word: first those that begin with the typed text, then the newest. Each name once.
   */
  async suggest(typed: string, most: number): Promise<readonly KnownDocument[]> {
    const words = fold(typed.slice(0, longestTyped)).split(' ').filter(Boolean);
    const whole = words.join(' ');
    const found = new Map<string, Entry>();
    const rest = new Map<string, Entry>();
    for (const [index, entry] of this.#newestFirst().entries()) {
      if (index > 0 && index % namesATurn === 0) await nextTurn();
      if (!words.every((word) => entry.folded.includes(word))) continue;
      const group = entry.folded.startsWith(whole) ? found : rest;
      if (group.size < most && !group.has(entry.name)) group.set(entry.name, entry);
      if (found.size >= most) break;
    }
    return [...new Map([...found, ...rest]).values()].slice(0, most);
  }

  countByType(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { type = '?' } of this.#entries.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }

  #newestFirst(): readonly Entry[] {
    this.#sorted ??= [...this.#entries.values()].sort((one, other) => other.importedAt - one.importedAt);
    return this.#sorted;
  }

  #forgetOldest(): void {
    const oldest = this.#newestFirst().slice(mostRemembered);
    for (const { id } of oldest) this.#entries.delete(id);
    this.#sorted = undefined;
  }
}

/** Ignores case, accents and runs of spaces, as people do when they type. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
