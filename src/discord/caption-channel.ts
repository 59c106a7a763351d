import { Alarm, type Clock } from '../operations/clock.ts';
import { SlidingWindow } from '../operations/sliding-window.ts';
import { type MessageBody, MessageError, type Messenger } from './messenger.ts';

export type CaptionMessenger = Pick<Messenger, 'post' | 'editPanel' | 'remove'>;

/** The current state of a line: what its message shows, or nothing if the line was taken back. */
export interface Caption {
  readonly body: MessageBody | undefined;
  /** It won't change any more. */
  readonly final: boolean;
}

export interface CaptionChannelOptions {
  readonly channelId: string;
  readonly messenger: CaptionMessenger;
  readonly clock: Clock;
  /** The channel is gone or closed to the bot, so it stops writing there. */
  readonly onClosed: (error: unknown) => void;
  /** A line couldn't be shown and won't be tried again. */
  readonly onLost: (id: string, error: unknown) => void;
}

interface Line {
  caption: Caption;
  /** Its message is out of date. */
  stale: boolean;
  /** When its message was last written. */
  writtenAt: number;
  /** The number of that write, among all of the channel's. */
  turn: number;
  messageId?: string;
  shown?: string;
  attempts: number;
}

/** Discord takes five messages or edits in five seconds per channel; one of them is left for other writers. */
const mostWrites = 4;
const spanMs = 5_000;
/** Changing lines leave one of them to final lines. */
const keptForFinal = 1;
/** The time between edits of a message that's still changing. */
const betweenMs = 1_000;
const mostAttempts = 10;
const shortestRestMs = 1_000;
const longestRestMs = 30_000;
/** Discord's “Unknown Message”: it was deleted. */
const messageIsGone = 10_008;
const longGone: ReadonlySet<string> = new Set<MessageError['reason']>(['closed', 'token-dead']);

/**
 * Captions of a channel. Each line is one message that's edited while it grows, and all lines share the channel's
 * budget of writes. Changes in quick succession become one edit, final lines go first, and none of those is lost while
 * Discord is slow or full.
 */
export class CaptionChannel {
  readonly #options: CaptionChannelOptions;
  readonly #lines = new Map<string, Line>();
  /** Lines whose message was deleted. They aren't posted again. */
  readonly #lost = new Set<string>();
  readonly #budget: SlidingWindow;
  readonly #alarm: Alarm;
  readonly #closing = new AbortController();
  #writing: Promise<void> | undefined;
  #turn = 0;
  /** Discord takes no writes until then. */
  #restUntil = 0;

  constructor(options: CaptionChannelOptions) {
    this.#options = options;
    this.#budget = new SlidingWindow(options.clock, mostWrites, spanMs);
    this.#alarm = new Alarm(options.clock);
  }

  /**
   * @param id of the line, also used as its message's nonce; ignored once the line was final
   * @returns false if this line can't be shown any more
   */
  put(id: string, caption: Caption): boolean {
    if (this.#closing.signal.aborted || this.#lost.has(id)) return false;
    const known = this.#lines.get(id);
    if (known) Object.assign(known, { caption, stale: true });
    else if (caption.body)
      this.#lines.set(id, {
        caption,
        stale: true,
        writtenAt: Number.NEGATIVE_INFINITY,
        turn: 0,
        attempts: 0,
      });
    this.#writing ??= this.#write();
    this.#alarm.ring();
    return true;
  }

  /** Resolves when every line shows its latest state, or can't. Never rejects. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Stops writing. */
  close(): void {
    this.#closing.abort();
    this.#lines.clear();
  }

  async #write(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    // In the next microtask, so that changes made together are one edit.
    await Promise.resolve();
    for (let next = this.#next(); next && !signal.aborted; next = this.#next()) {
      const [id, line] = next;
      const atMs = Math.max(this.#restUntil, this.#opensAt(line));
      if (atMs > clock.now()) await this.#alarm.wait(atMs, signal).catch(() => undefined);
      else await this.#show(id, line);
    }
    // Right when nothing is stale, so that the next change starts again.
    this.#writing = undefined;
  }

  /** The oldest final line; without one, the line that has waited longest. */
  #next(): readonly [string, Line] | undefined {
    let next: readonly [string, Line] | undefined;
    for (const entry of this.#lines) {
      const [, line] = entry;
      if (!line.stale) continue;
      if (line.caption.final) return entry;
      if (!next || line.turn < next[1].turn) next = entry;
    }
    return next;
  }

  #opensAt({ caption, writtenAt }: Line): number {
    return caption.final
      ? this.#budget.freeAt()
      : Math.max(this.#budget.freeAt(keptForFinal), writtenAt + betweenMs);
  }

  async #show(id: string, line: Line): Promise<void> {
    const { clock } = this.#options;
    const { caption } = line;
    line.stale = false;
    this.#turn += 1;
    line.turn = this.#turn;
    try {
      await this.#send(id, line, caption);
      line.attempts = 0;
      if (line.caption.final && !line.stale) this.#lines.delete(id);
    } catch (error) {
      this.#failed(id, line, error);
    } finally {
      line.writtenAt = clock.now();
    }
  }

  async #send(id: string, line: Line, { body }: Caption): Promise<void> {
    const { channelId, messenger } = this.#options;
    const { messageId } = line;
    const shown = JSON.stringify(body?.components);
    if (shown === line.shown) return;
    this.#budget.reserve();
    if (!body) {
      if (messageId !== undefined) await messenger.remove(channelId, messageId);
    } else if (messageId === undefined)
      line.messageId = (await messenger.post(channelId, body, `c${id}`)).messageId;
    else await messenger.editPanel({ ...ownMessage, channelId, messageId }, body);
    if (shown !== undefined) line.shown = shown;
  }

  #failed(id: string, line: Line, error: unknown): void {
    const { clock, onClosed, onLost } = this.#options;
    const { reason, discordCode } = error instanceof MessageError ? error : {};
    if (reason === 'temporary' && line.attempts < mostAttempts) {
      line.attempts += 1;
      line.stale = true;
      this.#restUntil = clock.now() + Math.min(longestRestMs, shortestRestMs * 2 ** (line.attempts - 1));
      return;
    }
    this.#lines.delete(id);
    if (reason === undefined || !longGone.has(reason) || discordCode === messageIsGone) {
      this.#lost.add(id);
      onLost(id, error);
    } else {
      this.close();
      onClosed(error);
    }
  }
}

/** A message that the bot posted has no interaction token. */
const ownMessage = { applicationId: '', token: '', tokenExpiresAt: 0 } as const;
