import type { MarkdownNode } from './nodes.ts';
import { parseMarkdown } from './parse.ts';

const keptAtMost = 500;
const kept = new Map<string, readonly MarkdownNode[]>();

/** `parseMarkdown` for drawing: the stream is drawn again on every event, its texts hardly ever change. */
export function parseOnce(source: string, masked: boolean): readonly MarkdownNode[] {
  const key = `${masked}:${source}`;
  const known = kept.get(key);
  if (known) return known;
  const parsed = parseMarkdown(source, masked);
  const [oldest] = kept.keys();
  if (kept.size >= keptAtMost && oldest !== undefined) kept.delete(oldest);
  kept.set(key, parsed);
  return parsed;
}
