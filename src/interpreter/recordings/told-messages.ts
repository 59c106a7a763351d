import type { Logger } from 'pino';
import { z } from 'zod';
import type { Messenger } from '../../discord/messenger.ts';
import type { Traffic } from '../../discord/traffic.ts';
import { RecentIds } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { KeyedMutex } from '../../operations/mutex.ts';
import type { Collection } from '../../storage/collection.ts';

const toldMessageSchema = z.object({ channelId: z.string(), messageId: z.string() });
type ToldMessage = z.infer<typeof toldMessageSchema>;

/** Where a recording is told, by the id of the message that has it. */
export const toldRecordingSchema = z.object({
  guildId: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  messages: z.array(toldMessageSchema),
});
export type ToldRecording = z.infer<typeof toldRecordingSchema>;

/** Of one recording. Who asks more often than that reads the same again. */
const mostOfOne = 20;

/** Deleted messages whose text may still be on its way to Discord. */
const mostDeleted = 1_000;

/** Which messages of ours say what a recording says: they go with it, also after a restart. */
export class ToldMessages {
  readonly #parts;
  readonly #deleted = new RecentIds(mostDeleted);
  /** A message may be deleted while it's being noted. */
  readonly #mutex = new KeyedMutex();
  readonly #inProgress = new Set<Promise<void>>();
  #stop: () => void = () => undefined;

  constructor(parts: {
    readonly shelf: Pick<Collection<ToldRecording>, 'get' | 'change' | 'delete'>;
    readonly messenger: Pick<Messenger, 'remove'>;
    readonly traffic: Pick<Traffic, 'onRemoval'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  open(): void {
    // Every deleted message comes through here.
    this.#stop = this.#parts.traffic.onRemoval(({ messageId }) => void this.takeBack(messageId));
  }

  async close(): Promise<void> {
    this.#stop();
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress);
  }

  /** The message goes at once if its recording is gone already. Never rejects. */
  async note(recordingId: string, guildId: string, told: ToldMessage): Promise<void> {
    const { shelf, clock, log } = this.#parts;
    const noting = this.#mutex
      .runExclusive(
        recordingId,
        async () =>
          await shelf.change(recordingId, (before) => ({
            ...{ guildId, at: clock.now() },
            messages: [...(before?.messages ?? []), told].slice(-mostOfOne),
          })),
      )
      .then(async () => {
        if (this.#deleted.has(recordingId)) await this.takeBack(recordingId);
      })
      .catch((error: unknown) => {
        log.warn({ err: error, recordingId }, "couldn't record where a recording is told");
      });
    await this.#follow(noting);
  }

  /** The recording was deleted. Never rejects. */
  async takeBack(recordingId: string): Promise<void> {
    this.#deleted.add(recordingId);
    await this.#follow(this.#mutex.runExclusive(recordingId, async () => await this.#takeBack(recordingId)));
  }

  async #takeBack(recordingId: string): Promise<void> {
    const { shelf, messenger, log } = this.#parts;
    try {
      const told = await shelf.get(recordingId);
      if (!told) return;
      await shelf.delete(recordingId);
      const removals = told.messages.map(async ({ channelId, messageId }) => {
        await messenger.remove(channelId, messageId).catch((error: unknown) => {
          log.info({ err: error, channelId, messageId }, "couldn't delete what a recording says");
        });
      });
      await Promise.all(removals);
    } catch (error) {
      log.warn({ err: error, recordingId }, "couldn't look up where a deleted recording is told");
    }
  }

  async #follow(work: Promise<void>): Promise<void> {
    this.#inProgress.add(work);
    await work.finally(() => this.#inProgress.delete(work));
  }
}
