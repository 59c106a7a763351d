import type { Clock } from '../operations/clock.ts';
import { type MessageBody, MessageError, type Messenger, type PanelAddress } from './messenger.ts';

/**
 * `panel`: the answer to an interaction, or a message that is there. `answer`: one that only its person sees, out of reach
 * with its token. `channel`: posted with the first thing it shows.
 */
export type LivePlace =
  | { readonly is: 'panel'; readonly panel: PanelAddress }
  | { readonly is: 'answer'; readonly panel: PanelAddress }
  | { readonly is: 'channel'; readonly channelId: string; readonly nonce: string };

export interface LiveMessageOptions {
  readonly place: LivePlace;
  readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
  readonly clock: Clock;
  /** What it should show by now; asked for in the moment in which it's shown. */
  readonly render: () => MessageBody | Promise<MessageBody>;
  /** From one edit to the next. Default 1 s: Discord takes five edits in five seconds for a channel. */
  readonly betweenMs?: number;
  /** Its message is known from now on: it was posted, or is the answer that a panel is. */
  readonly onPosted?: (messageId: string) => void;
  /** Something could not be shown, and isn't tried again. */
  readonly onTrouble: (error: unknown) => void;
}

const defaultBetweenMs = 1_000;
const attempts = 3;
const betweenAttemptsMs = 2_000;

/**
 * One message that shows how something stands: edited, and never posted again. Changes that follow each other are one
 * edit, one edit is under way at a time, what was passed over is never shown late, and what it shows is not sent again. Where Discord takes no edit for
 * now it's tried again; a message that's gone is let be.
 */
export class LiveMessage {
  readonly #options: LiveMessageOptions;
  /** Once there is a message of its own. */
  #messageId: string | undefined;
  /** What it shows, as text. */
  #shown: string | undefined;
  #editedAt = Number.NEGATIVE_INFINITY;
  /** Something changed that the message does not show yet. */
  #isStale = false;
  #isGone = false;
  readonly #hurry = new AbortController();
  #showing: Promise<void> | undefined;

  constructor(options: LiveMessageOptions) {
    this.#options = options;
  }

  /** Of its own message, once it's there. */
  get messageId(): string | undefined {
    return this.#messageId;
  }

  /** Nothing is shown in it any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Something changed. */
  refresh(): void {
    if (this.#isGone) return;
    this.#isStale = true;
    this.#showing ??= this.#show();
  }

  /** Resolves when it shows everything that changed so far, or can't. Never rejects. */
  async settled(): Promise<void> {
    while (this.#showing) await this.#showing;
  }

  /** The same, without waiting between edits from now on: the process is about to stop. */
  async finish(): Promise<void> {
    this.#hurry.abort();
    await this.settled();
  }

  /** Shows nothing more, and resolves when nothing is under way. Never rejects. */
  async withdraw(): Promise<void> {
    this.#isStale = false;
    this.#isGone = true;
    await this.finish();
  }

  async #show(): Promise<void> {
    const { clock, betweenMs = defaultBetweenMs, onTrouble } = this.#options;
    // After this moment, so that changes that follow each other at once are one edit.
    await Promise.resolve();
    while (this.#isStale) {
      const waitMs = this.#editedAt + betweenMs - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs, this.#hurry.signal).catch(() => undefined);
      // Withdrawn meanwhile.
      if (!this.#isStale) break;
      try {
        await this.#editSurely();
      } catch (error) {
        this.#isGone ||= error instanceof MessageError && lasting.has(error.reason);
        if (this.#isGone) this.#isStale = false;
        onTrouble(error);
      }
      this.#editedAt = clock.now();
    }
    // In the moment in which nothing is stale, so that the next change starts fresh.
    this.#showing = undefined;
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
    // Before it's asked for: what changes from here on may not be in it.
    this.#isStale = false;
    const body = await this.#options.render();
    const shown = JSON.stringify(body.components);
    if (shown === this.#shown) return;
    const messageId = this.#messageId;
    // Of an answer to an interaction the token is the address; afterwards its message is.
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

/** These last: the message is gone, or can't be reached any more. */
const lasting: ReadonlySet<string> = new Set<MessageError['reason']>(['closed', 'token-dead']);

/** A message that the bot posted isn't an interaction's answer. */
const ownMessage = { applicationId: '', token: '', tokenExpiresAt: 0 } as const;
