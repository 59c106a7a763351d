import { RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import { postOfCall } from './call-post.ts';
import type { CallBasics } from './types.ts';

interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
}

interface CallNoticeParts {
  readonly request: Pick<CallBasics, 'panelChannelId' | 'textChannelId'> & { readonly reference?: string };
  /** It goes wherever the pages of its call go. Otherwise it only moves within its channel. */
  readonly followsPages?: boolean;
  readonly body: MessageBody;
  /** At most 23 characters, because moves are counted behind it. */
  readonly nonce: string;
  readonly messenger: Pick<Messenger, 'post' | 'remove'>;
  readonly log: Logger;
}

/** A message about a call that stays below the newest page of what's said there, until it's removed: by the bot, or by a moderator. */
export class CallNotice {
  readonly #parts: CallNoticeParts;
  #message: PostedMessage;
  /** Copies further up that Discord hasn't removed yet. */
  #above: readonly PostedMessage[] = [];
  #posts = 1;
  /** It moves one step at a time. */
  #moving: Promise<void> = Promise.resolve();
  #stays = false;

  private constructor(parts: CallNoticeParts, message: PostedMessage) {
    this.#parts = parts;
    this.#message = message;
  }

  /** @throws {MessageError} */
  static async post(parts: CallNoticeParts): Promise<CallNotice> {
    const { messenger, request, body, nonce } = parts;
    return new CallNotice(parts, await postOfCall(messenger, request, body, nonce));
  }

  get message(): PostedMessage {
    return this.#message;
  }

  /** A page begins at the end of that channel. */
  follow(channelId: string): void {
    if (this.#parts.followsPages || channelId === this.#message.channelId)
      this.#moving = this.#moving.then(async () => await this.#move(channelId));
  }

  /** Moves no more. Resolves once it's where it stays. Never rejects. */
  async stay(): Promise<void> {
    this.#stays = true;
    await this.#moving;
  }

  /** Never rejects. */
  async remove(): Promise<void> {
    await this.stay();
    await this.#removeEach([...this.#above, this.#message]);
  }

  /** Only the first one pings. Never rejects. */
  async #move(channelId: string): Promise<void> {
    if (this.#stays) return;
    const { messenger, request, followsPages, body, nonce } = this.#parts;
    const before = this.#message;
    this.#posts += 1;
    const place = {
      panelChannelId: channelId,
      textChannelId: followsPages ? request.textChannelId : channelId,
    };
    try {
      const below = { ...body, mentions: [], silent: true };
      this.#message = await postOfCall(messenger, place, below, `${nonce}${this.#posts}`);
    } catch (error) {
      this.#note(error, "couldn't move a notice of a call below the newest page");
      return;
    }
    const older = await this.#removeEach([...this.#above, before]);
    this.#above = older.left;
    if (!older.gone.includes(before)) return;
    // A moderator deleted it, so it doesn't come back.
    this.#stays = true;
    this.#above = (await this.#removeEach([this.#message])).left;
  }

  /** What Discord keeps for now, and what others had deleted. Never rejects. */
  async #removeEach(messages: readonly PostedMessage[]) {
    const left: PostedMessage[] = [];
    const gone: PostedMessage[] = [];
    for (const message of messages) {
      try {
        await this.#parts.messenger.remove(message.channelId, message.messageId);
      } catch (error) {
        const { reason, discordCode } = error instanceof MessageError ? error : {};
        if (discordCode === RESTJSONErrorCodes.UnknownMessage) gone.push(message);
        else this.#note(error, "couldn't remove a notice of a call");
        if (reason === 'temporary') left.push(message);
      }
    }
    return { left, gone };
  }

  #note(error: unknown, what: string): void {
    this.#parts.log.info({ err: error, reference: this.#parts.request.reference }, what);
  }
}
