import type { Logger } from 'pino';
import { z } from 'zod';
import type { Mention, MentionFeed } from '../discord/mention-feed.ts';
import type { Clock } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';

/** A question that's being answered, by the id of its message: where it is, but not what it says. */
export const keptMentionSchema = z.object({
  channelId: z.string(),
  /** Whose question it is; older records lack both. */
  guildId: z.string().optional(),
  userId: z.string().optional(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The reference its answer is posted under, so it's posted only once. */
  reference: z.string(),
  /** It was already resumed after a restart and won't be again. */
  again: z.boolean(),
});
export type KeptMention = z.infer<typeof keptMentionSchema>;

/** After this long, people have asked elsewhere. */
const worthAnsweringMs = 15 * 60_000;

/** Remembers questions until they're answered, so the next process can answer what's left. */
export class KeptMentions {
  readonly #parts;

  constructor(parts: {
    readonly shelf: Collection<KeptMention>;
    readonly feed: Pick<MentionFeed, 'find'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  /** Never rejects: a question that can't be kept is answered anyway. */
  async keep({ message, actor }: Mention, reference: string, again: boolean): Promise<void> {
    const { shelf, clock, log } = this.#parts;
    const { guildId, userId } = actor;
    const kept = { channelId: message.channelId, guildId, userId, at: clock.now(), reference, again };
    await shelf
      .set(message.id, kept)
      .catch((error: unknown) => log.warn({ err: error, reference }, "couldn't note a question"));
  }

  /** Never rejects. */
  async forget(messageId: string): Promise<void> {
    const { shelf, log } = this.#parts;
    await shelf
      .delete(messageId)
      .catch((error: unknown) => log.warn({ err: error, messageId }, "couldn't forget a question"));
  }

  /** After a start: passes on what's left, with its current text. Never rejects. */
  async recover(take: (mention: Mention, reference: string) => void): Promise<void> {
    const { shelf, feed, clock, log } = this.#parts;
    try {
      const left: (readonly [string, KeptMention])[] = [];
      for await (const entry of shelf.entries()) left.push(entry);
      for (const [messageId, { channelId, at, reference, again }] of left) {
        const isLate = again || clock.now() - at > worthAnsweringMs;
        const mention = isLate ? undefined : await feed.find(channelId, messageId);
        if (mention) take(mention, reference);
        else await shelf.delete(messageId);
      }
    } catch (error) {
      log.warn({ err: error }, "couldn't read the questions from before the restart");
    }
  }
}
