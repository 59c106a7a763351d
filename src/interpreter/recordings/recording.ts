import type { AttachedSound } from '../../discord/attached-sound.ts';
import type { PanelAddress } from '../../discord/messenger.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { GrowingText } from '../types.ts';

export type Recording = AttachedSound;

/** A person wants to know what a recording says. */
export interface RecordingRequest {
  /** Unique: the interaction's or the message's. */
  readonly id: string;
  readonly reference: string;
  readonly guildId: string;
  /** The person who pays. */
  readonly userId: string;
  readonly recording: Recording;
  readonly from: LanguageCode | 'auto';
  readonly to: LanguageCode;
  /** Where to say that nothing came of it, if this process is killed. */
  readonly answer?: { readonly panel: PanelAddress; readonly locale: string } | undefined;
  /** The same for an answer in public: the message that gets it. */
  readonly asked?:
    | { readonly channelId: string; readonly messageId: string; readonly locale: string }
    | undefined;
}

/** One utterance of a recording: what was said, and its translation. */
export interface Passage {
  /** From the beginning of the recording. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly original: GrowingText;
  readonly translation: GrowingText;
}

/** Whether what it says stays for a day, or did and was taken from there. */
export type RecordingKeeping = 'nothing' | 'kept' | 'recalled';

/** `never`: the person it's of doesn't want to be heard. */
export type RecordingStop = 'person' | 'deleted' | 'never' | 'restart';

/** `ms`: how long it is. `whole` false: the end is missing, because the file is damaged or the service didn't say it. */
export type RecordingState =
  | { readonly is: 'waiting'; readonly ahead: number }
  | { readonly is: 'fetching' }
  | { readonly is: 'connecting'; readonly ms: number; readonly waitMs: number }
  | { readonly is: 'hearing'; readonly ms: number; readonly heardMs: number }
  | { readonly is: 'heard'; readonly ms: number; readonly whole: boolean }
  | { readonly is: 'stopped'; readonly why: RecordingStop }
  | { readonly is: 'failed'; readonly error: unknown };

/** Longer ones are refused before anything is sent. */
export const longestRecordingMs = 10 * 60_000;
