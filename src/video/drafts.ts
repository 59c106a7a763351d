import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import { Sweep } from '../operations/sweep.ts';
import type { Collection } from '../storage/collection.ts';
import { keptCollections } from '../storage/kept.ts';
import type { RecordIndex } from '../storage/record-index.ts';
import { attachment } from './job.ts';
import type { VideoAsk } from './options.ts';

const text = z.string().optional();
const number = z.number().optional();
const flag = z.boolean().optional();

/** A `VideoAsk`, as far as it's filled in. What isn't listed here would be lost with a refused form. */
const askFields = {
  of: z.enum(['text', 'reference']),
  prompt: text,
  negativePrompt: text,
  model: text,
  size: text,
  resolution: text,
  ratio: text,
  duration: number,
  promptExtend: flag,
  shotType: text,
  audio: flag,
  watermark: flag,
  seed: number,
} satisfies Record<keyof VideoAsk, z.ZodType>;

/** What belongs to a form but doesn't fit into its `custom_id`. */
export const draftSchema = z.object({
  createdAt: z.number(),
  /** Who opened the form, and where. It only works for them, there. */
  opener: z.object({ userId: z.string(), guildId: z.string(), channelId: z.string() }).optional(),
  /** Files that were already chosen. */
  sources: z.array(attachment.extend({ attachment: z.boolean() })),
  /** What was already asked for, by options or in a refused form. */
  ask: z.object(askFields).optional(),
  /** The refused form, by its action and id. Its person can go back to it. */
  refused: z.object({ action: z.string(), id: z.string() }).optional(),
});
export type Draft = z.infer<typeof draftSchema>;
type Opener = NonNullable<Draft['opener']>;
/** The stored part of a form. */
export type Drafted = Pick<Draft, 'sources' | 'ask' | 'refused'>;

export function draftIndex(_: string, { opener, sources }: Draft): RecordIndex {
  const about = sources.flatMap(({ message }) => message?.authorId ?? []);
  return { guildId: opener?.guildId, userId: opener?.userId, about: [...new Set(about)] };
}

/** Attachment addresses work for a day, so an older form is useless. */
const draftLifeMs = keptCollections['video-drafts'].keeps.ms;

/** Kept on disk, so that a form opened before a restart can be sent after it. */
export class Drafts {
  readonly #shelf: Collection<Draft>;
  readonly #clock: Clock;

  constructor(shelf: Collection<Draft>, clock: Clock) {
    this.#shelf = shelf;
    this.#clock = clock;
  }

  async keep(id: string, opener: Opener, drafted: Drafted): Promise<void> {
    const { userId, guildId, channelId } = opener;
    await this.#shelf.set(id, {
      createdAt: this.#clock.now(),
      opener: { userId, guildId, channelId },
      ...drafted,
    });
  }

  /** Undefined if it's too old, or another person's. */
  async find(id: string, asking: Opener): Promise<Drafted | undefined> {
    const draft = await this.#shelf.get(id);
    const { opener } = draft ?? {};
    const isTheirs =
      opener?.userId === asking.userId &&
      opener.guildId === asking.guildId &&
      opener.channelId === asking.channelId;
    return draft && isTheirs && this.#isFresh(draft) ? draft : undefined;
  }

  /** Deletes forms that nobody sent. */
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
