import type { Logger } from 'pino';
import { z } from 'zod';
import type { Traffic } from '../../discord/traffic.ts';
import { RecentIds } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { languageCodes } from '../../service/realtime/translation/languages.ts';
import type { Collection } from '../../storage/collection.ts';
import { keptCollections } from '../../storage/kept.ts';
import type { Passage, RecordingRequest } from './recording.ts';

/** This person lets the bot keep what their recordings say, for a day. By their id. */
export const textKeeperSchema = z.object({ at: z.number() });
export type TextKeeper = z.infer<typeof textKeeperSchema>;

const growingSchema = z.object({ sure: z.string(), unsure: z.string() });
const textSchema = z.object({
  from: z.string(),
  to: z.string(),
  language: z.enum(languageCodes as [string, ...string[]]).optional(),
  ms: z.number(),
  whole: z.boolean(),
  passages: z.array(
    z.object({
      fromMs: z.number(),
      toMs: z.number(),
      original: growingSchema,
      translation: growingSchema,
    }),
  ),
});

/** What a recording says, in the languages that were asked for. By its message; `userId` is its author. */
export const keptTextSchema = z.object({
  guildId: z.string(),
  userId: z.string(),
  /** Epoch milliseconds, of the first one. */
  at: z.number(),
  texts: z.array(textSchema),
});
export type KeptText = z.infer<typeof keptTextSchema>;

/** What was heard before, in these languages. */
export interface RecalledText {
  readonly language: string | undefined;
  readonly ms: number;
  readonly whole: boolean;
  readonly passages: readonly Passage[];
}

const keptMs = keptCollections['recordings-kept'].keeps.ms;
/** Of one recording. */
const mostLanguages = 10;
/** Deleted messages whose text may still be on its way into the store. */
const mostDeleted = 1_000;

/**
 * What recordings say, kept for a day if their author lets the bot: who asks again doesn't pay again. By default, nothing is kept.
 * It goes with the message, with its author's change of mind, and with its author.
 */
export class KeptTexts {
  readonly #parts;
  readonly #deleted = new RecentIds(mostDeleted);
  #stop: () => void = () => undefined;

  constructor(parts: {
    readonly texts: Pick<Collection<KeptText>, 'get' | 'change' | 'delete' | 'select'>;
    readonly keepers: Pick<Collection<TextKeeper>, 'get' | 'set' | 'delete'>;
    /** Deleted messages. */
    readonly traffic: Pick<Traffic, 'onRemoval'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  open(): void {
    // Every deleted message comes through here.
    this.#stop = this.#parts.traffic.onRemoval(({ messageId }) => void this.#drop(messageId));
  }

  close(): void {
    this.#stop();
  }

  /** Since when this person's are kept; undefined if they aren't. */
  async keptSince(userId: string): Promise<number | undefined> {
    return (await this.#parts.keepers.get(userId))?.at;
  }

  /** From now on. @throws StoreError */
  async keepThose(userId: string): Promise<void> {
    await this.#parts.keepers.set(userId, { at: this.#parts.clock.now() });
  }

  /** None from now on, and none that's there. @throws StoreError; then it can be repeated */
  async dropThose(userId: string): Promise<void> {
    const { keepers, texts } = this.#parts;
    await keepers.delete(userId);
    for await (const [id] of texts.select({ userId })) await texts.delete(id);
  }

  /** Undefined if it wasn't heard in these languages, or a day ago. Never rejects: then it's heard again. */
  async recall({ recording, from, to }: RecordingRequest): Promise<RecalledText | undefined> {
    const { texts, keepers, clock, log } = this.#parts;
    try {
      const kept = await texts.get(recording.messageId);
      if (!kept || clock.now() - kept.at >= keptMs || !(await keepers.get(recording.authorId)))
        return undefined;
      const text = kept.texts.find((each) => each.from === from && each.to === to);
      return text && { ...text, language: text.language };
    } catch (error) {
      log.warn({ err: error }, "couldn't read what a recording said");
      return undefined;
    }
  }

  /** Keeps it if its author lets us. Resolves to whether it's kept. Never rejects. */
  async keep({ recording, guildId, from, to }: RecordingRequest, text: RecalledText): Promise<boolean> {
    const { texts, keepers, clock, log } = this.#parts;
    const { messageId, authorId: userId } = recording;
    try {
      if (!(await keepers.get(userId))) return false;
      const now = clock.now();
      await texts.change(messageId, (before) => {
        const known = before && now - before.at < keptMs ? before : { guildId, userId, at: now, texts: [] };
        const others = known.texts.filter((each) => each.from !== from || each.to !== to);
        const { language, ms, whole } = text;
        const kept = { from, to, language, ms, whole, passages: [...text.passages] };
        return { ...known, texts: [...others, kept].slice(-mostLanguages) };
      });
      // They may have changed their mind meanwhile, or deleted the message.
      if ((await keepers.get(userId)) && !this.#deleted.has(messageId)) return true;
      await texts.delete(messageId);
    } catch (error) {
      log.warn({ err: error }, "couldn't keep what a recording says");
    }
    return false;
  }

  /** Never rejects. */
  async #drop(messageId: string): Promise<unknown> {
    this.#deleted.add(messageId);
    return await this.#parts.texts
      .get(messageId)
      .then((kept) => kept && this.#parts.texts.delete(messageId))
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error, messageId }, "couldn't delete what a deleted recording said");
      });
  }
}
