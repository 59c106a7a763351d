import { z } from 'zod';
import { languageCodes } from '../service/realtime/translation/languages.ts';
import { synthesisLanguages, synthesisModels } from '../service/synthesis/models.ts';
import { limitsPageSchema } from './limits.ts';
import { timeZones } from './local-time.ts';

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

/** How the voice messages of a channel are written down. */
const writtenChannelSchema = z.object({
  /** Into this language; if it's absent, as they're said. */
  language: z.enum(languageCodes).optional(),
});
export type WrittenChannel = z.infer<typeof writtenChannelSchema>;

/** A name or term with the guild's spelling; `heard`: what speech recognition turns it into. */
const termSchema = z.object({ term: z.string(), heard: z.array(z.string()) });
export type Term = z.infer<typeof termSchema>;

/** Lets in people with that role in that channel. If one of the two is absent, only the other counts. */
const grantSchema = z.object({ channelId: z.string().optional(), roleId: z.string().optional() });
export type Grant = z.output<typeof grantSchema>;

export const gatedFeatures = ['video', 'speech', 'conversation', 'interpreter', 'knowledge'] as const;
/** What moderators can switch off, or leave to some people and places. */
export type GatedFeature = (typeof gatedFeatures)[number];

const callDefaults = {
  /** Whether moderators may have calls written down. */
  transcripts: z.boolean().prefault(true),
  /** How long a call may be silent. */
  idleMinutes: z.number().int().min(1).max(120).optional(),
};

const ids = z.array(z.string()).prefault([]);
/** Whether a feature is there, for whom, and where. */
const featureAccessSchema = z.object({
  on: z.boolean().prefault(true),
  /** Any of them; empty: everyone. */
  roles: ids,
  /** Channels or categories; empty: everywhere. */
  channels: ids,
  /** People who may not use it. */
  blocked: ids,
});
export type FeatureAccess = z.output<typeof featureAccessSchema>;

export const reviewedPeople = ['nobody', 'newcomers', 'everybody'] as const;
export const reviewedThings = ['prompt', 'video'] as const;

/** Everything that a server's moderators decided, a page for each feature, with what counts until they do. */
export const serverSettingsSchema = z.object({
  access: z
    .object({
      video: featureAccessSchema.prefault({}),
      speech: featureAccessSchema.prefault({}),
      conversation: featureAccessSchema.prefault({}),
      interpreter: featureAccessSchema.prefault({}),
      knowledge: featureAccessSchema.prefault({}),
      /** Nobody may use these words, in any feature. */
      words: z.array(z.string()).prefault([]),
    })
    .prefault({}),
  /** What's taken when nobody chose. */
  video: z
    .object({
      textModel: z.string().optional(),
      referenceModel: z.string().optional(),
      resolution: z.string().optional(),
      seconds: z.number().int().optional(),
      /** The most that anyone may ask for. */
      longestSeconds: z.number().int().optional(),
      /** Whose videos wait for a moderator. */
      review: z.enum(reviewedPeople).prefault('nobody'),
      /** What waits: the request before it's paid, or the video before it's posted. */
      reviewed: z.enum(reviewedThings).prefault('video'),
      /** After so long without a decision, it's dropped. */
      reviewHours: z.number().int().min(1).max(168).prefault(24),
    })
    .prefault({}),
  speech: z
    .object({
      voice: voiceChoiceSchema.prefault({}),
      /** By text channel id. */
      channels: z.record(z.string(), readAloudSchema).prefault({}),
      pronunciations: z.array(pronunciationSchema).prefault([]),
      /** How long the bot stays in a voice channel in which nothing is read. */
      idleMinutes: z.number().int().min(1).max(120).optional(),
    })
    .prefault({}),
  conversation: z
    .object({
      /** On or off, by name; on if it's missing. */
      tools: z.record(z.string(), z.boolean()).prefault({}),
      /** What's taken when nobody chose. */
      model: z.string().optional(),
      voice: z.string().optional(),
      ...callDefaults,
    })
    .prefault({}),
  interpreter: z
    .object({
      terms: z.array(termSchema).prefault([]),
      /** What's taken when nobody chose. */
      languages: z.array(z.string()).prefault([]),
      /** Whose voice messages are written down, by text channel id. */
      channels: z.record(z.string(), writtenChannelSchema).prefault({}),
      ...callDefaults,
    })
    .prefault({}),
  knowledge: z
    .object({
      /** By base id. If absent, the bot owner's file applies. */
      grants: z.record(z.string(), z.array(grantSchema)).prefault({}),
      /** Whether questions that mention the bot are answered. */
      mentions: z.boolean().prefault(true),
    })
    .prefault({}),
  limits: limitsPageSchema.prefault({}),
  news: z
    .object({
      /** The moderators' channel. If absent, nobody is told. */
      channelId: z.string().optional(),
      /** At which hour a summary of the day is posted there. If absent, never. */
      digestHour: z.number().int().min(0).max(23).optional(),
      /** Where the server is. */
      timeZone: z.enum(timeZones).prefault('UTC'),
    })
    .prefault({}),
});
export type ServerPages = z.output<typeof serverSettingsSchema>;
export type SpeechPage = ServerPages['speech'];
export type ConversationPage = ServerPages['conversation'];
export type InterpreterPage = ServerPages['interpreter'];
export type KnowledgePage = ServerPages['knowledge'];
export type AccessPage = ServerPages['access'];
export type VideoPage = ServerPages['video'];
/** What a server decided about one kind of call. */
export type CallPage = { readonly transcripts: boolean; readonly idleMinutes?: number | undefined };
export type NewsPage = ServerPages['news'];

/** Who changes something, and where. */
export interface SettingsEditor {
  readonly guildId: string;
  readonly userId: string;
  /** The revision that they looked at. What others changed since at the same place isn't overwritten. Default: the newest. */
  readonly seen?: number | undefined;
}

/** One feature's page of every server's settings. */
export interface SettingsPage<Page> {
  of(guildId: string): Promise<Page>;
  /**
   * Resolves to what was saved. If `change` throws, nothing changes.
   * @throws {Refusal} `settings-changed-since`
   */
  change(editor: SettingsEditor, change: (before: Page) => Page): Promise<Page>;
}
