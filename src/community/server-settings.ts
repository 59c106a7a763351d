import { z } from 'zod';
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

/** A name or term with the guild's spelling; `heard`: what speech recognition turns it into. */
const termSchema = z.object({ term: z.string(), heard: z.array(z.string()) });
export type Term = z.infer<typeof termSchema>;

/** Lets in people with that role in that channel. If one of the two is absent, only the other counts. */
const grantSchema = z.object({ channelId: z.string().optional(), roleId: z.string().optional() });
export type Grant = z.output<typeof grantSchema>;

/** Everything that a server's moderators decided, a page for each feature, with what counts until they do. */
export const serverSettingsSchema = z.object({
  speech: z
    .object({
      voice: voiceChoiceSchema.prefault({}),
      /** By text channel id. */
      channels: z.record(z.string(), readAloudSchema).prefault({}),
      pronunciations: z.array(pronunciationSchema).prefault([]),
    })
    .prefault({}),
  conversation: z
    .object({
      /** On or off, by name; on if it's missing. */
      tools: z.record(z.string(), z.boolean()).prefault({}),
    })
    .prefault({}),
  interpreter: z.object({ terms: z.array(termSchema).prefault([]) }).prefault({}),
  knowledge: z
    .object({
      /** By base id. If absent, the bot owner's file applies. */
      grants: z.record(z.string(), z.array(grantSchema)).prefault({}),
      /** Whether questions that mention the bot are answered. */
      mentions: z.boolean().prefault(true),
    })
    .prefault({}),
});
export type StoredServerSettings = z.output<typeof serverSettingsSchema>;

/** One feature's page of every server's settings. */
export interface SettingsPage<Page> {
  of(guildId: string): Promise<Page>;
  /** Resolves to what was saved. If `change` throws, nothing changes. */
  change(guildId: string, change: (before: Page) => Page): Promise<Page>;
}
export type SpeechPage = StoredServerSettings['speech'];
export type ConversationPage = StoredServerSettings['conversation'];
export type InterpreterPage = StoredServerSettings['interpreter'];
export type KnowledgePage = StoredServerSettings['knowledge'];

const untouched = serverSettingsSchema.parse({});

/** The one owner of servers' settings, kept in memory after the first read, because every message needs them. */
export class ServerSettings {
  readonly #shelf: Pick<Collection<StoredServerSettings>, 'get' | 'change'>;
  readonly #known = new Map<string, Promise<StoredServerSettings>>();

  constructor(shelf: Pick<Collection<StoredServerSettings>, 'get' | 'change'>) {
    this.#shelf = shelf;
  }

  page<Name extends keyof StoredServerSettings>(name: Name): SettingsPage<StoredServerSettings[Name]> {
    return {
      of: async (guildId) => (await this.#of(guildId))[name],
      change: async (guildId, change) => {
        const after = await this.#shelf.change(guildId, (before = untouched) => ({
          ...before,
          [name]: change(before[name]),
        }));
        this.#known.set(guildId, Promise.resolve(after));
        return after[name];
      },
    };
  }

  async #of(guildId: string): Promise<StoredServerSettings> {
    const known = this.#known.get(guildId);
    if (known) return await known;
    const reading = this.#shelf.get(guildId).then((settings) => settings ?? untouched);
    this.#known.set(guildId, reading);
    try {
      return await reading;
    } catch (error) {
      if (this.#known.get(guildId) === reading) this.#known.delete(guildId);
      throw error;
    }
  }
}
