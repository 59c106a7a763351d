import type { HeardFrame } from '../../voice/ears/types.ts';
import { heardRateHz, rtpClockHz } from '../../voice/packets/audio.ts';

/** 20 ms of a speaker, checked for speech once, where it enters the call. */
export interface SpeechFrame extends HeardFrame {
  /** Whether it's part of what a voice says. */
  readonly speech: boolean;
  /** Root mean square of its samples: 0 to 32,768. */
  readonly level: number;
  /** How long the sound has gone on that this frame ends: a voice is only known some syllable after its beginning. */
  readonly soundMs: number;
}

/** The RTP time at which a frame ends. */
export function endOf({ rtpTimestamp, samples }: HeardFrame): number {
  return (rtpTimestamp + samples.length * (rtpClockHz / heardRateHz)) | 0;
}

/** From that RTP time to the beginning of a frame, by the speaker's own clock. */
export function msBetween(endRtp: number, { rtpTimestamp }: HeardFrame): number {
  return ((rtpTimestamp - endRtp) | 0) / (rtpClockHz / 1_000);
}
