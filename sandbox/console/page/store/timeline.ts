import { Observable } from '../client/observable.ts';
import type { Message } from '../wire/message.ts';
import { messageFlags } from '../wire/message.ts';
import { compareIds } from './snowflake.ts';

export interface Stream {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly history: 'unknown' | 'loading' | 'partial' | 'complete';
}

const emptyStream: Stream = { messages: [], history: 'unknown' };

type MessagePatch = Partial<Message> & { readonly id: string; readonly channel_id: string };

/** The messages of each channel, as far as they were loaded or arrived meanwhile. */
export class Timeline extends Observable {
  readonly #streams = new Map<string, Stream>();

  stream(channelId: string): Stream {
    return this.#streams.get(channelId) ?? emptyStream;
  }

  find(channelId: string, messageId: string): Message | undefined {
    return this.stream(channelId).messages.find((message) => message.id === messageId);
  }

  startLoading(channelId: string): void {
    this.#put(channelId, { ...this.stream(channelId), history: 'loading' });
  }

  /** Loading did not work; it may be tried again. */
  stopLoading(channelId: string): void {
    const { messages } = this.stream(channelId);
    this.#put(channelId, { messages, history: messages.length > 0 ? 'partial' : 'unknown' });
  }

  /** Adds a page of history, in any order. A page shorter than asked for is the beginning of the channel. */
  addHistory(channelId: string, page: readonly Message[], askedFor: number): void {
    const messages = merge(this.stream(channelId).messages, page);
    this.#put(channelId, { messages, history: page.length < askedFor ? 'complete' : 'partial' });
  }

  remove(channelId: string, messageId: string): void {
    const stream = this.stream(channelId);
    this.#put(channelId, { ...stream, messages: stream.messages.filter(({ id }) => id !== messageId) });
  }

  /** Forgets what was loaded, since messages may have been missed while not connected. */
  forget(): void {
    for (const [channelId, stream] of this.#streams) {
      const kept = stream.messages.filter(isEphemeral);
      this.#streams.set(channelId, { messages: kept, history: 'unknown' });
    }
    this.changed();
  }

  apply(event: string, data: unknown): void {
    if (event === 'MESSAGE_CREATE') this.#create(data as Message);
    else if (event === 'MESSAGE_UPDATE') this.#update(data as MessagePatch);
    else if (event === 'MESSAGE_DELETE') {
      const { id, channel_id } = data as { id: string; channel_id: string };
      this.remove(channel_id, id);
    } else if (event === 'MESSAGE_DELETE_BULK') {
      const { ids, channel_id } = data as { ids: readonly string[]; channel_id: string };
      for (const id of ids) this.remove(channel_id, id);
    }
  }

  #create(message: Message): void {
    const stream = this.stream(message.channel_id);
    this.#put(message.channel_id, { ...stream, messages: merge(stream.messages, [message]) });
  }

  #update(patch: MessagePatch): void {
    const stream = this.stream(patch.channel_id);
    const known = stream.messages.some((message) => message.id === patch.id);
    if (known) {
      const messages = stream.messages.map((message) =>
        message.id === patch.id ? { ...message, ...patch } : message,
      );
      this.#put(patch.channel_id, { ...stream, messages });
    } else if (isWhole(patch) && isEphemeral(patch)) {
      this.#create(patch);
    }
  }

  #put(channelId: string, stream: Stream): void {
    this.#streams.set(channelId, stream);
    this.changed();
  }
}

export function isEphemeral(message: Message): boolean {
  return hasFlag(message, messageFlags.ephemeral);
}

export function hasFlag(message: Message, flag: number): boolean {
  return ((message.flags ?? 0) & flag) !== 0;
}

function isWhole(patch: MessagePatch): patch is Message {
  return patch.author !== undefined && patch.timestamp !== undefined;
}

function merge(present: readonly Message[], added: readonly Message[]): readonly Message[] {
  const byId = new Map(present.map((message) => [message.id, message]));
  for (const message of added) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => compareIds(a.id, b.id));
}
