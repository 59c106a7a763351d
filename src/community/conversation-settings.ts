import { z } from 'zod';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Collection } from '../storage/collection.ts';

/** What a guild's moderators decided about conversations. `tools`: on or off, by name; on if it's missing. */
export const guildConversationSchema = z.object({ tools: z.record(z.string(), z.boolean()) });
export type GuildConversation = z.infer<typeof guildConversationSchema>;

type GuildConversationShelf = Pick<Collection<GuildConversation>, 'get' | 'set'>;

export class GuildConversationSettings {
  readonly #shelf: GuildConversationShelf;
  readonly #mutex = new KeyedMutex();

  constructor(shelf: GuildConversationShelf) {
    this.#shelf = shelf;
  }

  /** The tools that are switched off there. */
  async withoutTools(guildId: string): Promise<ReadonlySet<string>> {
    const settings = await this.#shelf.get(guildId);
    return new Set(Object.entries(settings?.tools ?? {}).flatMap(([name, isOn]) => (isOn ? [] : [name])));
  }

  async switchTool(guildId: string, name: string, isOn: boolean): Promise<void> {
    await this.#mutex.runExclusive(guildId, async () => {
      const before = await this.#shelf.get(guildId);
      await this.#shelf.set(guildId, { ...before, tools: { ...before?.tools, [name]: isOn } });
    });
  }
}
