import type { JsonObject } from '../json.ts';
import type { Message } from '../world/model.ts';

/** `{ reactions }` of a message, or nothing when it has none. */
export function reactionsWire({ reactions }: Message, viewerId: string): JsonObject {
  if (reactions.length === 0) return {};
  return {
    reactions: reactions.map(({ emoji, users }) => ({
      emoji,
      count: users.size,
      count_details: { burst: 0, normal: users.size },
      burst_colors: [],
      me: users.has(viewerId),
      me_burst: false,
    })),
  };
}
