import type { Core } from './core.ts';
import type { StoredInteraction } from './interactions/store.ts';
import type { JsonObject } from './json.ts';
import { pingedBy } from './messages/mentions.ts';
import { messageWire } from './messages/wire.ts';
import type { Channel, Message } from './world/model.ts';

/** Read access for tests, as everything is stored. */
export class SandboxState {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  channels(guildId: string): readonly Channel[] {
    return this.#core.world.channelsOf(guildId);
  }

  /** Messages of a channel, oldest first, those for one person included. */
  messages(channelId: string): readonly Message[] {
    return this.#core.world.messagesOf(channelId);
  }

  message(channelId: string, id: string): Message | undefined {
    return this.#core.world.findMessage(channelId, id);
  }

  /** The message as Discord's API would show it, with nothing hidden. */
  wire(message: Message): JsonObject {
    return messageWire(this.#core, message);
  }

  /** Ids of the people whom the message notified. */
  pinged(message: Message): readonly string[] {
    return pingedBy(this.#core.world, message);
  }

  /** Registered commands: of a guild, or the global ones. */
  commands(guildId: string | null = null): readonly JsonObject[] {
    return this.#core.commands.in(guildId).map((command) => command.wire);
  }

  interactions(): readonly StoredInteraction[] {
    return this.#core.interactions.all();
  }
}
