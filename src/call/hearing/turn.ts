import type { HeardFrame } from '../../voice/ears/types.ts';
import type { EndpointingSettings } from './endpointing.ts';
import { msBetween } from './speech-frame.ts';

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

/**
 * How long the speaker was silent by their own clock, no matter when the packets came; undefined for their first one in
 * the turn.
 */
export function pausedMs({ endRtp }: Turn, frame: HeardFrame): number | undefined {
  return endRtp === undefined ? undefined : Math.max(0, msBetween(endRtp, frame));
}

/** From a turn's last frame to the next one's first, by the speaker's own clock if that's plausible. */
export function pauseBetween(turn: Turn, first: HeardFrame, nowMs: number): number {
  const elapsedMs = nowMs - turn.heardAtMs - frameMs;
  const byClock = pausedMs(turn, first);
  return byClock === undefined || byClock > elapsedMs + mostLateMs ? elapsedMs : byClock;
}

/**
 * Learns for each speaker which pause ends a turn: people who speak without breaks get quick answers, people who think
 * between words can finish. After each turn it moves towards the longest pause within it.
 */
export class LearntPauses {
  readonly #settings: EndpointingSettings;
  readonly #learnt = new Map<string, number>();

  constructor(settings: EndpointingSettings) {
    this.#settings = settings;
  }

  /** Milliseconds of silence after which this person has finished. */
  of(userId: string): number {
    return this.#learnt.get(userId) ?? this.#settings.pauseMs;
  }

  /** A turn is over. `longestMs` is the longest pause that its speaker continued after, or 0. */
  turnEnded(userId: string, longestMs: number): void {
    const { memory, marginMs } = this.#settings;
    const seen = this.#within(longestMs + marginMs);
    this.#learnt.set(userId, this.#within(memory * this.of(userId) + (1 - memory) * seen));
  }

  /** The person went on after their turn was ended. They were cut off, so the pause grows right away. */
  cutOff(userId: string, pauseMs: number): void {
    const needed = this.#within(pauseMs + this.#settings.marginMs);
    this.#learnt.set(userId, Math.max(this.of(userId), needed));
  }

  forget(userId: string): void {
    this.#learnt.delete(userId);
  }

  #within(pauseMs: number): number {
    return Math.min(this.#settings.longestPauseMs, Math.max(this.#settings.shortestPauseMs, pauseMs));
  }
}
