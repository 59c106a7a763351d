import type { CallSentences } from '../../call/words/call-words.ts';
import type { WordsOfCommands } from '../../discord/words/command-words.ts';
import type { InterpretationSettings, InterpreterActivity, InterpreterTrouble } from '../types.ts';

/** Everything that is said about interpreting. Names and text of people and of the service arrive escaped. */
export interface InterpreterWords extends CallSentences {
  readonly commands: WordsOfCommands<InterpretCommands>;
  readonly panel: {
    readonly title: (mention: string, channelId: string) => string;
    /** `mention`: who is being heard, where the room knows. */
    readonly activities: Readonly<
      Record<InterpreterActivity, (facts: { mention: string | undefined; waitSeconds: number }) => string>
    >;
    readonly troubles: Readonly<Record<InterpreterTrouble, string>>;
    readonly languages: (names: readonly string[]) => string;
    readonly spoken: Readonly<Record<InterpretationSettings['spoken'], string>>;
    readonly captions: Readonly<Record<InterpretationSettings['captions'], string>>;
    /** In place of where captions are. */
    /** In the chat of a voice channel. */
    readonly captionsHere: string;
    readonly captionsPaused: string;
    /** A participant, and what they speak and read; undefined: every language of the call. */
    readonly person: (mention: string, speaks: string, reads: string | undefined) => string;
    readonly more: (people: number) => string;
    readonly detected: string;
    readonly ownLanguages: string;
    readonly transcribed: string;
    readonly sessions: (open: number) => string;
  };
  readonly answers: {
    readonly joined: (channelId: string, speaks: string) => string;
    readonly stopped: string;
    readonly shown: string;
    /** What a person chose; `reads` undefined: what they speak. */
    readonly mine: (speaks: string, reads: string | undefined, ownCaptions: boolean) => string;
    /** They never chose what they speak. */
    readonly unsaid: string;
  };
  readonly captions: {
    /** Small, above a caption: who speaks, and which way it goes; `to` undefined: in their own language. */
    readonly head: (mention: string, from: string, to: string | undefined) => string;
    /** Behind a line that ends before what was said does. */
    readonly cut: string;
    /** `language` where each has a thread of its own. */
    readonly threadName: (reference: string, language: string | undefined) => string;
    readonly opened: (channelId: string, language: string | undefined) => string;
    readonly failed: string;
    /** The thread was deleted or locked while captions were written. */
    readonly closed: string;
    /** The bot was moved to a voice channel that people here can't see, or it was hidden from them. */
    readonly paused: (channelId: string) => string;
    readonly resumed: string;
    readonly fileName: string;
    readonly fileDescription: string;
    readonly fileSentence: string;
    readonly cutInFile: string;
  };
  readonly glossary: {
    readonly title: (entries: number) => string;
    readonly entry: (term: string, heard: string) => string;
    readonly termOnly: (term: string) => string;
    readonly empty: string;
    readonly more: (entries: number) => string;
    /** That names of `/speak pronounce` count, too. */
    readonly alsoPronunciations: string;
    readonly added: (term: string) => string;
    readonly removed: (term: string) => string;
  };
  readonly channelStatus: string;
}

/** The commands with words here, and the options of each. */
export interface InterpretCommands {
  readonly interpret: never;
  readonly 'interpret start':
    | 'languages'
    | 'spoken'
    | 'spoken_in'
    | 'voice'
    | 'captions'
    | 'original'
    | 'same_language'
    | 'transcript';
  readonly 'interpret me': 'speaks' | 'reads' | 'own_captions';
  readonly 'interpret join': never;
  readonly 'interpret leave': never;
  readonly 'interpret show': 'image';
  readonly 'interpret status': never;
  readonly 'interpret stop': never;
  readonly 'interpret glossary': 'term' | 'heard' | 'remove';
}
