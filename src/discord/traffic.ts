import { type Client, Events, type Message } from 'discord.js';

/** A message that appeared in a server's channel, no matter who wrote it. */
export interface Passing {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
}

/** That messages appear, and where; not what they say, so it needs no privileged intent. */
export interface Traffic {
  /** Returns how to stop listening. */
  onMessage(listener: (passing: Passing) => void): () => void;
}

export class ClientTraffic implements Traffic {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  onMessage(listener: (passing: Passing) => void): () => void {
    const onCreate = ({ guildId, channelId, id }: Message) => {
      if (guildId !== null) listener({ guildId, channelId, messageId: id });
    };
    this.#client.on(Events.MessageCreate, onCreate);
    return () => void this.#client.off(Events.MessageCreate, onCreate);
  }
}
