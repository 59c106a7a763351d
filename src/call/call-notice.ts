import type { Logger } from 'pino';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
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

/** A message about a call that stays below the newest page of what's said there, until it's removed. */
export class CallNotice {
  readonly #parts: CallNoticeParts;
  #message: PostedMessage;
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
    const { messenger, request, log } = this.#parts;
    const { channelId, messageId } = this.#message;
    await messenger.remove(channelId, messageId).catch((error: unknown) => {
      log.info({ err: error, reference: request.reference }, "couldn't remove a notice of a call");
    });
  }

  /** Only the first one pings. Never rejects. */
  async #move(channelId: string): Promise<void> {
    if (this.#stays) return;
    const { messenger, request, followsPages, body, nonce, log } = this.#parts;
    const before = this.#message;
    this.#posts += 1;
    const place = {
      panelChannelId: channelId,
      textChannelId: followsPages ? request.textChannelId : channelId,
    };
    try {
      const below = { ...body, mentions: [], silent: true };
      this.#message = await postOfCall(messenger, place, below, `${nonce}${this.#posts}`);
      await messenger.remove(before.channelId, before.messageId);
    } catch (error) {
      log.info(
        { err: error, reference: request.reference },
        "couldn't move a notice of a call below the newest page",
      );
    }
  }
}
