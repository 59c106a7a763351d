import { type Client, Events, type Message } from 'discord.js';

/** A message in a server's channel, no matter who wrote it. */
export interface Passing {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
}

/** When and where messages appear, and when they're deleted. It has no content, so it needs no privileged intent. */
export interface Traffic {
  /** Returns a function that stops listening. */
  onMessage(listener: (passing: Passing) => void): () => void;
  /** A message was deleted. Returns a function that stops listening. */
  onRemoval(listener: (removed: { readonly messageId: string }) => void): () => void;
}

export class ClientTraffic implements Traffic {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  onMessage(listener: (passing: Passing) => void): () => void {
    const onCreate = ({ guildId, channelId, id }: Message) =>
      guildId !== null && listener({ guildId, channelId, messageId: id });
    this.#client.on(Events.MessageCreate, onCreate);
    return () => void this.#client.off(Events.MessageCreate, onCreate);
  }

  onRemoval(listener: (removed: { readonly messageId: string }) => void): () => void {
    const onDelete = ({ id }: { readonly id: string }) => listener({ messageId: id });
    const onBulkDelete = (messages: ReadonlyMap<string, unknown>) => {
      for (const id of messages.keys()) listener({ messageId: id });
    };
    this.#client.on(Events.MessageDelete, onDelete);
    this.#client.on(Events.MessageBulkDelete, onBulkDelete);
    return () => {
      this.#client.off(Events.MessageDelete, onDelete);
      this.#client.off(Events.MessageBulkDelete, onBulkDelete);
    };
  }
}
