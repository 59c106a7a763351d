import type { PanelAddress } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import type { PlaybackEnd } from '../voice/mouth/types.ts';

/**
 * Where a text comes from. `asked`: its person asked for it and sees its status in a private answer; a `sample` is only
 * for them and opens no panel. `written`: from a channel that's read aloud.
 */
export type Origin =
  | {
      readonly is: 'asked';
      readonly channelId: string;
      readonly answer: PanelAddress;
      readonly sample?: boolean;
    }
  | {
      readonly is: 'written';
      readonly channelId: string;
      /** The voice channel whose people it names. */
      readonly about?: string;
    };

/** One text to be read in a voice channel. */
export interface Utterance {
  readonly id: string;
  /** The reference that the log has for problems. */
  readonly reference: string;
  readonly guildId: string;
  readonly userId: string;
  /** The person's locale, for what only they are told; the guild's, if it's from a channel. */
  readonly locale: string;
  /** What's sent to the service: plain text or SSML. */
  readonly input: string;
  /** What people hear, for panels and captions. */
  readonly spoken: string;
  readonly request: SynthesisRequest;
  /** Billed characters reserved for it. */
  readonly reserved: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly origin: Origin;
  /** The text channel that shows each word as it's said. */
  readonly captionsIn?: string | undefined;
}

/**
 * `next`: being synthesized while another one plays. `speaking`: heard. An end is final. `by`: who skipped or stopped
 * it; `error` is there if it `failed`.
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

/** Who wants a text read, where, and how to answer them. */
export type SpeechOrder = Omit<Order, 'attachmentLimitBytes'>;
