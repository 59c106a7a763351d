import type { CallSentences } from '../../call/words/call-words.ts';
import type { WordsOfCommands } from '../../discord/words/command-words.ts';
import type { CallActivity, CallTrouble } from '../call-types.ts';
import type { ToolName } from '../tools/tool-names.ts';

/** Everything that is said about conversations. Text of people and of the model arrives escaped. */
export interface ConversationWords extends CallSentences {
  readonly commands: WordsOfCommands<ConverseCommands>;
  readonly panel: {
    readonly title: (mention: string, channelId: string) => string;
    /** `mention`: who is being heard, where the room knows. */
    readonly activities: Readonly<Record<CallActivity, (mention: string | undefined) => string>>;
    readonly troubles: Readonly<Record<CallTrouble, string>>;
    /** That a transcript is written, or isn't for now. */
    readonly transcribed: string;
    /** In the chat of a voice channel. */
    readonly transcribedHere: string;
    readonly transcriptPaused: string;
    /** When it answers; `name`: what it answers to. */
    readonly answers: Readonly<
      Record<'auto' | 'always' | 'by-name' | 'push-to-talk', (name: string) => string>
    >;
  };
  readonly buttons: {
    readonly hold: string;
    readonly done: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly answers: {
    /** Before anyone has joined. */
    readonly joined: (channelId: string) => string;
    readonly stopped: string;
    readonly said: string;
    readonly shown: string;
  };
  /** Spoken, while a tool takes long. */
  readonly filler: string;
  readonly tools: {
    readonly title: string;
    readonly names: Readonly<Record<ToolName, string>>;
    readonly state: Readonly<Record<'on' | 'off', string>>;
    readonly changed: (tool: string, on: boolean) => string;
    readonly notWithSearch: string;
    /** What is asked before something is spent or posted. */
    readonly video: (mention: string, prompt: string, seconds: number | undefined) => string;
    readonly post: (mention: string, channelId: string, text: string) => string;
    readonly refused: string;
    readonly expired: string;
    readonly done: string;
    /** Under a message that the bot posts for a person. */
    readonly postedFor: (mention: string) => string;
    readonly timer: (mention: string, label: string | undefined) => string;
  };
  readonly transcript: {
    readonly threadName: (reference: string) => string;
    readonly opened: (channelId: string) => string;
    readonly failed: string;
    /** Not everybody who reads the thread sees the voice channel, and again they do. */
    readonly paused: string;
    readonly resumed: string;
    readonly person: (mention: string, text: string) => string;
    readonly assistant: (text: string) => string;
    /** Behind an interrupted line. */
    readonly cut: string;
    readonly sources: string;
    readonly fileName: string;
    readonly fileDescription: string;
    /** In the file. */
    readonly assistantName: string;
    readonly cutInFile: string;
  };
  readonly recap: {
    readonly title: (minutes: number) => string;
    readonly spoke: (mention: string, lines: number) => string;
    readonly nobody: string;
    /** As the model heard them. */
    readonly decisions: string;
    readonly links: string;
    readonly file: string;
  };
  readonly channelStatus: string;
}

/** The commands with words here, and the options of each. */
export interface ConverseCommands {
  readonly converse: never;
  readonly 'converse start':
    | 'model'
    | 'voice'
    | 'persona'
    | 'reply'
    | 'turns'
    | 'threshold'
    | 'silence'
    | 'search'
    | 'name'
    | 'answers'
    | 'interruptions'
    | 'interrupt_role'
    | 'transcript';
  readonly 'converse stop': never;
  readonly 'converse status': never;
  readonly 'converse say': 'text';
  readonly 'converse join': never;
  readonly 'converse leave': never;
  readonly 'converse show': 'image';
  readonly 'converse tools': 'tool' | 'enabled';
}
