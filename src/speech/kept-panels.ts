import type { Logger } from 'pino';
import { z } from 'zod';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { InHand } from '../operations/in-hand.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import { plain } from './one-line.ts';

/** Where a room's panel is, by the id of its message. */
export const keptPanelSchema = z.object({ guildId: z.string(), channelId: z.string(), locale: z.string() });
export type KeptPanel = z.infer<typeof keptPanelSchema>;

/** A text that was cut off when the process ended. */
export interface Interrupted {
  readonly guildId: string;
  readonly userId: string;
  /** The channel it was asked for in. */
  readonly askedIn: string;
}

export interface KeptPanelsParts {
  readonly shelf: Collection<KeptPanel>;
  readonly messenger: Messenger;
  readonly log: Logger;
  readonly inHand?: InHand | undefined;
}

const workName = 'panels of reading aloud';
const mostNamed = 10;

/** Remembers where panels are, so none keeps its buttons after the process is killed. */
export class KeptPanels {
  readonly #parts: KeptPanelsParts;
  /** Panels of this process. */
  readonly #own = new Set<string>();
  readonly #mutex = new KeyedMutex();

  constructor(parts: KeptPanelsParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async keep(messageId: string, panel: KeptPanel): Promise<void> {
    this.#own.add(messageId);
    await this.#write(messageId, async () => await this.#parts.shelf.set(messageId, panel));
  }

  /** Never rejects. */
  async forget(messageId: string): Promise<void> {
    await this.#write(messageId, async () => await this.#parts.shelf.delete(messageId));
    this.#own.delete(messageId);
  }

  /**
   * After a start: turns each panel of a killed process into one line about what was cut off, or deletes it. Never
   * rejects.
   */
  async recover(interrupted: readonly Interrupted[]): Promise<void> {
    const { shelf, inHand, log } = this.#parts;
    try {
      const left: (readonly [string, KeptPanel])[] = [];
      for await (const entry of shelf.entries()) if (!this.#own.has(entry[0])) left.push(entry);
      for (const [messageId, panel] of left) {
        const finish = async () => await this.#finish(messageId, panel, interrupted);
        if (!inHand) await finish();
        else if (!inHand.isToSetAside(workName, messageId)) await inHand.hold(workName, messageId, finish);
        else {
          await shelf.delete(messageId);
          inHand.forgive(workName, messageId);
        }
      }
    } catch (error) {
      log.error({ err: error }, "couldn't read the panels from before the restart");
    }
  }

  async #finish(messageId: string, panel: KeptPanel, interrupted: readonly Interrupted[]): Promise<void> {
    const { shelf, messenger, log } = this.#parts;
    const { guildId, channelId, locale } = panel;
    const texts = interrupted.filter((each) => each.guildId === guildId);
    const here = texts.filter(({ askedIn }) => askedIn === channelId).map(({ userId }) => `<@${userId}>`);
    try {
      if (texts.length === 0) await messenger.remove(channelId, messageId);
      else {
        const { restarted } = wordsFor(locale).speech.panel;
        const sentence = restarted(texts.length, [...new Set(here)].slice(0, mostNamed));
        await messenger.editPanel({ ...ownMessage, channelId, messageId }, plain(sentence));
      }
    } catch (error) {
      log.info({ err: error, guildId }, "couldn't update a panel from before the restart");
      if (error instanceof MessageError && error.reason === 'temporary') return;
    }
    await shelf.delete(messageId);
  }

  async #write(messageId: string, work: () => Promise<unknown>): Promise<void> {
    await this.#mutex.runExclusive(messageId, work).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, "couldn't record where a panel is");
    });
  }
}

/** A message that the bot posted isn't an interaction's answer. */
export const ownMessage = { applicationId: '', token: '', tokenExpiresAt: 0 } as const;
