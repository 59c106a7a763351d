import type { Logger } from 'pino';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import { postOfCall } from './call-post.ts';
import type { CallBasics } from './types.ts';

interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
}

interface CallNoticeParts {
  readonly request: Pick<CallBasics, 'panelChannelId' | 'textChannelId' | 'reference'>;
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
  #isRemoved = false;

  private constructor(parts: CallNoticeParts, message: PostedMessage) {
    this.#parts = parts;
    this.#message = message;
  }

  /** @throws {MessageError} */
  static async post(parts: CallNoticeParts): Promise<CallNotice> {
    const { messenger, request, body, nonce } = parts;
    return new CallNotice(parts, await postOfCall(messenger, request, body, nonce));
  }

  /** A page begins at the end of that channel. */
  follow(channelId: string): void {
    if (channelId === this.#message.channelId)
      this.#moving = this.#moving.then(async () => await this.#move());
  }

  /** Never rejects. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#moving;
    const { messenger, request, log } = this.#parts;
    const { channelId, messageId } = this.#message;
    await messenger.remove(channelId, messageId).catch((error: unknown) => {
      log.info({ err: error, reference: request.reference }, "couldn't remove a notice of a call");
    });
  }

  /** Only the first one pings. Never rejects. */
  async #move(): Promise<void> {
    if (this.#isRemoved) return;
    const { messenger, request, body, nonce, log } = this.#parts;
    const before = this.#message;
    this.#posts += 1;
    try {
      const below = { ...body, mentions: [], silent: true };
      const { messageId } = await messenger.post(before.channelId, below, `${nonce}${this.#posts}`);
      this.#message = { ...before, messageId };
      await messenger.remove(before.channelId, before.messageId);
    } catch (error) {
      log.info(
        { err: error, reference: request.reference },
        "couldn't move a notice of a call below the newest page",
      );
    }
  }
}
