import { z } from 'zod';
import { KeyedMutex } from '../operations/mutex.ts';
import { synthesisLanguages, synthesisModels } from '../service/synthesis/models.ts';
import type { Collection } from '../storage/collection.ts';

/** How a person or a guild wants to sound. If something's absent, the next in line decides. */
export const voiceChoiceSchema = z.object({
  model: z.enum(synthesisModels).optional(),
  /** The service's spelling. */
  voice: z.string().max(128).optional(),
  rate: z.number().optional(),
  pitch: z.number().optional(),
  volume: z.number().optional(),
  language: z.enum(synthesisLanguages).optional(),
  instruction: z.string().max(200).optional(),
});
export type VoiceChoice = z.infer<typeof voiceChoiceSchema>;

export const namings = ['changed', 'always', 'never'] as const;
/** When to say "X said". `changed`: if the author changes, or after a while. */
export type Naming = (typeof namings)[number];

/** How a text channel is read aloud. */
const readAloudSchema = z.object({
  /** The voice channel it's read in. Default: the author's. */
  into: z.string().optional(),
  naming: z.enum(namings),
  /** Only people with this role. */
  roleId: z.string().optional(),
  /** Only people who are in that voice channel. */
  inVoiceOnly: z.boolean(),
  /** Whether to read bots and webhooks, too. */
  automatic: z.boolean(),
  emoji: z.boolean(),
  maxSeconds: z.number(),
  /** Messages that begin with this are skipped. */
  exceptPrefix: z.string().optional(),
  captions: z.boolean(),
  /** Whether to say who joins and leaves the voice channel. */
  comings: z.boolean().optional(),
});
export type ReadAloud = z.infer<typeof readAloudSchema>;

/** How a guild wants a word to be said. */
const pronunciationSchema = z.object({
  /** The written word; case doesn't matter. */
  word: z.string(),
  /** What to say instead. */
  as: z.string(),
  /** The same as pinyin with tone numbers, for voices that support it (`hot_fix`, document 2 A). */
  pinyin: z.string().optional(),
});
export type Pronunciation = z.infer<typeof pronunciationSchema>;

/** What a guild's moderators decided about speech. */
export const guildSpeechSchema = z.object({
  voice: voiceChoiceSchema,
  /** By text channel id. */
  channels: z.record(z.string(), readAloudSchema),
  pronunciations: z.array(pronunciationSchema),
});
export type GuildSpeech = z.infer<typeof guildSpeechSchema>;

const nothing: GuildSpeech = { voice: {}, channels: {}, pronunciations: [] };

/** Guilds' settings, kept in memory after the first read, because every message needs them. One change at a time. */
export class GuildSpeechSettings {
  readonly #shelf: Collection<GuildSpeech>;
  readonly #known = new Map<string, Promise<GuildSpeech>>();
  readonly #mutex = new KeyedMutex();

  constructor(shelf: Collection<GuildSpeech>) {
    this.#shelf = shelf;
  }

  async of(guildId: string): Promise<GuildSpeech> {
    const known = this.#known.get(guildId);
    if (known) return await known;
    const reading = this.#shelf.get(guildId).then((settings) => settings ?? nothing);
    this.#known.set(guildId, reading);
    try {
      return await reading;
    } catch (error) {
      if (this.#known.get(guildId) === reading) this.#known.delete(guildId);
      throw error;
    }
  }

  /** Resolves to what was saved. If `change` throws, nothing changes. */
  async change(guildId: string, change: (before: GuildSpeech) => GuildSpeech): Promise<GuildSpeech> {
    return await this.#mutex.runExclusive(guildId, async () => {
      const after = change(await this.of(guildId));
      await this.#shelf.set(guildId, after);
      this.#known.set(guildId, Promise.resolve(after));
      return after;
    });
  }
}
