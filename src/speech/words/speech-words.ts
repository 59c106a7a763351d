import type { WordsOfCommands } from '../../discord/words/command-words.ts';
import type { ReadingPhrases } from './reading-phrases.ts';

/** Everything that is said about reading aloud. Text of people and names of voices arrive escaped. */
export interface SpeechWords {
  readonly commands: WordsOfCommands<SpeechCommands>;
  /** What is said in the place of what cannot be read. */
  readonly reading: ReadingPhrases;
  /** Of the room, for everybody in a channel. Who is named by `whose` is absent where the text is from another channel. */
  readonly panel: {
    readonly speaking: (whose: string | undefined) => string;
    /** Nothing is heard of it yet. */
    readonly starting: (whose: string | undefined) => string;
    readonly finished: (whose: string | undefined) => string;
    /** By whom, if it wasn't their own. */
    readonly skipped: (whose: string | undefined, by: string | undefined) => string;
    readonly failed: (mentions: readonly string[]) => string;
    readonly next: string;
    /** The place of a text that isn't shown here. */
    readonly elsewhere: string;
    readonly more: (count: number) => string;
    readonly stopped: (by: string) => string;
    /** How many texts weren't finished; and some of their people. */
    readonly left: (count: number, mentions: readonly string[]) => string;
    /** The same after why, which is a sentence. */
    readonly leftBecause: (why: string, count: number, mentions: readonly string[]) => string;
    /** The process ended without notice. */
    readonly restarted: (count: number, mentions: readonly string[]) => string;
    /** Why nothing is heard at the moment. */
    readonly obstacles: Readonly<Record<SpeechObstacleWord, string>>;
    readonly in: (channelId: string) => string;
    readonly voice: (voice: string, model: string) => string;
    readonly characters: (count: number) => string;
    readonly youAreDeafened: string;
    readonly noCaptions: string;
  };
  /** Of one text, for the one who asked for it. */
  readonly answer: {
    readonly speaking: string;
    readonly waiting: (ahead: number) => string;
    readonly ended: Readonly<Record<SpeechEndWord, (by: string | undefined) => string>>;
    readonly restarted: string;
  };
  readonly buttons: {
    readonly skip: string;
    readonly stop: string;
    readonly preview: string;
    readonly startReading: string;
    readonly stopReading: string;
    readonly resetReading: string;
  };
  readonly answers: {
    readonly skipped: string;
    readonly stopped: string;
    readonly previewFile: string;
    readonly readAloudOn: (channelId: string) => string;
    readonly readAloudOff: (channelId: string) => string;
    readonly wordAdded: (word: string, as: string) => string;
    readonly wordRemoved: (word: string) => string;
  };
  /** Spoken. */
  readonly sample: string;
  readonly file: {
    readonly title: (mention: string) => string;
    readonly altText: (voice: string, text: string) => string;
    readonly fileName: string;
  };
  readonly queue: {
    readonly title: (channelId: string) => string;
    readonly empty: string;
    readonly more: (count: number) => string;
    /** About how long one takes. */
    readonly seconds: (seconds: number) => string;
    readonly whole: (seconds: number) => string;
    readonly now: string;
  };
  readonly voice: {
    readonly mine: string;
    readonly guild: string;
    readonly from: Readonly<Record<'person' | 'guild' | 'operator', string>>;
    readonly labels: Readonly<Record<VoiceField, string>>;
    readonly usual: string;
    readonly none: string;
  };
  readonly channel: {
    readonly title: (channelId: string) => string;
    readonly off: string;
    /** With a button under it. */
    readonly offForManagers: string;
    readonly into: (channelId: string | undefined) => string;
    /** Into a channel that the reader cannot see. */
    readonly intoHidden: string;
    readonly naming: Readonly<Record<'changed' | 'always' | 'never', string>>;
    readonly role: (roleId: string) => string;
    readonly inVoiceOnly: string;
    readonly automatic: string;
    readonly withoutEmoji: string;
    readonly maxSeconds: (seconds: number) => string;
    readonly exceptPrefix: (prefix: string) => string;
    readonly captions: string;
    readonly comings: string;
    readonly leaves: string;
    /** The menus: what stands in one before a choice, or what its entries say. */
    readonly setup: {
      readonly which: string;
      readonly into: string;
      readonly role: string;
      readonly more: string;
      readonly switches: Readonly<Record<ReadingSwitchWord, string>>;
      readonly anyVoice: string;
      readonly voice: (voice: string) => string;
      readonly anyLanguage: string;
      readonly language: (language: string) => string;
      readonly saved: string;
      readonly wasReset: string;
    };
    /** What everybody who writes there is told, when it begins and when it ends. */
    readonly begun: (mention: string, exceptPrefix: string | undefined) => string;
    readonly ended: (mention: string) => string;
  };
  readonly dictionary: {
    readonly title: (count: number, most: number) => string;
    readonly empty: string;
    readonly entry: (word: string, as: string, pinyin: string | undefined) => string;
    readonly more: (count: number) => string;
  };
  /** In a channel that is read aloud, when it is not heard. */
  readonly notHeard: (reason: string) => string;
  readonly channelStatus: string;
}

export type SpeechEndWord = 'finished' | 'skipped' | 'stopped' | 'left' | 'failed';
export type SpeechObstacleWord = 'muted' | 'suppressed' | 'lost';
export type ReadingSwitchWord = 'inVoiceOnly' | 'automatic' | 'emoji' | 'captions' | 'comings';
export type VoiceField = 'model' | 'voice' | 'rate' | 'pitch' | 'volume' | 'language' | 'instruction';

/** The commands with words here, and the options of each. */
export interface SpeechCommands {
  readonly speak: never;
  readonly 'speak say': 'text' | 'captions' | 'ssml';
  readonly 'speak file': 'text' | 'format' | 'sample_rate' | 'bit_rate' | 'seed' | 'ai_mark' | 'ssml';
  readonly 'speak skip': never;
  readonly 'speak stop': never;
  readonly 'speak queue': never;
  readonly 'speak voice':
    | 'voice'
    | 'model'
    | 'rate'
    | 'pitch'
    | 'volume'
    | 'language'
    | 'instruction'
    | 'scope'
    | 'reset';
  readonly 'speak channel':
    | 'read'
    | 'channel'
    | 'into'
    | 'names'
    | 'role'
    | 'in_voice'
    | 'bots'
    | 'emoji'
    | 'max_seconds'
    | 'except'
    | 'captions'
    | 'joins';
  readonly 'speak pronounce': 'word' | 'as' | 'pinyin' | 'remove';
  readonly 'Speak this': never;
}
