import type { HeardFrame } from '../../voice/ears/types.ts';
import { heardRateHz, rtpClockHz } from '../../voice/packets/audio.ts';

/** A speaker's turn: while they speak, and until its silence is sent. */
export interface Turn {
  readonly beganAtMs: number;
  /** Who spoke last in it. */
  userId: string;
  voicedAtMs: number;
  heardAtMs: number;
  longestPauseMs: number;
  /** Where the last frame of each ended, in RTP time. */
  readonly ends: Map<string, number>;
}

const ticksPerSample = rtpClockHz / heardRateHz;
const frameMs = 20;
/** A speaker's clock that's further ahead than packets are ever late has jumped. */
const mostLateMs = 200;

export function turnOf(userId: string, nowMs: number): Turn {
  return {
    beganAtMs: nowMs,
    userId,
    voicedAtMs: nowMs,
    heardAtMs: nowMs,
    longestPauseMs: 0,
    ends: new Map(),
  };
}

export function endOf({ rtpTimestamp, samples }: HeardFrame): number {
  return (rtpTimestamp + samples.length * ticksPerSample) | 0;
}

/** How long the speaker was silent by their own clock, no matter when their packets came; undefined for their first of the turn. */
export function pausedMs({ ends }: Turn, { userId, rtpTimestamp }: HeardFrame): number | undefined {
  const end = ends.get(userId);
  return end === undefined ? undefined : Math.max(0, (rtpTimestamp - end) | 0) / (rtpClockHz / 1000);
}

/** From the last frame of a turn to the first of the next: by their own clock, where it can be right. */
export function pauseBetween(turn: Turn, first: HeardFrame, nowMs: number): number {
  const elapsedMs = nowMs - turn.heardAtMs - frameMs;
  const byClock = pausedMs(turn, first);
  return byClock === undefined || byClock > elapsedMs + mostLateMs ? elapsedMs : byClock;
}
