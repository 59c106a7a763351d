import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import { Sweep } from '../operations/sweep.ts';
import type { Collection } from '../storage/collection.ts';

/** Files that somebody chose from a message, while the form about them is open: a `custom_id` could not hold them. */
export const draftSchema = z.object({
  createdAt: z.number(),
  /** Who opened the form, and where: it is nobody else's, and belongs nowhere else. */
  opener: z.object({ userId: z.string(), guildId: z.string(), channelId: z.string() }).optional(),
  sources: z.array(
    z.object({
      url: z.string(),
      attachment: z.boolean(),
      message: z
        .object({ channelId: z.string(), messageId: z.string(), attachmentId: z.string() })
        .optional(),
    }),
  ),
});
export type Draft = z.infer<typeof draftSchema>;
type Opener = NonNullable<Draft['opener']>;

/** Attachment addresses work for a day; a form that was open for longer is not worth more. */
const draftLifeMs = 24 * 60 * 60_000;

/** Kept on disk, so that a form that was opened before a restart can be sent after it. */
export class Drafts {
  readonly #shelf: Collection<Draft>;
  readonly #clock: Clock;

  constructor(shelf: Collection<Draft>, clock: Clock) {
    this.#shelf = shelf;
    this.#clock = clock;
  }

  async keep(id: string, opener: Opener, sources: Draft['sources']): Promise<void> {
    const { userId, guildId, channelId } = opener;
    await this.#shelf.set(id, {
      createdAt: this.#clock.now(),
      opener: { userId, guildId, channelId },
      sources,
    });
  }

  /** Undefined for one that is too old, and for somebody else's. */
  async find(id: string, asking: Opener): Promise<Draft['sources'] | undefined> {
    const draft = await this.#shelf.get(id);
    const { opener } = draft ?? {};
    const isTheirs =
      opener?.userId === asking.userId &&
      opener.guildId === asking.guildId &&
      opener.channelId === asking.channelId;
    return draft && isTheirs && this.#isFresh(draft) ? draft.sources : undefined;
  }

  /** Clears the forms that nobody sent. */
  sweep(log: Logger): Sweep<Draft> {
    return new Sweep<Draft>({
      name: 'drafts of videos',
      clock: this.#clock,
      log,
      everyMs: 60 * 60_000,
      records: () => this.#shelf.entries(),
      judge: (id, draft) => (this.#isFresh(draft) ? 'keep' : async () => await this.#shelf.delete(id)),
    });
  }

  #isFresh({ createdAt }: Draft): boolean {
    return this.#clock.now() - createdAt < draftLifeMs;
  }
}
