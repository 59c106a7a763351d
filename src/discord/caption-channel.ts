import { Alarm, type Clock } from '../operations/clock.ts';
import { ChannelPace } from './channel-pace.ts';
import { type MessageBody, MessageError, type Messenger, ownMessage } from './messenger.ts';

export type CaptionMessenger = Pick<Messenger, 'post' | 'editPanel' | 'remove'>;

/** What a message of captions shows by now, or nothing if all of it was taken back. */
interface Caption {
  readonly body: MessageBody | undefined;
  /** It won't change any more. */
  readonly final: boolean;
}

export type CaptionChannelEvent =
  /** A new message stands at the end of the channel. */
  | { readonly is: 'posted' }
  /** One couldn't be shown and won't be tried again. */
  | { readonly is: 'lost'; readonly id: string; readonly error: unknown }
  /** The channel is gone or closed to the bot, so it stops writing there. */
  | { readonly is: 'closed'; readonly error: unknown };

interface Line {
  caption: Caption;
  /** Its message is out of date. */
  stale: boolean;
  messageId?: string;
  shown?: string;
  attempts: number;
}

const mostAttempts = 10;
const shortestRestMs = 1_000;
const longestRestMs = 30_000;
/** Discord's “Unknown Message”: it was deleted. */
const messageIsGone = 10_008;
const longGone: ReadonlySet<string> = new Set<MessageError['reason']>(['closed', 'token-dead']);

/**
 * Captions of a channel: messages that are edited while they grow, with at most one write a second for all of them. The
 * one that has waited longest is next, changes in quick succession become one edit, and nothing is lost while Discord is
 * slow or full.
 */
export class CaptionChannel {
  readonly #options;
  /** The one that was written longest ago comes first. */
  readonly #lines = new Map<string, Line>();
  /** Those whose message was deleted. They aren't posted again. */
  readonly #lost = new Set<string>();
  readonly #alarm: Alarm;
  readonly #pace: ChannelPace;
  readonly #closing = new AbortController();
  #writing: Promise<void> | undefined;
  /** When the next write has its turn. */
  #turnAt: number | undefined;
  /** After a refusal. */
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly channelId: string;
    readonly messenger: CaptionMessenger;
    readonly clock: Clock;
    /** Shared with what else changes in this channel. Default: one of its own. */
    readonly pace?: ChannelPace | undefined;
    readonly tell: (event: CaptionChannelEvent) => void;
  }) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
    this.#pace = options.pace ?? new ChannelPace(options.clock);
  }

  /**
   * @param id of the message, also used as its nonce; ignored once it was final
   * @returns false if this can't be shown any more
   */
  put(id: string, caption: Caption): boolean {
    if (this.#closing.signal.aborted || this.#lost.has(id)) return false;
    const known = this.#lines.get(id);
    if (known) Object.assign(known, { caption, stale: true });
    else if (caption.body) this.#lines.set(id, { caption, stale: true, attempts: 0 });
    this.#writing ??= this.#write();
    this.#alarm.ring();
    return true;
  }

  /** Resolves when every message shows its latest state, or can't. Never rejects. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Stops writing. */
  close(): void {
    this.#closing.abort();
    this.#lines.clear();
  }

  get #opensAt(): number {
    this.#turnAt ??= this.#pace.takeTurn(this.#options.channelId);
    return Math.max(this.#restsUntil, this.#turnAt);
  }

  async #write(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    // In the next microtask, so that changes made together are one edit.
    await Promise.resolve();
    for (let next = this.#next(); next && !signal.aborted; next = this.#next()) {
      if (this.#opensAt > clock.now()) await this.#alarm.wait(this.#opensAt, signal).catch(() => undefined);
      else await this.#show(...next);
    }
    // Right when nothing is stale, so that the next change starts again.
    this.#writing = undefined;
  }

  #next(): readonly [string, Line] | undefined {
    for (const entry of this.#lines) if (entry[1].stale) return entry;
    return undefined;
  }

  async #show(id: string, line: Line): Promise<void> {
    this.#turnAt = undefined;
    line.stale = false;
    // It's the last in line from now on.
    this.#lines.delete(id);
    this.#lines.set(id, line);
    try {
      await this.#send(id, line, line.caption);
      line.attempts = 0;
      if (line.caption.final && !line.stale) this.#lines.delete(id);
    } catch (error) {
      this.#failed(id, line, error);
    }
  }

  async #send(id: string, line: Line, { body }: Caption): Promise<void> {
    const { channelId, messenger, tell } = this.#options;
    const { messageId } = line;
    const shown = JSON.stringify(body?.components);
    if (shown === line.shown) return;
    if (!body) {
      if (messageId !== undefined) await messenger.remove(channelId, messageId);
    } else if (messageId === undefined) {
      line.messageId = (await messenger.post(channelId, body, `c${id}`)).messageId;
      tell({ is: 'posted' });
    } else await messenger.editPanel({ ...ownMessage, channelId, messageId }, body);
    if (shown !== undefined) line.shown = shown;
  }

  #failed(id: string, line: Line, error: unknown): void {
    const { clock, tell } = this.#options;
    const { reason, discordCode } = error instanceof MessageError ? error : {};
    if (reason === 'temporary' && line.attempts < mostAttempts) {
      line.attempts += 1;
      line.stale = true;
      this.#restsUntil = clock.now() + Math.min(longestRestMs, shortestRestMs * 2 ** (line.attempts - 1));
      return;
    }
    this.#lines.delete(id);
    if (reason === undefined || !longGone.has(reason) || discordCode === messageIsGone) {
      this.#lost.add(id);
      tell({ is: 'lost', id, error });
    } else {
      this.close();
      tell({ is: 'closed', error });
    }
  }
}
