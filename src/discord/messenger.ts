import type { APIMessageTopLevelComponent } from 'discord.js';

/** A message in Components V2, as every message of the bot is: text, media and buttons in one tree. */
export interface MessageBody {
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly files?: readonly MessageFile[];
  /** The only people this message may ping. */
  readonly mentions?: readonly string[];
  /** Notifies nobody: for captions and the like. Only when it is posted. */
  readonly silent?: boolean;
  /** The message that it answers; its author is pinged. Only when it is posted, and refused once that message is gone. */
  readonly repliesTo?: string;
}

type MessageFile = {
  /** The name that `attachment://<name>` refers to. */
  readonly name: string;
  /** Alt text. */
  readonly description: string;
} & (
  | {
      /** A file on this machine. */
      readonly path: string;
      readonly bytes?: undefined;
    }
  | {
      /** Made at the moment, and never on a disk. */
      readonly bytes: Uint8Array;
      readonly path?: undefined;
    }
);

/** A message that the bot wrote as an answer to an interaction, and how it may still be reached. */
export interface PanelAddress {
  readonly channelId: string;
  readonly applicationId: string;
  /** Absent once it is dead. */
  readonly token?: string | undefined;
  /** Epoch milliseconds; 15 minutes after the interaction (spec 6, section 2). */
  readonly tokenExpiresAt: number;
  readonly messageId?: string | undefined;
}

/**
 * Why Discord took no message. `closed`: the place is gone or shut to the bot, and stays so. `too-large`: the file.
 * `token-dead`: the interaction can no longer be answered. `temporary`: later may work. `blind`: the bot may not read what was
 * written before.
 */
export type MessageRefusal = 'closed' | 'too-large' | 'token-dead' | 'temporary' | 'invalid' | 'blind';

export class MessageError extends Error {
  override readonly name = 'MessageError';
  readonly reason: MessageRefusal;
  readonly discordCode: number | string | undefined;

  constructor(reason: MessageRefusal, cause: unknown, discordCode?: number | string) {
    super(`message refused: ${reason}${discordCode === undefined ? '' : ` (${discordCode})`}`, { cause });
    this.reason = reason;
    this.discordCode = discordCode;
  }
}

/** Writing to people outside the moment of an interaction. Every method rejects with a `MessageError`. */
export interface Messenger {
  /** Posts once: a repetition with the same nonce within minutes yields the first message (`enforce_nonce`). */
  post(
    channelId: string,
    body: MessageBody,
    nonce: string,
    signal?: AbortSignal,
  ): Promise<{ messageId: string }>;
  /**
   * The bot's own message that carries a control with this `custom_id`, written about `since` or later; undefined when there
   * is none. Our clock may be ahead of Discord's.
   * @throws {MessageError} `blind` where the bot could not see it
   */
  findOwn(
    channelId: string,
    customId: string,
    since: number,
    signal?: AbortSignal,
  ): Promise<{ messageId: string; hasFile: boolean } | undefined>;
  /** A working address of the first file of a message, or of the one named; undefined if it has no file. */
  attachmentUrl(channelId: string, messageId: string, attachmentId?: string): Promise<string | undefined>;
  /** Working addresses for attachment addresses that may have expired, in the same order; undefined for what is gone. */
  renewUrls(urls: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Rewrites the panel, by token or as a message. Resolves to its message id. */
  editPanel(panel: PanelAddress, body: MessageBody): Promise<{ messageId: string }>;
  /** Deletes the panel, by token or as a message. One that's gone already is no error. */
  removePanel(panel: PanelAddress): Promise<void>;
  /** Tells the one person who asked and nobody else, while the token lives. */
  whisper(panel: PanelAddress, body: MessageBody): Promise<void>;
  /** Direct message. */
  direct(userId: string, body: MessageBody, nonce: string): Promise<void>;
  remove(channelId: string, messageId: string): Promise<void>;
  /** The `custom_id`s of a message's controls. */
  customIdsIn(channelId: string, messageId: string): Promise<readonly string[]>;
  /** "… is typing", for about ten seconds. */
  typing(channelId: string): Promise<void>;
  /**
   * A public thread of a text channel, open to everybody who sees that. Resolves to its id, or to that of the channel itself
   * where Discord has no threads, as in the chat of a voice channel.
   */
  createThread(channelId: string, name: string): Promise<{ channelId: string }>;
}
