import type { Clock } from '../operations/clock.ts';
import type { ChannelPace } from './channel-pace.ts';
import {
  type MessageBody,
  MessageError,
  type Messenger,
  ownMessage,
  type PanelAddress,
} from './messenger.ts';

/**
 * `panel`: the answer to an interaction, or an existing message. `answer`: only its person sees it, and it's out of
 * reach once the token expires. `channel`: posted with the first thing it shows.
 */
export type LivePlace =
  | { readonly is: 'panel'; readonly panel: PanelAddress }
  | { readonly is: 'answer'; readonly panel: PanelAddress }
  | { readonly is: 'channel'; readonly channelId: string; readonly nonce: string };

/**
 * How soon a change is to be seen where others write, too. `now`: with the next turn. `behind`: as soon as nobody else wants
 * a turn, or after three seconds. `quiet`: once nothing was written there for a while, or after half a minute.
 */
export type Haste = 'now' | 'behind' | 'quiet';

const defaultBetweenMs = 1_000;
const attempts = 3;
const betweenAttemptsMs = 2_000;
/** How long nobody else has a turn before it takes one, and how long it waits for that at most. */
const standing: Readonly<Record<Haste, { readonly freeMs: number; readonly patienceMs: number }>> = {
  now: { freeMs: 0, patienceMs: 0 },
  behind: { freeMs: 0, patienceMs: 3_000 },
  quiet: { freeMs: 4_000, patienceMs: 30_000 },
};

/**
 * A message that shows the state of something: edited, never posted again. Changes in quick succession become one edit,
 * only one edit runs at a time, outdated states are skipped, and nothing is sent twice. If Discord refuses edits for
 * now, they're retried; a deleted message is left alone.
 */
export class LiveMessage {
  readonly #options;
  /** Set once it has its own message. */
  #messageId: string | undefined;
  /** What it shows now, as text. */
  #shown: string | undefined;
  #editedAt = Number.NEGATIVE_INFINITY;
  /** Something changed that the message doesn't show yet. */
  #isStale = false;
  #isGone = false;
  #haste: Haste = 'quiet';
  /** Since when it has stood back for what's most urgent of it. */
  #standsSinceMs = 0;
  /** Ends a wait for others when something is more urgent. */
  #sooner = new AbortController();
  readonly #hurry = new AbortController();
  #showing: Promise<void> | undefined;

  constructor(options: {
    readonly place: LivePlace;
    readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
    readonly clock: Clock;
    /** What it should show now. Called right before it's shown. */
    readonly render: () => MessageBody | Promise<MessageBody>;
    /** The time between edits. Default 1 s: Discord takes five edits in five seconds per channel. */
    readonly betweenMs?: number;
    /** Shared with what else changes in its channel. */
    readonly pace?: ChannelPace | undefined;
    /** The message id is known: it was posted, or is the answer that a panel is. */
    readonly onPosted?: (messageId: string) => void;
    /** Something couldn't be shown and won't be tried again. */
    readonly onTrouble: (error: unknown) => void;
  }) {
    this.#options = options;
  }

  /** The id of its own message, once there is one. */
  get messageId(): string | undefined {
    return this.#messageId;
  }

  /** It can't show anything any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Something changed. */
  refresh(haste: Haste = 'now'): void {
    if (this.#isGone) return;
    this.#isStale = true;
    if (standing[haste].patienceMs < standing[this.#haste].patienceMs) {
      this.#haste = haste;
      this.#standsSinceMs = this.#options.clock.now();
      this.#sooner.abort();
      this.#sooner = new AbortController();
    }
    this.#showing ??= this.#show();
  }

  /** Resolves when it shows every change so far, or can't. Never rejects. */
  async settled(): Promise<void> {
    while (this.#showing) await this.#showing;
  }

  /** The same, without waiting between edits, because the process is about to stop. */
  async finish(): Promise<void> {
    this.#hurry.abort();
    await this.settled();
  }

  /** Stops showing anything, and resolves when no edit is running. Never rejects. */
  async withdraw(): Promise<void> {
    this.#isStale = false;
    this.#isGone = true;
    await this.finish();
  }

  async #show(): Promise<void> {
    const { onTrouble } = this.#options;
    // In the next microtask, so that changes made together are one edit.
    await Promise.resolve();
    while (this.#isStale) {
      await this.#rest();
      // It was withdrawn in between.
      if (!this.#isStale) break;
      try {
        await this.#editSurely();
      } catch (error) {
        this.#isGone ||= error instanceof MessageError && lasting.has(error.reason);
        if (this.#isGone) this.#isStale = false;
        onTrouble(error);
      }
      this.#editedAt = this.#options.clock.now();
    }
    // Right when nothing is stale, so that the next change starts again.
    this.#showing = undefined;
  }

  async #rest(): Promise<void> {
    const { betweenMs = defaultBetweenMs, pace, place } = this.#options;
    await this.#wait(this.#editedAt + betweenMs);
    const { channelId } = place.is === 'channel' ? place : place.panel;
    if (!pace) return;
    await this.#standBack(pace, channelId);
    if (!this.#hurry.signal.aborted) await this.#wait(pace.takeTurn(channelId));
  }

  /** Lets others write first. */
  async #standBack(pace: ChannelPace, channelId: string): Promise<void> {
    const { clock } = this.#options;
    this.#standsSinceMs = clock.now();
    while (this.#isStale && !this.#hurry.signal.aborted) {
      const { freeMs, patienceMs } = standing[this.#haste];
      const untilMs = Math.min(this.#standsSinceMs + patienceMs, pace.freeAt(channelId) + freeMs);
      if (untilMs <= clock.now()) return;
      const signal = AbortSignal.any([this.#sooner.signal, this.#hurry.signal]);
      await clock.sleep(untilMs - clock.now(), signal).catch(() => undefined);
    }
  }

  async #wait(untilMs: number): Promise<void> {
    const { clock } = this.#options;
    const waitMs = untilMs - clock.now();
    if (waitMs > 0) await clock.sleep(waitMs, this.#hurry.signal).catch(() => undefined);
  }

  async #editSurely(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#edit();
        return;
      } catch (error) {
        const isPassing = error instanceof MessageError && error.reason === 'temporary';
        if (!isPassing || attempt === attempts) throw error;
        await this.#options.clock.sleep(betweenAttemptsMs, this.#hurry.signal).catch(() => undefined);
      }
    }
  }

  async #edit(): Promise<void> {
    const { place, messenger } = this.#options;
    // Set before rendering, because later changes may not be included.
    this.#isStale = false;
    this.#haste = 'quiet';
    const body = await this.#options.render();
    const shown = JSON.stringify(body.components);
    if (shown === this.#shown) return;
    const messageId = this.#messageId;
    // An answer to an interaction is reached by its token, later by its message id.
    if (place.is === 'answer') await messenger.editPanel({ ...place.panel, messageId: undefined }, body);
    else if (place.is === 'panel') {
      const panel = { ...place.panel, messageId: messageId ?? place.panel.messageId };
      this.#messageId = (await messenger.editPanel(panel, body)).messageId;
      if (messageId === undefined) this.#options.onPosted?.(this.#messageId);
    } else if (messageId === undefined) {
      this.#messageId = (await messenger.post(place.channelId, body, place.nonce)).messageId;
      this.#options.onPosted?.(this.#messageId);
    } else await messenger.editPanel({ ...ownMessage, channelId: place.channelId, messageId }, body);
    this.#shown = shown;
  }
}

/** These are permanent: the message is gone, or out of reach. */
const lasting: ReadonlySet<string> = new Set<MessageError['reason']>(['closed', 'token-dead']);
