import type { PanelAddress } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import type { PlaybackEnd } from '../voice/mouth/types.ts';

/**
 * Where a text comes from. `asked`: its person asked for it, and sees in their private answer what becomes of it; a
 * `sample` is theirs alone and opens no panel. `written`: in a channel that is read aloud.
 */
export type Origin =
  | {
      readonly is: 'asked';
      readonly channelId: string;
      readonly answer: PanelAddress;
      readonly locale: string;
      readonly sample?: boolean;
    }
  | {
      readonly is: 'written';
      readonly channelId: string;
      /** The voice channel whose people it names. */
      readonly about?: string;
      readonly locale: string;
    };

/** One text to be read in a voice channel. */
export interface Utterance {
  readonly id: string;
  /** Under which the log holds what went wrong. */
  readonly reference: string;
  readonly guildId: string;
  /** Where it was to be heard; the room can be moved meanwhile. */
  readonly voiceChannelId: string;
  readonly userId: string;
  /** Of the person: for what only they are told. */
  readonly locale: string;
  /** What is sent to the service: plain text, or SSML. */
  readonly input: string;
  /** What people hear, for panels and captions. */
  readonly spoken: string;
  readonly request: SynthesisRequest;
  /** Billed characters that were set aside for it. */
  readonly reserved: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly origin: Origin;
  /** Text channel that shows each word as it sounds. */
  readonly captionsIn?: string | undefined;
}

/**
 * `next`: being synthesized while another one plays. `speaking`: heard. An end absorbs everything; `by` is who skipped or
 * stopped it, `error` is there when it `failed`.
 */
export type UtteranceState =
  | { readonly is: 'waiting' }
  | { readonly is: 'next' }
  | { readonly is: 'speaking' }
  | EndedUtterance;

export interface EndedUtterance {
  readonly is: 'ended';
  readonly end: PlaybackEnd;
  readonly by?: string | undefined;
  readonly error?: unknown;
}

/** Who wants a text read, where, and how they are answered. */
export type SpeechOrder = Omit<Order, 'attachmentLimitBytes'>;
