import type { HeardFrame } from '../../voice/ears/types.ts';
import { heardRateHz, rtpClockHz } from '../../voice/packets/audio.ts';

/** A speaker's turn, from their first words until its closing silence is sent. */
export interface Turn {
  readonly beganAtMs: number;
  readonly userId: string;
  voicedAtMs: number;
  /** When there was sound last that may become a word. */
  soundedAtMs: number;
  heardAtMs: number;
  longestPauseMs: number;
  /** The RTP time at which their last frame ended; undefined before the first one. */
  endRtp: number | undefined;
}

const ticksPerSample = rtpClockHz / heardRateHz;
const frameMs = 20;
/** Packets are never this late, so the speaker's clock has jumped. */
const mostLateMs = 200;

export function turnOf(userId: string, nowMs: number): Turn {
  return {
    beganAtMs: nowMs,
    userId,
    voicedAtMs: nowMs,
    soundedAtMs: nowMs,
    heardAtMs: nowMs,
    longestPauseMs: 0,
    endRtp: undefined,
  };
}

export function endOf({ rtpTimestamp, samples }: HeardFrame): number {
  return (rtpTimestamp + samples.length * ticksPerSample) | 0;
}

/**
 * How long the speaker was silent by their own clock, no matter when the packets came; undefined for their first one in
 * the turn.
 */
export function pausedMs({ endRtp }: Turn, { rtpTimestamp }: HeardFrame): number | undefined {
  return endRtp === undefined ? undefined : Math.max(0, (rtpTimestamp - endRtp) | 0) / (rtpClockHz / 1000);
}

/** From a turn's last frame to the next one's first, by the speaker's own clock if that's plausible. */
export function pauseBetween(turn: Turn, first: HeardFrame, nowMs: number): number {
  const elapsedMs = nowMs - turn.heardAtMs - frameMs;
  const byClock = pausedMs(turn, first);
  return byClock === undefined || byClock > elapsedMs + mostLateMs ? elapsedMs : byClock;
}
