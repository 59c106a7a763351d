import type { WordsOfCommands } from '../../discord/words/command-words.ts';
import type { VideoOptionName } from '../options.ts';
import type { LinkReason } from '../packing.ts';
import type { ReferenceOption } from './reference-options.ts';

/** Everything that is said about videos. Text of people and of the service arrives escaped. */
export interface VideoWords {
  readonly commands: WordsOfCommands<VideoCommands>;
  readonly panel: {
    /** One line a state: what is going on, for everybody to see. */
    readonly states: Readonly<Record<VideoStateWord, string>>;
    readonly ahead: (count: number) => string;
    readonly asked: string;
    readonly avoiding: string;
    /** `at` and `until` are live Discord timestamps. */
    readonly started: (at: string) => string;
    readonly ended: (at: string) => string;
    readonly billed: (seconds: number, tier: string) => string;
    readonly wouldBill: (seconds: number, tier: string) => string;
    readonly notBilled: string;
    /** Instead of the state, where another did it. */
    readonly canceledBy: (mention: string) => string;
    readonly task: (taskId: string) => string;
    readonly reference: (reference: string) => string;
    readonly expected: (at: string) => string;
    readonly fetching: string;
    readonly shrinking: (percent: number) => string;
    /** Whose it is, in the small print. */
    readonly askedBy: (mention: string) => string;
    /** Instead of the state, where the video couldn't be posted and didn't go by direct message either. */
    readonly notSentByDirect: Readonly<Record<'whisper' | 'nothing', string>>;
  };
  /** A name and what it stands for, with the colon of the language. */
  readonly labelled: (label: string, value: string) => string;
  /** What a ratio looks like, in a word. */
  readonly shapes: Readonly<Record<'16:9' | '9:16' | '1:1' | '4:3' | '3:4', string>>;
  readonly facts: {
    readonly seconds: (seconds: number | string) => string;
    readonly seed: (seed: number | undefined) => string;
    readonly ownSound: string;
    readonly withAudio: string;
    readonly silent: string;
    readonly characters: (count: number) => string;
  };
  readonly notices: {
    readonly promptCut: (limit: number) => string;
    readonly negativePromptCut: (limit: number) => string;
    readonly audioCut: (audioSeconds: string, videoSeconds: number) => string;
    readonly audioShort: (audioSeconds: string, videoSeconds: number) => string;
    readonly shotTypeIdle: string;
  };
  readonly result: {
    readonly title: (mention: string) => string;
    readonly altText: (prompt: string) => string;
    /** Why there is a link and not the file, and how long it works. */
    readonly links: Readonly<Record<LinkReason, (expires: string) => string>>;
    readonly shrunk: (limitMegabytes: string) => string;
    readonly otherLength: (seconds: number, askedSeconds: number) => string;
    readonly openVideo: string;
    readonly sentAgain: (mention: string) => string;
  };
  readonly buttons: {
    /** With what it costs. */
    readonly again: (seconds: number) => string;
    readonly retry: (seconds: number) => string;
    readonly edit: string;
    readonly details: string;
    readonly remove: string;
    readonly keep: string;
    readonly cancel: string;
    readonly resume: string;
    readonly createAnother: string;
    readonly giveUp: string;
    readonly sendFile: string;
    readonly previous: string;
    readonly next: string;
    readonly repost: string;
    readonly goToMessage: string;
    readonly back: string;
  };
  readonly failures: Readonly<Record<VideoFailureWord, string>>;
  /** Said to the requester when a job ended without them looking at the panel. */
  readonly told: {
    readonly failed: (reason: string) => string;
    readonly canceled: string;
    readonly expired: string;
    readonly undecided: string;
    /** The bot died twice while it worked on the video; the person may have it tried again. */
    readonly setAside: string;
    readonly undeliverable: (channel: string) => string;
    /** In the channel, when no private way is left: no reason in it. */
    readonly inChannel: (mention: string) => string;
    /** The same where no panel is left. */
    readonly failedInChannel: (mention: string) => string;
  };
  readonly answers: {
    readonly canceled: string;
    readonly removed: string;
    readonly kept: string;
    /** Asked before a video is deleted; `owner` is who asked for it, when that's another. */
    readonly surelyRemove: (owner: string | undefined) => string;
    readonly givenUp: string;
    readonly willCreate: string;
    readonly resumed: string;
  };
  readonly details: {
    readonly title: string;
    readonly requester: string;
    readonly state: string;
    readonly model: string;
    readonly times: (accepted: string, ended: string | undefined) => string;
    readonly prompt: string;
    readonly rewritten: string;
    readonly references: string;
    readonly removedBy: string;
  };
  readonly list: {
    readonly title: (whose: 'mine' | 'everybody', filter: VideoListFilterWord) => string;
    readonly empty: string;
    readonly page: (page: number, pages: number, count: number) => string;
    /** In the empty menu. */
    readonly choose: string;
    /** For a prompt that has nothing to show. */
    readonly untitled: string;
    /** Shown in autocomplete; plain text. */
    readonly shortStates: Readonly<Record<VideoStateWord, string>>;
  };
  readonly presets: {
    readonly title: string;
    readonly empty: string;
    /** In the empty menu. */
    readonly choose: string;
    readonly saved: string;
  };
  readonly edit: {
    readonly title: string;
    readonly prompt: string;
    readonly negativePrompt: string;
    readonly seed: string;
    readonly seedHint: string;
    readonly makeTitle: string;
    readonly referenceTitle: string;
    readonly model: string;
    readonly promptHint: (files: number) => string;
    /** While nobody knows how many files there will be. */
    readonly promptHintOpen: string;
    /** Of what can't be changed in the form. */
    readonly stillWithout: (negativePrompt: string) => string;
    readonly fromFilesTitle: string;
    readonly files: string;
    readonly filesFirst: (most: number) => string;
    readonly filesMore: (chosen: number, most: number) => string;
    readonly filesInstead: (chosen: number) => string;
    readonly size: string;
    readonly sizeHint: string;
    /** The entry for no size in particular. */
    readonly usualSize: string;
    readonly duration: string;
    readonly durationHint: string;
    /** Where every model makes the same lengths. */
    readonly billedHint: string;
  };
}

export type VideoStateWord =
  | 'accepted'
  | 'submitting'
  | 'lost'
  | 'undecided'
  | 'set-aside'
  | 'pending'
  | 'running'
  | 'succeeded'
  | 'delivering'
  | 'delivered'
  | 'undeliverable'
  | 'removed'
  | 'failed'
  | 'canceled'
  | 'expired'
  | 'abandoned';

export type VideoFailureWord =
  | 'moderation'
  | 'invalid-request'
  | 'invalid-media'
  | 'credentials'
  | 'access'
  | 'arrears'
  | 'busy'
  | 'service'
  | 'unreachable'
  | 'region'
  | 'vanished'
  | 'source-gone'
  | 'crashed'
  | 'result-gone'
  | 'result-unreadable'
  | 'unknown';

/** The commands with words here, and the options of each. */
export interface VideoCommands {
  readonly video: never;
  readonly 'video text': VideoOptionName<'text'> | 'audio' | 'audio_url' | 'preset';
  readonly 'video reference': VideoOptionName<'reference'> | ReferenceOption | 'preset';
  readonly 'video preset-save': 'name' | 'style' | 'model' | 'size' | 'duration' | 'seed';
  readonly 'video presets': never;
  readonly 'video status': 'task';
  readonly 'video list': 'whose' | 'state';
  readonly 'video show': 'task';
  readonly 'video cancel': 'task';
  readonly 'Make a video of this': never;
  readonly 'Use as reference': never;
}

export type VideoListFilterWord = 'all' | 'open' | 'done' | 'failed';
