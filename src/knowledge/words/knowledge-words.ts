import type { WordsOfCommands } from '../../discord/words/command-words.ts';
import type { DocumentStatus } from '../../service/knowledge/client.ts';
import type { ImportReason } from '../import-reason.ts';

/** Everything that is said about knowledge bases. Names of documents and bases, and all passages, arrive escaped. */
export interface KnowledgeWords {
  readonly commands: WordsOfCommands<KnowledgeCommands>;
  readonly statuses: Readonly<Record<DocumentStatus | 'UNKNOWN', string>>;
  /** Why an import failed, to stand behind a colon. */
  readonly reasons: Readonly<Record<ImportReason, string>>;
  /** What to do about it: a sentence. */
  readonly advice: Readonly<Record<ImportReason, string>>;
  readonly buttons: {
    readonly previous: string;
    readonly next: string;
    readonly newSince: string;
    readonly share: string;
    /** In the menu of documents. */
    readonly details: string;
    /** Of the document in which these passages stand. */
    readonly detailsOf: (passages: readonly number[]) => string;
    /** Opens the document where it can be read. */
    readonly open: string;
    readonly unhelpful: string;
    readonly refresh: string;
    readonly watch: string;
    readonly unwatch: string;
    readonly gapsDone: string;
  };
  readonly search: {
    readonly title: (base: string, name: string | undefined, exact: boolean) => string;
    readonly only: (status: string) => string;
    readonly oldestFirst: string;
    readonly none: string;
    readonly end: string;
    readonly nothingNew: string;
    readonly unsteady: string;
    readonly range: (from: number, to: number, total: number | undefined) => string;
    readonly found: (total: number) => string;
    readonly sharedBy: (mention: string) => string;
  };
  readonly details: {
    readonly status: string;
    readonly type: string;
    readonly size: string;
    readonly imported: string;
    readonly base: string;
    readonly category: string;
    readonly chunking: string;
    readonly chunkMode: string;
    readonly chunkSize: (characters: string) => string;
    readonly overlap: (characters: string) => string;
    readonly separator: (mark: string) => string;
    /** Where the separator is one that can't be seen. */
    readonly space: string;
    readonly headers: string;
    readonly yes: string;
    readonly no: string;
    readonly usual: string;
    readonly failure: string;
    readonly serviceSays: string;
    readonly id: string;
    /** Which passages of the answer stand in it. */
    readonly passages: (passages: readonly number[]) => string;
    readonly labelled: (label: string, value: string) => string;
  };
  readonly answer: {
    readonly title: (question: string) => string;
    readonly from: (document: string, base: string, percent: number) => string;
    readonly someDocument: string;
    readonly none: string;
    readonly failed: (bases: string) => string;
    readonly passages: string;
    readonly thanks: string;
    readonly thanksAgain: string;
  };
  /** Answers to people who mention the bot, for everybody in the channel to see. */
  readonly mention: {
    /** They only said its name. */
    readonly help: string;
    /** There's no text, only something to look at. */
    readonly filesOnly: string;
    readonly askOn: string;
    readonly after: (earlier: string) => string;
    readonly cut: (characters: number) => string;
  };
  readonly gaps: {
    readonly title: (count: number) => string;
    readonly empty: string;
    readonly line: (question: string, count: number, when: string, found: boolean) => string;
    readonly more: (count: number) => string;
    readonly kept: (days: number, most: number) => string;
  };
  readonly health: {
    readonly title: (base: string) => string;
    readonly failed: string;
    readonly stuck: (minutes: number) => string;
    readonly fine: string;
    readonly moreFailed: (count: number) => string;
    readonly types: string;
    readonly typesSoFar: (read: number) => string;
    readonly typesReading: string;
    readonly watched: (channelId: string) => string;
    /** The bot can't read what was written there. */
    readonly paused: (channelId: string) => string;
    readonly at: (time: string) => string;
  };
  readonly watch: {
    readonly started: (base: string, channelId: string) => string;
    readonly stopped: (base: string) => string;
    readonly wasNot: (base: string) => string;
    readonly title: (base: string) => string;
    readonly ended: (base: string, channelId: string) => string;
    /** It can't be seen whether the last message arrived. */
    readonly blind: (base: string, channelId: string) => string;
    /** The bot died twice while it looked. */
    readonly endedByCrash: (base: string, channelId: string) => string;
  };
  readonly use: {
    readonly title: string;
    readonly everyone: string;
    readonly moderators: string;
    readonly nobody: string;
    readonly grant: (channelId: string | undefined, roleId: string | undefined) => string;
    readonly contents: string;
    readonly note: string;
    readonly mentionsOn: string;
    readonly mentionsOff: string;
    readonly changed: string;
  };
  readonly export: {
    readonly progress: (read: number, total: number | undefined) => string;
    readonly done: (count: number, base: string) => string;
    readonly cut: (most: number) => string;
    readonly fileDescription: (base: string) => string;
  };
}

/** The commands with words here, and the options of each. */
export interface KnowledgeCommands {
  readonly knowledge: never;
  readonly 'knowledge search': 'name' | 'match' | 'status' | 'base' | 'order';
  readonly 'knowledge ask': 'question' | 'base';
  readonly 'knowledge health': 'base' | 'channel';
  readonly 'knowledge gaps': never;
  readonly 'knowledge use': 'base' | 'action' | 'channel' | 'role' | 'mentions';
  readonly 'knowledge export': 'base' | 'status' | 'name' | 'match';
}
