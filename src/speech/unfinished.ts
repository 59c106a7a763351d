import type { Logger } from 'pino';
import { z } from 'zod';
import type { Messenger } from '../discord/messenger.ts';
import { wordsFor } from '../words/index.ts';
import type { CharacterAllowance } from './allowance.ts';
import { plain } from './announcer.ts';
import type { Utterance, UtteranceState } from './utterance.ts';

/** What is kept of a text until it was said: never the text. */
export const unfinishedSchema = z.object({
  guildId: z.string(),
  userId: z.string(),
  reference: z.string(),
  /** Epoch milliseconds: the day of which the characters are. */
  at: z.number(),
  reserved: z.number(),
  /** The service had it: what it cost is not given back. */
  begun: z.boolean(),
  shown: z
    .object({
      locale: z.string(),
      panel: z.object({
        channelId: z.string(),
        applicationId: z.string(),
        token: z.string(),
        tokenExpiresAt: z.number(),
        messageId: z.string().optional(),
      }),
    })
    .optional(),
});
export type UnfinishedRecord = z.infer<typeof unfinishedSchema>;

export interface UnfinishedShelf {
  set(id: string, record: UnfinishedRecord): Promise<void>;
  delete(id: string): Promise<unknown>;
  entries(): AsyncIterable<readonly [id: string, record: UnfinishedRecord]>;
}

export interface UnfinishedParts {
  readonly shelf: UnfinishedShelf;
  readonly allowance: CharacterAllowance;
  readonly messenger: Messenger;
  readonly log: Logger;
}

/** Remembers what is in line, so that a process that follows one that was killed gives back and says what is to be. */
export class Unfinished {
  readonly #parts: UnfinishedParts;
  /** Ids of this process, and what is still to come of each. */
  readonly #open = new Map<string, Set<'end' | 'settlement'>>();
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: UnfinishedParts) {
    this.#parts = parts;
  }

  /** Before its characters are set aside. */
  async add(utterance: Utterance): Promise<void> {
    this.#open.set(utterance.id, new Set(['end', 'settlement']));
    await this.#parts.shelf.set(utterance.id, recordOf(utterance, false));
  }

  changed(utterance: Utterance, state: UtteranceState): void {
    if (state.is === 'ended') this.#cross(utterance.id, 'end');
    else if (state.is === 'next') this.#write(this.#parts.shelf.set(utterance.id, recordOf(utterance, true)));
  }

  settled(id: string): void {
    this.#cross(id, 'settlement');
  }

  /** It was never taken into a line. */
  async drop(id: string): Promise<void> {
    this.#open.delete(id);
    await this.#parts.shelf.delete(id);
  }

  /** After a start: what a killed process left behind. Never rejects. */
  async recover(): Promise<void> {
    try {
      const left: (readonly [string, UnfinishedRecord])[] = [];
      for await (const entry of this.#parts.shelf.entries()) if (!this.#open.has(entry[0])) left.push(entry);
      for (const [id, record] of left) await this.#finish(id, record);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'what was in line before the restart could not be read');
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #finish(id: string, record: UnfinishedRecord): Promise<void> {
    const { allowance, messenger, shelf, log } = this.#parts;
    const { guildId, userId, at, reserved, begun, reference, shown } = record;
    try {
      await allowance.settle({ id, guildId, userId, at }, begun ? reserved : 0);
      if (shown) {
        const { restarted } = wordsFor(shown.locale).speech.panel;
        await messenger.editPanel(shown.panel, plain(restarted(`<@${userId}>`))).catch((error: unknown) => {
          log.info({ err: error, reference }, 'a panel from before the restart could not be changed');
        });
      }
      await shelf.delete(id);
    } catch (error) {
      log.error({ err: error, reference }, 'what was in line before the restart could not be settled');
    }
  }

  #cross(id: string, what: 'end' | 'settlement'): void {
    const open = this.#open.get(id);
    open?.delete(what);
    if (open?.size !== 0) return;
    this.#open.delete(id);
    this.#write(this.#parts.shelf.delete(id));
  }

  #write(writing: Promise<unknown>): void {
    const done = writing.then(
      () => undefined,
      (error: unknown) => {
        this.#parts.log.error({ err: error }, 'what is in line could not be written down');
      },
    );
    this.#writing.add(done);
    void done.then(() => this.#writing.delete(done));
  }
}

function recordOf(utterance: Utterance, begun: boolean): UnfinishedRecord {
  const { guildId, userId, reference, at, reserved, shownIn } = utterance;
  const { panel, locale } = shownIn.is === 'panel' ? shownIn : { panel: undefined, locale: '' };
  return {
    guildId,
    userId,
    reference,
    at,
    reserved,
    begun,
    ...(panel ? { shown: { locale, panel } } : {}),
  };
}
