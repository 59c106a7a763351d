import type { Logger } from 'pino';
import { z } from 'zod';
import type { Spending } from '../../community/spending.ts';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import type { Collection } from '../../storage/collection.ts';
import { wordsFor } from '../../words/index.ts';
import type { RecordingRequest } from './recording.ts';

const panelSchema = z.object({
  channelId: z.string(),
  applicationId: z.string(),
  token: z.string().optional(),
  tokenExpiresAt: z.number(),
  messageId: z.string().optional(),
});

/** A recording that's paid for and not heard yet: whose it is and where its answer is, not what it says. */
export const runningRecordingSchema = z.object({
  guildId: z.string(),
  userId: z.string(),
  reference: z.string(),
  /** Epoch milliseconds: the day that it's charged to. */
  at: z.number(),
  answer: z.object({ panel: panelSchema, locale: z.string() }).optional(),
});
export type RunningRecording = z.infer<typeof runningRecordingSchema>;

export type RunningRecordingShelf = Pick<Collection<RunningRecording>, 'set' | 'delete' | 'entries'>;

export interface RunningRecordingsParts {
  readonly shelf: RunningRecordingShelf;
  readonly spending: Pick<Spending, 'finishForSure'>;
  readonly messenger: Pick<Messenger, 'editPanel'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Remembers what's being listened to, so that the next process gives back its cost and says so if this one is killed. */
export class RunningRecordings {
  readonly #parts: RunningRecordingsParts;
  readonly #running = new Set<string>();

  constructor(parts: RunningRecordingsParts) {
    this.#parts = parts;
  }

  /** Before its cost is reserved. @throws StoreError; then nothing may be reserved */
  async noteBegun({ id, guildId, userId, reference, answer }: RecordingRequest, at: number): Promise<void> {
    this.#running.add(id);
    await this.#parts.shelf.set(id, { guildId, userId, reference, at, ...(answer ? { answer } : {}) });
  }

  /** After it's settled. Never rejects. */
  async noteEnded(id: string): Promise<void> {
    const { shelf, log } = this.#parts;
    await shelf.delete(id).catch((error: unknown) => {
      log.error({ err: error, recording: id }, "couldn't record that a recording was heard");
    });
    this.#running.delete(id);
  }

  /** After a start: gives back what a killed process left behind, and says so where that's still possible. Never rejects. */
  async recover(): Promise<void> {
    const { shelf, log } = this.#parts;
    try {
      const left: (readonly [string, RunningRecording])[] = [];
      for await (const entry of shelf.entries()) if (!this.#running.has(entry[0])) left.push(entry);
      for (const [id, record] of left) await this.#giveBack(id, record);
    } catch (error) {
      log.error({ err: error }, "couldn't read the recordings from before the restart");
    }
  }

  async #giveBack(id: string, { guildId, userId, at, answer, reference }: RunningRecording): Promise<void> {
    const { spending, messenger, shelf, log } = this.#parts;
    try {
      await spending.finishForSure({ id: paymentOf(id), guildId, userId, at }, 0);
      if (answer) {
        const { restarted } = wordsFor(answer.locale).interpreter.recordings;
        await messenger
          .editPanel(answer.panel, { components: [container([text(restarted)])] })
          .catch((error: unknown) => {
            log.info({ err: error, reference }, "couldn't update an answer from before the restart");
          });
      }
      await shelf.delete(id);
    } catch (error) {
      log.error({ err: error, reference }, "couldn't give back a recording from before the restart");
    }
  }
}

/** Its name in the ledger. */
export function paymentOf(id: string): string {
  return `recording/${id}`;
}
