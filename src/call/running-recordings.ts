import type { Logger } from 'pino';
import { z } from 'zod';
import type { Spending } from '../community/spending.ts';
import { container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import { UnderWay } from './under-way.ts';

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
  /** The answer that grows. */
  answer: z.object({ panel: panelSchema, locale: z.string() }).optional(),
  /** The message that gets an answer in public. */
  asked: z.object({ channelId: z.string(), messageId: z.string(), locale: z.string() }).optional(),
});
export type RunningRecording = z.infer<typeof runningRecordingSchema>;

export type RunningRecordingShelf = Pick<Collection<RunningRecording>, 'set' | 'delete' | 'entries'>;

/** Remembers what's being listened to, so that the next process gives back its cost and says so if this one is killed. */
export class RunningRecordings extends UnderWay<RunningRecording> {
  readonly #parts;

  constructor(parts: {
    readonly shelf: RunningRecordingShelf;
    readonly spending: Pick<Spending, 'finishForSure'>;
    readonly messenger: Pick<Messenger, 'editPanel' | 'post'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    super('a recording', parts);
    this.#parts = parts;
  }

  /** Its answer has a message of its own, which would stand there unfinished. Never rejects. */
  async noteAnswer(id: string, channelId: string, messageId: string): Promise<void> {
    const panel = { channelId, applicationId: '', tokenExpiresAt: 0, messageId };
    await this.change(id, (before) =>
      before.asked ? { ...before, answer: { panel, locale: before.asked.locale } } : before,
    );
  }

  /** Gives back what it cost, and says so where that's still possible. */
  protected override async giveUp(id: string, record: RunningRecording): Promise<void> {
    const { spending, log } = this.#parts;
    const { guildId, userId, at, reference } = record;
    try {
      await spending.finishForSure({ id: paymentOf(id), guildId, userId, at }, 0);
      await this.#say(record).catch((error: unknown) => {
        log.info({ err: error, reference }, "couldn't update an answer from before the restart");
      });
      await this.noteEnded(id);
    } catch (error) {
      log.error({ err: error, reference }, "couldn't give back a recording from before the restart");
    }
  }

  async #say({ answer, asked, reference }: RunningRecording): Promise<void> {
    const { messenger } = this.#parts;
    const { locale } = answer ?? asked ?? {};
    if (locale === undefined) return;
    const { restarted, restartedHere } = wordsFor(locale).interpreter.recordings;
    const body = { components: [container([text(asked ? restartedHere : restarted)])] };
    if (answer) await messenger.editPanel(answer.panel, body);
    else if (asked) {
      const reply = { ...body, silent: true, repliesTo: asked.messageId };
      await messenger.post(asked.channelId, reply, `k${reference}`);
    }
  }
}

/** Its name in the ledger. */
export function paymentOf(id: string): string {
  return `recording/${id}`;
}
