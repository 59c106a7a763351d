import type { Logger } from 'pino';
import { z } from 'zod';
import type { RecordIndex } from '../storage/record-index.ts';

export const knownGuildSchema = z.object({ since: z.number() });
export type KnownGuild = z.infer<typeof knownGuildSchema>;

/** Records by guild id, and one that says that there are any. */
export interface KnownGuildShelf {
  entries(): AsyncIterable<readonly [id: string, value: KnownGuild]>;
  setMany(entries: Iterable<readonly [id: string, value: KnownGuild]>): Promise<void>;
  delete(id: string): Promise<boolean>;
}

const kept = 'kept';

export function knownGuildIndex(id: string): RecordIndex {
  return id === kept ? {} : { guildId: id };
}

/**
 * The guilds that the bot has worked in. It's saved, so that after a restart the bot can tell new guilds from old ones.
 */
export class KnownGuilds {
  readonly #parts;
  readonly #ids = new Set<string>();
  readonly #unwritten = new Set<string>();
  #isKept = false;

  constructor(parts: {
    readonly shelf: KnownGuildShelf;
    /** The store had records of any kind before this start. */
    readonly wasAtWork: boolean;
    /** Whether a guild is on this process's shards; others see to the rest. Default: all are. */
    readonly isOwn?: (guildId: string) => boolean;
    readonly now: () => number;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  /** @throws the store's error, because without the records every guild would look new */
  async load(): Promise<void> {
    const { shelf, isOwn = () => true } = this.#parts;
    for await (const [id] of shelf.entries()) {
      if (id === kept) this.#isKept = true;
      else if (isOwn(id)) this.#ids.add(id);
    }
  }

  has(guildId: string): boolean {
    return this.#ids.has(guildId);
  }

  /**
   * Call it once the bot knows its guilds at start. Guilds that it's no longer in are forgotten, so they're new if they
   * invite it again. Earlier versions kept no such records, so if one ran here, all current guilds are old.
   */
  async begin(current: readonly string[], serves: (guildId: string) => boolean): Promise<void> {
    const { wasAtWork } = this.#parts;
    const here = new Set(current);
    for (const id of [...this.#ids]) if (!here.has(id)) await this.forget(id);
    const isFirst = !this.#isKept && wasAtWork;
    await this.remember(current.filter((id) => isFirst || serves(id)));
  }

  /** Never rejects. If a write fails, the next one includes it. */
  async remember(guildIds: readonly string[]): Promise<void> {
    const { shelf, now, log } = this.#parts;
    for (const id of guildIds) if (!this.#ids.has(id)) this.#unwritten.add(id);
    for (const id of guildIds) this.#ids.add(id);
    if (this.#unwritten.size === 0 && this.#isKept) return;
    const written = [...this.#unwritten];
    const record = { since: now() };
    try {
      await shelf.setMany([...written, kept].map((id) => [id, record] as const));
      this.#isKept = true;
      for (const id of written) this.#unwritten.delete(id);
    } catch (error) {
      log.error({ err: error, guilds: written.length }, "couldn't record in which servers the bot works");
    }
  }

  /** Never rejects. */
  async forget(guildId: string): Promise<void> {
    this.#unwritten.delete(guildId);
    if (!this.#ids.delete(guildId)) return;
    await this.#parts.shelf.delete(guildId).catch((error: unknown) => {
      this.#parts.log.error({ err: error, guildId }, "couldn't record that the bot left a server");
    });
  }
}
