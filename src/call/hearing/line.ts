import { HeldSpeech } from './held-speech.ts';
import type { SpeechFrame } from './speech-frame.ts';

export interface TimedFrame extends SpeechFrame {
  readonly atMs: number;
}

/** This much speech after another person fell silent is a turn of its own. */
const goesOnMs = 160;
/** Something shorter may be a “mhm”, which takes nobody's answer away. */
const shortMs = 1_000;
/** It waits no longer than that. */
const longestWaitMs = 8_000;

/** People who speak during another person's turn: each one is heard after it, whole, in the order in which they began. */
export class Line {
  readonly #held: HeldSpeech<TimedFrame>;
  /** When each of them spoke. */
  readonly #spokeAt = new Map<string, number[]>();

  /** @param mostMs of each person */
  constructor(mostMs: number) {
    this.#held = new HeldSpeech(mostMs);
  }

  /** The person who began first. */
  get next(): string | undefined {
    return this.#held.firstSpeaker;
  }

  spokenMs(userId: string): number {
    return this.#held.spokenMs(userId);
  }

  add(frame: TimedFrame): void {
    this.#held.add(frame, frame.speech);
    if (!frame.speech) return;
    const recent = (this.#spokeAt.get(frame.userId) ?? []).slice(1 - goesOnMs / 20);
    this.#spokeAt.set(frame.userId, [...recent, frame.atMs]);
  }

  remove(userId: string): void {
    this.#held.drop(userId);
    this.#spokeAt.delete(userId);
  }

  /** Whether any other person has spoken for a while since then. */
  goesOnWithout(userId: string, sinceMs: number): boolean {
    return [...this.#spokeAt].some(
      ([id, times]) => id !== userId && times.length >= goesOnMs / 20 && (times[0] ?? 0) > sinceMs,
    );
  }

  /** What the next one said so far. @param mayInterrupt otherwise, a short word waits */
  takeNext(nowMs: number, mayInterrupt: boolean): readonly TimedFrame[] {
    const next = this.next;
    if (next === undefined) return [];
    if (!mayInterrupt && this.#isShort(next, nowMs)) return [];
    this.#spokeAt.delete(next);
    return this.#held.takeOf(next);
  }

  #isShort(userId: string, nowMs: number): boolean {
    if (this.#held.spokenMs(userId) >= shortMs) return false;
    const spokeAtMs = this.#spokeAt.get(userId)?.at(-1) ?? 0;
    return nowMs - spokeAtMs < longestWaitMs;
  }
}
