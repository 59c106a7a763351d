import type { HeardFrame } from '../../voice/ears/types.ts';

/** 20 ms of a speaker, checked for speech once, where it enters the call. */
export interface SpeechFrame extends HeardFrame {
  /** Whether it's part of what a voice says. */
  readonly speech: boolean;
  /** Root mean square of its samples: 0 to 32,768. */
  readonly level: number;
  /** How long the sound has gone on that this frame ends: a voice is only known some syllable after its beginning. */
  readonly soundMs: number;
}
