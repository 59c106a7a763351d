import type { CaptionMessenger } from '../../src/discord/caption-channel.ts';
import { type MessageBody, MessageError } from '../../src/discord/messenger.ts';
import type { FakeClock } from './fake-clock.ts';

export interface BoardWrite {
  readonly at: number;
  readonly channelId: string;
  readonly what: 'post' | 'edit' | 'remove' | 'failed';
  readonly messageId?: string;
  readonly text?: string;
}

/** Channels in which captions are written: every write with its time, and what each message shows by now. */
export class CaptionBoard implements CaptionMessenger {
  readonly writes: BoardWrite[] = [];
  readonly shown = new Map<string, { readonly channelId: string; readonly text: string }>();
  /** What the next calls end in. */
  readonly failures: MessageError[] = [];
  /** How long a call takes. */
  latencyMs = 0;
  readonly silent: boolean[] = [];
  readonly #clock: FakeClock;
  #posted = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  async post(channelId: string, body: MessageBody) {
    await this.#pass(channelId);
    this.#posted += 1;
    const messageId = String(this.#posted);
    this.silent.push(body.silent ?? false);
    this.#show('post', channelId, messageId, body);
    return { messageId };
  }

  async editPanel(
    { channelId, messageId = '' }: { readonly channelId: string; readonly messageId?: string | undefined },
    body: MessageBody,
  ) {
    await this.#pass(channelId);
    if (!this.shown.has(messageId)) throw new MessageError('closed', undefined, 10_008);
    this.#show('edit', channelId, messageId, body);
    return { messageId };
  }

  async remove(channelId: string, messageId: string) {
    await this.#pass(channelId);
    this.shown.delete(messageId);
    this.writes.push({ at: this.#clock.now(), channelId, what: 'remove', messageId });
  }

  /** What stands in a channel, from top to bottom. */
  texts(channelId?: string): readonly string[] {
    return [...this.shown.values()]
      .filter((message) => channelId === undefined || message.channelId === channelId)
      .map(({ text }) => text);
  }

  /** The shortest time between two writes in one channel. */
  get leastBetweenMs(): number {
    return this.writes.reduce((least, { at, channelId }, index) => {
      const before = this.writes.slice(0, index).findLast((each) => each.channelId === channelId);
      return before ? Math.min(least, at - before.at) : least;
    }, Number.POSITIVE_INFINITY);
  }

  async #pass(channelId: string): Promise<void> {
    if (this.latencyMs > 0) await this.#clock.sleep(this.latencyMs);
    const failure = this.failures.shift();
    if (!failure) return;
    this.writes.push({ at: this.#clock.now(), channelId, what: 'failed' });
    throw failure;
  }

  #show(what: 'post' | 'edit', channelId: string, messageId: string, body: MessageBody): void {
    const text = textIn(body);
    this.shown.set(messageId, { channelId, text });
    this.writes.push({ at: this.#clock.now(), channelId, what, messageId, text });
  }
}

function textIn({ components }: MessageBody): string {
  return [...JSON.stringify(components).matchAll(/"content":("(?:[^"\\]|\\.)*")/g)]
    .map(([, content = '""']) => String(JSON.parse(content)))
    .join('\n');
}
