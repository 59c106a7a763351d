import { invalidForm } from '../errors.ts';
import { checkQueryIds } from '../http/ids.ts';
import type { Message } from '../world/model.ts';

/** `before`, `after`, `around` and `limit` (1–100, default 50) over messages given oldest first; newest first out. */
export function messageFromPage(messages: readonly Message[], query: URLSearchParams): readonly Message[] {
  const limit = Number(query.get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.');
  checkQueryIds(query, ['before', 'after', 'around']);
  const newest = messages.toReversed();
  const [before, after, around] = ['before', 'after', 'around'].map((name) => query.get(name));
  if (around) {
    const half = Math.floor(limit / 2);
    const older = newest.filter((message) => BigInt(message.id) <= BigInt(around)).slice(0, limit - half);
    const newer = newest
      .filter((message) => BigInt(message.id) > BigInt(around))
      .slice(-half || newest.length);
    return half === 0 ? older : [...newer, ...older];
  }
  if (before) return newest.filter((message) => BigInt(message.id) < BigInt(before)).slice(0, limit);
  if (after) return newest.filter((message) => BigInt(message.id) > BigInt(after)).slice(-limit);
  return newest.slice(0, limit);
}
