import type { Logger } from 'pino';
import { z } from 'zod';
import type { Spending } from '../community/spending.ts';
import type { Messenger } from '../discord/messenger.ts';
import { type Clock, Countdown } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import { plain } from './one-line.ts';
import type { Interrupted } from './panel-message.ts';
import type { Utterance, UtteranceState } from './utterance.ts';

/** What's kept about a text until it was read, but never the text itself. */
export const unfinishedSchema = z.object({
  guildId: z.string(),
  userId: z.string(),
  reference: z.string(),
  /** Epoch milliseconds; decides which day the characters belong to. */
  at: z.number(),
  reserved: z.number(),
  /** The service already had it, so its cost isn't given back. */
  begun: z.boolean(),
  /** The channel it was asked for in; absent if it was read from a channel. */
  askedIn: z.string().optional(),
  /** Kept as long as its token lives, because the answer can't be reached without it. */
  shown: z
    .object({
      locale: z.string(),
      panel: z.object({
        channelId: z.string(),
        applicationId: z.string(),
        token: z.string().optional(),
        tokenExpiresAt: z.number(),
        messageId: z.string().optional(),
      }),
    })
    .optional(),
});
export type UnfinishedRecord = z.infer<typeof unfinishedSchema>;

interface Open {
  readonly utterance: Utterance;
  begun: boolean;
  /** Until its token is removed, if it waits longer than that lives. */
  readonly token: Countdown;
  /** What's still to come. */
  readonly toCome: Set<'end' | 'settlement'>;
}

/** Remembers what's in line, so the next process can give back its cost and tell people if this one is killed. */
export class Unfinished {
  readonly #parts;
  /** Texts of this process. */
  readonly #open = new Map<string, Open>();

  constructor(parts: {
    readonly shelf: Collection<UnfinishedRecord>;
    readonly spending: Spending;
    readonly messenger: Messenger;
    /** What was read has to be forgotten, or the next start says that it was cut off. */
    readonly writes: RepeatedWrites;
    readonly clock: Clock;
    readonly log: Logger;
    readonly inHand?: InHand | undefined;
  }) {
    this.#parts = parts;
  }

  /** Called before its characters are reserved. */
  async remember(utterance: Utterance): Promise<void> {
    const { clock } = this.#parts;
    const token = new Countdown(clock, () => this.#write(utterance, async () => await this.#save(open)));
    const open: Open = { utterance, begun: false, token, toCome: new Set(['end', 'settlement']) };
    this.#open.set(utterance.id, open);
    try {
      await this.#save(open);
    } catch (error) {
      this.#close(utterance.id);
      throw error;
    }
    const { origin } = utterance;
    if (origin.is === 'asked') token.start(Math.max(0, origin.answer.tokenExpiresAt - clock.now()));
  }

  changed(utterance: Utterance, state: UtteranceState): void {
    if (state.is === 'ended') this.#cross(utterance.id, 'end');
    else if (state.is === 'next') {
      const open = this.#open.get(utterance.id);
      if (!open) return;
      open.begun = true;
      this.#write(utterance, async () => await this.#save(open));
    }
  }

  settled(id: string): void {
    this.#cross(id, 'settlement');
  }

  /** It was never put in line. */
  async drop(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#close(id);
    const { writes, shelf } = this.#parts;
    await writes.tryToWrite(
      { text: id, reference: open?.utterance.reference },
      async () => await shelf.delete(id),
    );
  }

  /**
   * After a start: handles what a killed process left behind. Resolves to the texts that people asked for. Never
   * rejects.
   */
  async recover(): Promise<readonly Interrupted[]> {
    const left: (readonly [string, UnfinishedRecord])[] = [];
    try {
      for await (const entry of this.#parts.shelf.entries()) if (!this.#open.has(entry[0])) left.push(entry);
      for (const [id, record] of left) await this.#finishOrSetAside(id, record);
    } catch (error) {
      this.#parts.log.error({ err: error }, "couldn't read the queue from before the restart");
    }
    return left.flatMap(([, { guildId, userId, askedIn }]) =>
      askedIn === undefined ? [] : [{ guildId, userId, askedIn }],
    );
  }

  /** The writes are its owner's. */
  close(): void {
    for (const { token } of this.#open.values()) token.cancel();
  }

  async #finishOrSetAside(id: string, record: UnfinishedRecord): Promise<void> {
    const { inHand, shelf, log } = this.#parts;
    const finish = async () => await this.#finish(id, record);
    if (!inHand) return await finish();
    if (!inHand.isToSetAside(workName, id)) return await inHand.hold(workName, id, finish);
    await shelf.delete(id);
    inHand.forgive(workName, id);
    log.error({ reference: record.reference }, 'set aside: the bot died twice while settling this text');
  }

  async #finish(id: string, record: UnfinishedRecord): Promise<void> {
    const { spending, messenger, shelf, log } = this.#parts;
    const { guildId, userId, at, reserved, begun, reference, shown } = record;
    try {
      await spending.finishForSure({ id, guildId, userId, at }, begun ? reserved : 0);
      if (shown) {
        const { restarted } = wordsFor(shown.locale).speech.answer;
        await messenger.editPanel(shown.panel, plain(restarted)).catch((error: unknown) => {
          log.info({ err: error, reference }, "couldn't update an answer from before the restart");
        });
      }
      await shelf.delete(id);
    } catch (error) {
      log.error({ err: error, reference }, "couldn't settle the queue from before the restart");
    }
  }

  #cross(id: string, what: 'end' | 'settlement'): void {
    const open = this.#open.get(id);
    open?.toCome.delete(what);
    if (open?.toCome.size !== 0) return;
    this.#close(id);
    this.#write(open.utterance, async () => await this.#parts.shelf.delete(id));
  }

  #close(id: string): void {
    this.#open.get(id)?.token.cancel();
    this.#open.delete(id);
  }

  /** Late, it would bring back what's over. */
  async #save({ utterance, begun }: Open): Promise<void> {
    if (!this.#open.has(utterance.id)) return;
    await this.#parts.shelf.set(utterance.id, recordOf(utterance, begun, this.#parts.clock.now()));
  }

  #write({ id, reference }: Utterance, write: () => Promise<unknown>): void {
    void this.#parts.writes.tryToWrite({ text: id, reference }, write);
  }
}

const workName = 'unfinished speech';

function recordOf(utterance: Utterance, begun: boolean, now: number): UnfinishedRecord {
  const { guildId, userId, reference, at, reserved, origin, locale } = utterance;
  const answer = origin.is === 'asked' ? origin.answer : undefined;
  return {
    guildId,
    userId,
    reference,
    at,
    reserved,
    begun,
    ...(origin.is === 'asked' ? { askedIn: origin.channelId } : {}),
    ...(answer && now < answer.tokenExpiresAt ? { shown: { locale, panel: answer } } : {}),
  };
}
