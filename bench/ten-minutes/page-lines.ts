import type { Write } from './watch.ts';

/** A sentence on a page. */
export interface ShownLine {
  /** A person's id; undefined for the bot. */
  readonly by: string | undefined;
  readonly text: string;
  /** In small print below it. */
  readonly below: readonly string[];
}

const named = /^(?:<@(\d+)>|🤖)(?: |$)/u;

/** The sentences of a page of captions, or of a transcript: the speaker stands once for consecutive ones. */
export function linesOf({ text }: Pick<Write, 'text'>): readonly ShownLine[] {
  const lines: { by: string | undefined; text: string; below: string[] }[] = [];
  let by: string | undefined;
  let isNamed = false;
  for (const row of text.split('\n')) {
    if (row.startsWith('-# ')) {
      lines.at(-1)?.below.push(plain(row.slice(3)));
      continue;
    }
    const name = named.exec(row);
    if (name) {
      by = name[1];
      isNamed = true;
    }
    if (!isNamed) continue;
    lines.push({ by, text: plain(name ? row.slice(name[0].length) : row), below: [] });
  }
  return lines;
}

/** As it's read: without escapes, italics and the note that it was interrupted. */
function plain(row: string): string {
  return row
    .replace(/ ?— \*[^*]+\*$/u, '')
    .replace(/\\(.)/gu, '$1')
    .replace(/(^| )\*([^*]+)\*/gu, '$1$2')
    .trim();
}

/** Letters and digits only, which is what a recogniser is sure of. */
export function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** How much of the longer text is the other one, as a share of two-letter pairs. */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(bare(one)), pairsOf(bare(other))];
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(pair, count - 1);
  }
  return a.length + b.length === 0 ? 1 : shared / Math.max(a.length, b.length, 1);
}

function pairsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
