import {
  type MessageBody,
  MessageError,
  type MessageRefusal,
  type Messenger,
  type PanelAddress,
} from '../../src/discord/messenger.ts';
import type { FakeClock } from './fake-clock.ts';
import { Lifeline } from './lifeline.ts';

export interface PostedMessage {
  readonly id: string;
  readonly channelId: string;
  readonly body: MessageBody;
  readonly nonce: string;
  readonly at: number;
}

/** Discord as the video feature sees it: nonces that are forgotten after minutes, tokens that die, channels that close. */
export class FakeMessenger implements Messenger {
  readonly posted: PostedMessage[] = [];
  readonly panels: MessageBody[] = [];
  /** The same, with where they were written. */
  readonly edits: { readonly panel: PanelAddress; readonly body: MessageBody }[] = [];
  readonly whispers: MessageBody[] = [];
  readonly directs: { userId: string; body: MessageBody }[] = [];
  readonly removed: string[] = [];
  /** Panels that were deleted, by the channel of each. */
  readonly panelsRemoved: string[] = [];
  readonly threads: { channelId: string; name: string }[] = [];
  readonly typed: { channelId: string; at: number }[] = [];
  /** Every call, whatever came of it. */
  readonly tried: (keyof Messenger)[] = [];
  readonly failures: {
    call: keyof Messenger;
    when: 'before' | 'after';
    error: MessageError;
    times?: number;
  }[] = [];
  /** Calls that kill the process once they have had their effect. */
  readonly deadly = new Set<keyof Messenger>();
  nonceMemoryMs = 5 * 60_000;
  /** What is known of attachments: by place, and by the address that expired. */
  readonly attachments = new Map<string, string>();
  readonly renewed = new Map<string, string>();
  readonly #clock: FakeClock;
  readonly #line: () => Lifeline;

  constructor(clock: FakeClock, line = () => new Lifeline()) {
    this.#clock = clock;
    this.#line = line;
  }

  /** All text that one person or everybody was shown, for assertions. */
  static textOf(body?: MessageBody, ...more: readonly (MessageBody | undefined)[]): string {
    return [body, ...more].map((each) => JSON.stringify(each?.components ?? [])).join();
  }

  /** What the panel that was drawn last says. */
  get lastPanel(): string {
    return FakeMessenger.textOf(this.panels.at(-1));
  }

  /** The next such calls fail for this reason before they have an effect. */
  fail(call: keyof Messenger, reason: MessageRefusal, times = 1): void {
    this.failures.push({ call, when: 'before', error: new MessageError(reason, undefined), times });
  }

  async post(channelId: string, body: MessageBody, nonce: string) {
    return await this.#call('post', () => {
      refuseAsDiscord(body);
      const known = this.posted.find(
        (message) =>
          message.nonce === nonce &&
          message.channelId === channelId &&
          this.#clock.now() - message.at < this.nonceMemoryMs,
      );
      if (known) return { messageId: known.id };
      const id = String(9_000_000_000_000_000_000n + BigInt(this.posted.length));
      this.posted.push({ id, channelId, body, nonce, at: this.#clock.now() });
      return { messageId: id };
    });
  }

  async findOwn(channelId: string, customId: string, since: number) {
    return await this.#call('findOwn', () => {
      const isIt = (message: PostedMessage) =>
        message.channelId === channelId &&
        message.at >= since &&
        FakeMessenger.textOf(message.body).includes(customId);
      const found = this.posted.find(isIt);
      return found && { messageId: found.id, hasFile: (found.body.files ?? []).length > 0 };
    });
  }

  async attachmentUrl(channelId: string, messageId: string, attachmentId?: string) {
    return await this.#call('attachmentUrl', () =>
      this.attachments.get(`${channelId}/${messageId}/${attachmentId ?? ''}`),
    );
  }

  async renewUrls(urls: readonly string[]) {
    return await this.#call('renewUrls', () => urls.map((url) => this.renewed.get(url)));
  }

  async editPanel(panel: PanelAddress, body: MessageBody) {
    return await this.#call('editPanel', () => {
      refuseAsDiscord(body);
      if (this.#clock.now() >= panel.tokenExpiresAt && !panel.messageId)
        throw new MessageError('token-dead', undefined);
      this.panels.push(body);
      this.edits.push({ panel, body });
      return { messageId: 'panel-1' };
    });
  }

  async removePanel(panel: PanelAddress) {
    await this.#call('removePanel', () => {
      if (this.#clock.now() >= panel.tokenExpiresAt && !panel.messageId)
        throw new MessageError('token-dead', undefined);
      this.panelsRemoved.push(panel.channelId);
    });
  }

  async whisper(panel: PanelAddress, body: MessageBody) {
    await this.#call('whisper', () => {
      if (this.#clock.now() >= panel.tokenExpiresAt) throw new MessageError('token-dead', undefined);
      refuseAsDiscord(body);
      this.whispers.push(body);
    });
  }

  async direct(userId: string, body: MessageBody) {
    await this.#call('direct', () => {
      refuseAsDiscord(body);
      this.directs.push({ userId, body });
    });
  }

  async remove(_channelId: string, messageId: string) {
    await this.#call('remove', () => {
      this.removed.push(messageId);
    });
  }

  async textIn() {
    return '';
  }

  async customIdsIn(channelId: string, messageId: string) {
    return await this.#call('customIdsIn', () => {
      const message = this.posted.find((each) => each.id === messageId && each.channelId === channelId);
      const found = FakeMessenger.textOf(message?.body).matchAll(/"custom_id":"([^"]*)"/g);
      return [...found].map(([, id = '']) => id);
    });
  }

  async typing(channelId: string) {
    await this.#call('typing', () => {
      this.typed.push({ channelId, at: this.#clock.now() });
    });
  }

  async createThread(channelId: string, name: string) {
    return await this.#call('createThread', () => {
      this.threads.push({ channelId, name });
      return { channelId: `thread-${this.threads.length}` };
    });
  }

  async #call<Result>(call: keyof Messenger, effect: () => Result): Promise<Result> {
    await this.#line().step();
    this.tried.push(call);
    const failure = this.failures.find((each) => each.call === call && (each.times ?? 1) > 0);
    if (failure) failure.times = (failure.times ?? 1) - 1;
    if (failure?.when === 'before') throw failure.error;
    const result = effect();
    if (this.deadly.has(call)) await this.#line().die();
    await this.#line().step();
    if (failure) throw failure.error;
    return result;
  }
}

/** Discord's limits on the address of a button and on all text of a message (50035). */
function refuseAsDiscord(body: MessageBody): void {
  const texts: string[] = [];
  const urls: string[] = [];
  JSON.stringify(body.components, (key, value: unknown) => {
    if (key === 'content' && typeof value === 'string') texts.push(value);
    if (key === 'url' && typeof value === 'string') urls.push(value);
    return value;
  });
  const fits = urls.every((url) => url.length <= 512) && texts.join('').length <= 4_000;
  if (!fits) throw new MessageError('invalid', undefined, 50_035);
}
