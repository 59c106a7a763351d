import type { Logger } from 'pino';
import { z } from 'zod';
import { LiveMessage } from '../discord/live-message.ts';
import { type MessageBody, MessageError, type Messenger, ownMessage } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import { plain } from './one-line.ts';

/** A channel allows five edits in five seconds; this leaves one for others. */
export const betweenEditsMs = 1_200;
/** This many messages below it fill a screen. */
const outOfSight = 8;

/**
 * The message of a room's panel: edited in place, and posted again at the bottom when people's messages have pushed it
 * out of sight.
 */
export class PanelMessage {
  readonly #parts;
  readonly #work = new Set<Promise<void>>();
  #live: LiveMessage;
  #below = 0;
  #moves = 0;

  constructor(parts: {
    /** The id in its buttons. */
    readonly id: string;
    readonly place: KeptPanel;
    readonly render: () => MessageBody;
    /** It was deleted, or can't be posted. */
    readonly onGone: () => void;
    readonly kept: KeptPanels;
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#live = this.#made();
  }

  /** A person deleted it, or it could never be posted. */
  get isGone(): boolean {
    return this.#live.isGone;
  }

  /** Something changed. */
  refresh(): void {
    this.#live.refresh();
  }

  /** A message appeared in its channel. */
  passed(messageId: string): void {
    const { messageId: own } = this.#live;
    if (own !== undefined && BigInt(messageId) > BigInt(own)) this.#below += 1;
  }

  /**
   * Something people should see is happening: if it's out of sight, it's posted again, and then the old one is deleted.
   */
  moveDown(): void {
    const before = this.#live;
    if (this.#below < outOfSight || before.isGone) return;
    this.#below = 0;
    this.#moves += 1;
    this.#live = this.#made();
    this.#live.refresh();
    this.#track(this.#live.settled().then(async () => await this.#remove(before)));
  }

  /** Resolves when it shows everything and won't change any more. Never rejects. */
  async keep(): Promise<void> {
    await this.#live.settled();
    await this.#forget(this.#live);
    await this.#settled();
  }

  /** Resolves when it's gone. Never rejects. */
  async remove(): Promise<void> {
    await this.#remove(this.#live);
    await this.#settled();
  }

  /** Stops pausing between edits, because the process is about to stop. */
  hurry(): void {
    void this.#live.finish();
  }

  #made(): LiveMessage {
    const { id, place, render, onGone, kept, messenger, clock, log } = this.#parts;
    const { channelId } = place;
    const nonce = this.#moves === 0 ? `p${id}` : `p${id}-${this.#moves}`;
    const live = new LiveMessage({
      place: { is: 'channel', channelId, nonce },
      messenger,
      clock,
      betweenMs: betweenEditsMs,
      render,
      onPosted: (messageId) => this.#track(kept.keep(messageId, place)),
      onTrouble: (error) => {
        log.info({ err: error, channelId }, "couldn't show the panel of a room");
        if (live.isGone) onGone();
      },
    });
    return live;
  }

  async #remove(live: LiveMessage): Promise<void> {
    const { messenger, log, place } = this.#parts;
    const { channelId } = place;
    const isThere = !live.isGone;
    await live.withdraw();
    if (isThere && live.messageId !== undefined)
      await messenger.remove(channelId, live.messageId).catch((error: unknown) => {
        log.info({ err: error, channelId }, "couldn't remove the panel of a room");
      });
    await this.#forget(live);
  }

  async #forget({ messageId }: LiveMessage): Promise<void> {
    if (messageId !== undefined) await this.#parts.kept.forget(messageId);
  }

  async #settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}

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

const workName = 'panels of reading aloud';
const mostNamed = 10;

/** Remembers where panels are, so none keeps its buttons after the process is killed. */
export class KeptPanels {
  readonly #shelf: Collection<KeptPanel>;
  readonly #messenger: Messenger;
  readonly #log: Logger;
  readonly #inHand: InHand | undefined;
  /** Panels of this process. */
  readonly #own = new Set<string>();
  readonly #mutex = new KeyedMutex();

  constructor(shelf: Collection<KeptPanel>, messenger: Messenger, log: Logger, inHand?: InHand | undefined) {
    this.#shelf = shelf;
    this.#messenger = messenger;
    this.#log = log;
    this.#inHand = inHand;
  }

  /** Never rejects. */
  async keep(messageId: string, panel: KeptPanel): Promise<void> {
    this.#own.add(messageId);
    await this.#write(messageId, async () => await this.#shelf.set(messageId, panel));
  }

  /** Never rejects. */
  async forget(messageId: string): Promise<void> {
    await this.#write(messageId, async () => await this.#shelf.delete(messageId));
    this.#own.delete(messageId);
  }

  /**
   * After a start: turns each panel of a killed process into one line about what was cut off, or deletes it. Never
   * rejects.
   */
  async recover(interrupted: readonly Interrupted[]): Promise<void> {
    try {
      const left: (readonly [string, KeptPanel])[] = [];
      for await (const entry of this.#shelf.entries()) if (!this.#own.has(entry[0])) left.push(entry);
      for (const [messageId, panel] of left) {
        const finish = async () => await this.#finish(messageId, panel, interrupted);
        if (!this.#inHand) await finish();
        else if (!this.#inHand.isToSetAside(workName, messageId))
          await this.#inHand.hold(workName, messageId, finish);
        else {
          await this.#shelf.delete(messageId);
          this.#inHand.forgive(workName, messageId);
        }
      }
    } catch (error) {
      this.#log.error({ err: error }, "couldn't read the panels from before the restart");
    }
  }

  async #finish(messageId: string, panel: KeptPanel, interrupted: readonly Interrupted[]): Promise<void> {
    const { guildId, channelId, locale } = panel;
    const texts = interrupted.filter((each) => each.guildId === guildId);
    const here = texts.filter(({ askedIn }) => askedIn === channelId).map(({ userId }) => `<@${userId}>`);
    try {
      if (texts.length === 0) await this.#messenger.remove(channelId, messageId);
      else {
        const { restarted } = wordsFor(locale).speech.panel;
        const sentence = restarted(texts.length, [...new Set(here)].slice(0, mostNamed));
        await this.#messenger.editPanel({ ...ownMessage, channelId, messageId }, plain(sentence));
      }
    } catch (error) {
      this.#log.info({ err: error, guildId }, "couldn't update a panel from before the restart");
      if (error instanceof MessageError && error.reason === 'temporary') return;
    }
    await this.#shelf.delete(messageId);
  }

  async #write(messageId: string, work: () => Promise<unknown>): Promise<void> {
    await this.#mutex.runExclusive(messageId, work).catch((error: unknown) => {
      this.#log.error({ err: error }, "couldn't record where a panel is");
    });
  }
}
