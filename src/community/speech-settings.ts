import { z } from 'zod';
import { Turns } from '../operations/turns.ts';
import { synthesisLanguages, synthesisModels } from '../service/synthesis/models.ts';
import type { Collection } from '../storage/collection.ts';

/** How a person, or a guild, wants to sound; what is absent falls through to the next in line. */
export const voiceChoiceSchema = z.object({
  model: z.enum(synthesisModels).optional(),
  /** As the service spells it. */
  voice: z.string().max(128).optional(),
  rate: z.number().optional(),
  pitch: z.number().optional(),
  volume: z.number().optional(),
  language: z.enum(synthesisLanguages).optional(),
  instruction: z.string().max(200).optional(),
});
export type VoiceChoice = z.infer<typeof voiceChoiceSchema>;

export const namings = ['changed', 'always', 'never'] as const;
/** When to say "X said". `changed`: when the author changes, or after a while. */
export type Naming = (typeof namings)[number];

/** How one text channel is read aloud. */
const readAloudSchema = z.object({
  /** The voice channel it is read into; where its author is, when absent. */
  into: z.string().optional(),
  naming: z.enum(namings),
  /** Only those who have this role. */
  roleId: z.string().optional(),
  /** Only those who are in that voice channel themselves. */
  inVoiceOnly: z.boolean(),
  /** Bots and webhooks, too? */
  automatic: z.boolean(),
  emoji: z.boolean(),
  maxSeconds: z.number(),
  /** Messages that begin with this are left alone. */
  exceptPrefix: z.string().optional(),
  captions: z.boolean(),
  /** Is it said who joins and leaves the voice channel? */
  comings: z.boolean().optional(),
});
export type ReadAloud = z.infer<typeof readAloudSchema>;

/** How one word of a guild is to be said. */
const pronunciationSchema = z.object({
  /** As it is written; case does not matter. */
  word: z.string(),
  /** What is said in its place. */
  as: z.string(),
  /** The same as pinyin with tone numbers, for voices that take it (`hot_fix`, document 2 A). */
  pinyin: z.string().optional(),
});
export type Pronunciation = z.infer<typeof pronunciationSchema>;

/** What moderators of a guild decided about speech. */
export const guildSpeechSchema = z.object({
  voice: voiceChoiceSchema,
  /** By the id of the text channel. */
  channels: z.record(z.string(), readAloudSchema),
  pronunciations: z.array(pronunciationSchema),
});
export type GuildSpeech = z.infer<typeof guildSpeechSchema>;

const nothing: GuildSpeech = { voice: {}, channels: {}, pronunciations: [] };

/** Settings of guilds, kept in memory once read: each message of a guild asks for them. One change at a time. */
export class GuildSpeechSettings {
  readonly #shelf: Collection<GuildSpeech>;
  readonly #known = new Map<string, Promise<GuildSpeech>>();
  readonly #turns = new Turns();

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

  /** Resolves to what is written; a `change` that throws changes nothing. */
  async change(guildId: string, change: (before: GuildSpeech) => GuildSpeech): Promise<GuildSpeech> {
    return await this.#turns.take(guildId, async () => {
      const after = change(await this.of(guildId));
      await this.#shelf.set(guildId, after);
      this.#known.set(guildId, Promise.resolve(after));
      return after;
    });
  }
}
