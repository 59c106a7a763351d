import type { APIMessageTopLevelComponent } from 'discord.js';

/** A message in Components V2, like all of ours: text, media and buttons in one tree. */
export interface MessageBody {
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly files?: readonly MessageFile[];
  /** The only people this message may ping. */
  readonly mentions?: readonly string[];
  /** Notifies nobody, such as for captions. Only applies to posting. */
  readonly silent?: boolean;
  /**
   * The message it replies to; its author is pinged unless it's silent. Only applies to posting, which is refused if that message is gone.
   */
  readonly repliesTo?: string;
}

type MessageFile = {
  /** The name in `attachment://<name>`. */
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
      /** Made in memory, never written to disk. */
      readonly bytes: Uint8Array;
      readonly path?: undefined;
    }
);

/** The bot's answer to an interaction, and how to reach it. */
export interface PanelAddress {
  readonly channelId: string;
  readonly applicationId: string;
  /** Absent once it has expired. */
  readonly token?: string | undefined;
  /** Epoch milliseconds; 15 minutes after the interaction (spec 6, section 2). */
  readonly tokenExpiresAt: number;
  readonly messageId?: string | undefined;
}

/** For the address of a message that's reached as one: it answers no interaction, or its token has died. */
export const ownMessage = { applicationId: '', token: '', tokenExpiresAt: 0 } as const;

/**
 * Why Discord refused a message. `closed`: the place is gone or closed to the bot, permanently. `too-large`: the file.
 * `token-dead`: it's too late to answer the interaction. `temporary`: it may work later. `blind`: the bot may not read
 * older messages.
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

/** Writes to people outside an interaction. Every method rejects with a `MessageError`. */
export interface Messenger {
  /** Posts once: repeating it with the same nonce within minutes returns the first message (`enforce_nonce`). */
  post(
    channelId: string,
    body: MessageBody,
    nonce: string,
    signal?: AbortSignal,
  ): Promise<{ messageId: string }>;
  /**
   * The bot's own message with this `custom_id` on a control, written at about `since` or later (our clock may be ahead
   * of Discord's); undefined if there isn't one.
   * @throws {MessageError} `blind` if the bot couldn't see it
   */
  findOwn(
    channelId: string,
    customId: string,
    since: number,
    signal?: AbortSignal,
  ): Promise<{ messageId: string; hasFile: boolean } | undefined>;
  /** A working address of a message's first file, or of the named one; undefined if it isn't there. */
  attachmentUrl(channelId: string, messageId: string, attachmentId?: string): Promise<string | undefined>;
  /**
   * Working addresses in place of attachment addresses that may have expired, in the same order; undefined if the file
   * is gone.
   */
  renewUrls(urls: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Rewrites the panel, by token or as a message. Resolves to its message id. */
  editPanel(panel: PanelAddress, body: MessageBody): Promise<{ messageId: string }>;
  /** Deletes the panel, by token or as a message. It's no error if it's already gone. */
  removePanel(panel: PanelAddress): Promise<void>;
  /** Tells only the person who asked, while the token is valid. */
  whisper(panel: PanelAddress, body: MessageBody): Promise<void>;
  /** Direct message. */
  direct(userId: string, body: MessageBody, nonce: string): Promise<void>;
  remove(channelId: string, messageId: string): Promise<void>;
  /** The `custom_id`s of a message's controls. */
  customIdsIn(channelId: string, messageId: string): Promise<readonly string[]>;
  /** What a message says, without its controls. */
  textIn(channelId: string, messageId: string): Promise<string>;
  /** "… is typing", for about ten seconds. */
  typing(channelId: string): Promise<void>;
  /**
   * Makes a public thread in a text channel, for everybody who sees that channel. Resolves to the thread's id, or to
   * the channel's own where Discord has no threads, such as a voice channel's chat.
   */
  createThread(channelId: string, name: string): Promise<{ channelId: string }>;
}
