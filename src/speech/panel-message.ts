import type { Logger } from 'pino';
import { LiveMessage } from '../discord/live-message.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { KeptPanel, KeptPanels } from './kept-panels.ts';

export interface PanelMessageParts {
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
}

/** A channel allows five edits in five seconds; this leaves one for others. */
export const betweenEditsMs = 1_200;
/** This many messages below it fill a screen. */
const outOfSight = 8;

/**
 * The message of a room's panel: edited in place, and posted again at the bottom when people's messages have pushed it
 * out of sight.
 */
export class PanelMessage {
  readonly #parts: PanelMessageParts;
  readonly #work = new Set<Promise<void>>();
  #live: LiveMessage;
  #below = 0;
  #moves = 0;

  constructor(parts: PanelMessageParts) {
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
